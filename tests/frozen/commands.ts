/** A command over the frozen project: what it is given, how it ends, and the files that it writes. */
export interface FrozenCommand {
  args: readonly string[]
  code: number
  files?: readonly string[]
  env?: NodeJS.ProcessEnv
}

const here = ['--workspace', '.']
const both = ['-v', 'default', '-v', 'draft']

/** A flag for every format of a study, each to a file named after the study. */
function reports(study: string, formats: readonly string[]): { args: string[]; files: string[] } {
  const endings: Record<string, string> = {
    junit: 'xml',
    ctrf: 'ctrf.json',
    markdown: 'md',
    json: 'json',
    html: 'html',
  }
  const files = formats.map((format) => `${study}.${endings[format]}`)
  return { args: formats.flatMap((format, index) => [`--${format}`, files[index] ?? '']), files }
}

const every = ['json', 'junit', 'ctrf', 'markdown', 'html']
// What a page holds of times cannot be told apart in its data: pages are written of kept results alone.
const run = reports('run', ['json', 'junit', 'ctrf', 'markdown'])
const varied = reports('vary', ['json', 'markdown'])
const attacked = reports('attack', ['json', 'markdown'])
const teeth = reports('teeth', ['json', 'markdown'])
const again = reports('again', every)
const compared = reports('compared', every)
const merged = reports('merged', ['json', 'junit', 'markdown'])

/** In this order: later ones read what earlier ones wrote. */
export const commands: Readonly<Record<string, FrozenCommand>> = {
  run: { args: ['run', 'suite.yaml', ...here, ...both, '-r', 'plain', ...run.args], code: 2, files: run.files },
  'run-trace': { args: ['run', 'suite.yaml', ...here, '-r', 'plain', '--trace', '--coverage'], code: 2 },
  'run-private': { args: ['run', 'suite.yaml:24', ...here, '-r', 'plain', '--show-private'], code: 1 },
  'run-annotations': {
    args: ['run', 'suite.yaml', ...here, '-r', 'plain'],
    code: 2,
    env: { GITHUB_ACTIONS: 'true', TABLEREAD_ANNOTATIONS: 'on' },
  },
  'run-nothing': { args: ['run', 'suite.yaml', ...here, '-t', 'nowhere'], code: 2 },
  'run-kept': {
    args: ['run', 'small.yaml', ...here, '--history', 'runs.sqlite'],
    code: 0,
    env: { TABLEREAD_HISTORY: '' },
  },
  lint: { args: ['lint', 'suite.yaml', ...here], code: 0 },
  'lint-json': { args: ['lint', 'suite.yaml', ...here, '--json'], code: 0 },
  'lint-broken': { args: ['lint', 'attacks.yaml', ...here], code: 2 },
  vary: {
    args: ['vary', 'small.yaml', ...here, '-r', 'plain', '--variants', '4', '--seed', '7', ...varied.args],
    code: 1,
    files: varied.files,
  },
  attack: {
    args: ['attack', 'attacks.yaml', ...here, '-r', 'plain', '--families', 'authority', ...attacked.args],
    code: 1,
    files: attacked.files,
  },
  teeth: { args: ['teeth', 'small.yaml', ...here, '-r', 'plain', ...teeth.args], code: 0, files: teeth.files },
  bisect: { args: ['bisect', 'small.yaml', ...here, '--good', '1', '--bad', '3', '-r', 'plain'], code: 0 },
  'bisect-json': { args: ['bisect', 'small.yaml', ...here, '--good', '1', '--bad', '3', '--json'], code: 0 },
  'snapshots-first': { args: ['snapshots', 'small.yaml', ...here], code: 4 },
  'snapshots-new': { args: ['snapshots', 'small.yaml', ...here, '-u'], code: 0 },
  'snapshots-draft': { args: ['snapshots', 'small.yaml', ...here, '-v', 'draft'], code: 4 },
  report: { args: ['report', 'kept/run.json', '-r', 'plain', ...again.args], code: 0, files: again.files },
  'report-comparison': {
    args: ['report', 'kept/compare.json', '-r', 'plain', ...compared.args],
    code: 0,
    files: compared.files,
  },
  'shard-1': {
    args: ['run', 'small.yaml', ...here, '-r', 'plain', '--shard', '1/2', '--json', 'shard-1.json'],
    code: 0,
  },
  'shard-2': {
    args: ['run', 'small.yaml', ...here, '-r', 'plain', '--shard', '2/2', '--json', 'shard-2.json'],
    code: 0,
  },
  merge: {
    args: ['merge', 'shard-1.json', 'shard-2.json', '-r', 'plain', ...merged.args],
    code: 0,
    files: merged.files,
  },
  history: { args: ['history', '--history', 'runs.sqlite'], code: 0 },
  'history-json': { args: ['history', '--history', 'runs.sqlite', '--json'], code: 0 },
  contract: { args: ['contract', '--rule', 'CHA-10', '--seed', '7', '--runs', '20'], code: 0 },
  'contract-json': { args: ['contract', '--rule', 'CHA-10', '--seed', '7', '--runs', '20', '--json'], code: 0 },
}

/** A text without what differs from one run to the next: times, dates, ids, ports, folders. */
export function withoutChance(text: string, folder: string): string {
  return text
    .replaceAll(folder, 'FOLDER')
    .replace(/127\.0\.0\.1:\d+/g, '127.0.0.1:PORT')
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, 'UUID')
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z?/g, 'INSTANT')
    .replace(/("(?:ms|turnMs|\w*Ms|duration|start|stop|from|to|p50|p95|max|timestamp)":\s*)-?\d+(?:\.\d+)?/g, '$1TIME')
    .replace(/\btime="[\d.]+"/g, 'time="TIME"')
    .replace(/ *\b\d+(?:\.\d+)? (?:ms|s|min)\b/g, ' TIME')
    .replace(/^.*(?:TIME| p50 ).*$/gm, (line) => line.replace(/ {2,}/g, '  ')) // columns are as wide as times are long
    .replace(/[ \t]+$/gm, '')
}

/** What a file says: of a page only its data, since its code is the same for every result. */
export function dataOf(file: string, text: string): string {
  if (!file.endsWith('.html')) return text
  const data = [...text.matchAll(/<script type="application\/json"[^>]*>([\s\S]*?)<\/script>/g)].map(([, json]) => json)
  return data.join('\n')
}
