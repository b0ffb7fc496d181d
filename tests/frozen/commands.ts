import { reportFlags } from '../formats/report-flags.ts'

/** A command over the frozen project: what it is given, how it ends, and the files that it writes. */
export interface FrozenCommand {
  args: readonly string[]
  code: number
  files?: readonly string[]
  env?: NodeJS.ProcessEnv
}

const here = ['--workspace', '.']
const both = ['-v', 'default', '-v', 'draft']

const every = ['json', 'junit', 'ctrf', 'markdown', 'html'] as const
// What a page holds of times cannot be told apart in its data: pages are written of kept results alone.
const run = reportFlags('run', ['json', 'junit', 'ctrf', 'markdown'])
const varied = reportFlags('vary', ['json', 'markdown'])
const attacked = reportFlags('attack', ['json', 'markdown'])
const teeth = reportFlags('teeth', ['json', 'markdown'])
const again = reportFlags('again', every)
const compared = reportFlags('compared', every)
const merged = reportFlags('merged', ['json', 'junit', 'markdown'])
const contract = reportFlags('contract', ['junit', 'ctrf', 'markdown'])
const judged = reportFlags('judged', ['json', 'junit', 'ctrf', 'markdown'])
const simulated = reportFlags('simulated', ['json', 'junit', 'ctrf', 'markdown'])
const calibrated = reportFlags('calibrated', ['json', 'junit', 'ctrf', 'markdown'])

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
  bisect: {
    args: [
      'bisect',
      'small.yaml',
      ...here,
      '--good',
      '1',
      '--bad',
      '3',
      '-r',
      'plain',
      '-c',
      '1',
      '--json',
      'bisect.json',
    ],
    code: 0,
  },
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
  contract: {
    args: [
      'contract',
      ...['CHA-10', 'CHA-16', 'DEL-09'].flatMap((id) => ['--rule', id]),
      '--seed',
      '7',
      '--runs',
      '20',
    ].concat('-r', 'plain', '--json', 'contract.json', ...contract.args),
    code: 0,
    files: contract.files,
  },
  'contract-json': { args: ['contract', '--rule', 'CHA-10', '--seed', '7', '--runs', '20', '--json'], code: 0 },
  calibrate: {
    args: ['judge', 'calibrate', '--config', 'judges.yaml', '-r', 'plain', ...calibrated.args],
    code: 1,
    files: calibrated.files,
  },
  judged: {
    args: ['run', 'judged.yaml', ...here, '--config', 'counting.yaml', '-r', 'plain', ...judged.args],
    code: 1,
    files: judged.files,
  },
  'judged-advice': { args: ['run', 'judged.yaml', ...here, '--config', 'judges.yaml', '-r', 'plain'], code: 3 },
  'judged-annotations': {
    args: ['run', 'judged.yaml', ...here, '--config', 'counting.yaml', '-r', 'junit'],
    code: 1,
    env: { GITHUB_ACTIONS: 'true', TABLEREAD_ANNOTATIONS: 'on' },
  },
  simulated: {
    args: ['run', 'users.yaml', ...here, '--seed', '7', '-r', 'plain', ...simulated.args],
    code: 1,
    files: simulated.files,
  },
  'simulated-junit': { args: ['run', 'users.yaml', ...here, '--seed', '7', '-r', 'junit'], code: 1 },
  ...Object.fromEntries(
    ['vary', 'attack', 'teeth', 'bisect', 'contract', 'calibrated'].flatMap((study): [string, FrozenCommand][] => {
      const { args, files } = reportFlags(`read-${study}`, ['json', 'junit', 'ctrf', 'markdown'])
      const read = ['report', `${study}.json`, '-r', 'plain']
      return [
        [`report-${study}`, { args: read, code: 0 }],
        [`report-${study}-files`, { args: [...read, ...args], code: 0, files }],
      ]
    }),
  ),
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
