import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, relative, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createService } from '../src/service/app.ts'
import { type Listening, listen } from '../src/service/listen.ts'
import { loadWorkspace } from '../src/service/workspace/load-workspace.ts'
import { runWarm } from './warm/run-warm.ts'

const root = resolve(import.meta.dirname, '..')
const folder = resolve(import.meta.dirname, 'lint')
const local = ['--workspace', 'workspace']

let service: Listening
const requests: string[] = []

beforeAll(async () => {
  const loaded = loadWorkspace(resolve(folder, 'workspace'))
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems))
  const app = createService({ workspaces: [loaded.workspace] })
  const recording: typeof app.fetch = (request, side) => {
    requests.push(`${request.method} ${new URL(request.url).pathname}`)
    return app.fetch(request, side)
  }
  service = await listen({ ...app, fetch: recording }, { port: 0 })
})

afterAll(() => service.close())

/** The arguments of each case, and the exit code it must give. */
const cases: [name: string, exitCode: number, args: () => string[]][] = [
  ['clean', 0, () => ['clean.yaml', ...local]],
  ['only', 0, () => ['only.yaml', ...local]],
  ['shared-clock', 0, () => ['shared-clock.yaml', ...local]],
  ['shared-clock-of-a-service', 0, () => ['shared-clock.yaml', '--target', service.url, '--no-blueprints']],
  ['unknown-agent', 2, () => ['unknown-agent.yaml', ...local]],
  ['unknown-version', 2, () => ['unknown-version.yaml', ...local]],
  ['unknown-tool', 2, () => ['unknown-tool.yaml', ...local]],
  ['unknown-tool-beside-typo', 2, () => ['unknown-tool-beside-typo.yaml', ...local]],
  ['draft-tool', 2, () => ['draft-tool.yaml', ...local]],
  ['draft-tool-of-the-draft', 0, () => ['draft-tool.yaml', ...local, '-v', 'draft']],
  ['handoff', 2, () => ['handoff.yaml', ...local]],
  ['wrong-phase', 2, () => ['wrong-phase.yaml', ...local]],
  ['missing-metadata', 0, () => ['missing-metadata.yaml', ...local]],
  ['contradiction', 2, () => ['contradiction.yaml', ...local]],
  ['simulated-user', 2, () => ['simulated-user.yaml', ...local]],
  ['simulated-user-card', 2, () => ['simulated-user-card.yaml', ...local]],
  ['unreachable', 2, () => ['unreachable.yaml', ...local]],
  ['criteria', 0, () => ['criteria.yaml', ...local]],
  ['names', 2, () => ['clean.yaml', 'same-names.yaml', 'same-name-elsewhere.yaml', ...local]],
  ['one-broken-among-sound', 2, () => ['clean.yaml', 'asserts-nothing.yaml', ...local]],
  ['no-blueprints', 0, () => ['unknown-tool.yaml', '--no-blueprints', '-v', 'default', '-v', 'draft']],
  ['json', 2, () => ['wrong-phase.yaml', 'missing-metadata.yaml', ...local, '--json']],
  ['target', 2, () => ['clean.yaml', 'wrong-phase.yaml', 'other-agent.yaml', '--target', service.url]],
  ['target-down', 3, () => ['clean.yaml', '--target', 'http://127.0.0.1:9']],
  ['no-workspace', 2, () => ['clean.yaml', '--workspace', 'nowhere']],
]

interface Ended {
  code: number | null
  text: string
}

async function lint(
  args: string[],
  env: NodeJS.ProcessEnv = { TABLEREAD_API_KEY: 'clinic-key' },
  cwd = folder,
): Promise<Ended> {
  const environment = { TABLEREAD_API_KEY: undefined, TABLEREAD_TARGET: undefined, NO_COLOR: '1', ...env }
  const { code, out, err } = await runWarm(['lint', ...args], { folder: cwd, env: environment })
  return { code, text: [err, out].filter((part) => part !== '').join('\n') }
}

describe('tableread lint', () => {
  it.each(cases)('%s', async (name, exitCode, args) => {
    const { code, text } = await lint(args())
    const steady = text.replace(/127\.0\.0\.1:(?!9\b)\d+/g, '127.0.0.1:PORT').replaceAll(folder, 'FOLDER')
    const output = `exit code ${code}\n\n${steady}`
    const file = resolve(folder, `${name}.out`)
    if (process.env.UPDATE_GOLDENS === '1') writeFileSync(file, output)
    expect(existsSync(file), `${name}.out is missing; write it with UPDATE_GOLDENS=1`).toBe(true)
    expect(output).toBe(readFileSync(file, 'utf8'))
    expect(code).toBe(exitCode)
    expect(text).not.toContain('clinic-key')
  })

  it('reads the rules without exceptions beside the config, which no run plays unless it is named', async () => {
    const here = mkdtempSync(resolve(tmpdir(), 'tableread-never-'))
    const suite = (name: string, more = ''): string =>
      `suite: ${name}\nagent: front-desk\nconversations:\n  - name: ${name}\n    turns:\n      - { user: hi, expect: { reply: { present: true }${more} } }\n`
    const workspace = resolve(folder, 'workspace')
    writeFileSync(resolve(here, 'tableread.config.yaml'), `suites: one.yaml\nworkspace: ${JSON.stringify(workspace)}\n`)
    writeFileSync(resolve(here, 'one.yaml'), suite('one'))
    writeFileSync(resolve(here, 'never.yaml'), suite('never', ', calls: [telepathy]'))
    const whole = await lint([], {}, here)
    expect([whole.code, whole.text]).toEqual([2, expect.stringMatching(/never\.yaml:6:\d+: .*telepathy/)])
    expect((await lint(['one.yaml'], {}, here)).code).toBe(0)
    writeFileSync(resolve(here, 'never.yaml'), suite('never'))
    const { code, text } = await lint([], {}, here)
    rmSync(here, { recursive: true })
    expect([code, text]).toEqual([0, expect.stringMatching(/ 2 sound suites[\s\S]*would send 1 turn/)])
  })

  it('looks for the functions that files of the workspace name, at the lines that name them', async () => {
    const here = mkdtempSync(resolve(tmpdir(), 'tableread-modules-'))
    writeFileSync(resolve(here, 'desk.mjs'), `export const desk = () => 'x'`)
    writeFileSync(resolve(here, 'late.mjs'), `throw new Error('no key')`)
    writeFileSync(resolve(here, 'workspace.yaml'), 'workspace: w\nkeys: [k]\nagents: [desk.yaml]\n')
    const late = 'draft: { module: ./late.mjs }'
    const version = (module: string): string =>
      `agent: desk\nid: desk\npublished: 1\nversions: { 1: { module: ${module} } }\n`
    writeFileSync(resolve(here, 'desk.yaml'), `${version('./desk.mjs#dsk')}${late}\n`)
    const suite =
      'suite: one\nagent: desk\nconversations: [{ name: one, turns: [{ user: hi, expect: { reply: x } }] }]\n'
    writeFileSync(resolve(here, 'one.yaml'), suite)
    const { code, text } = await lint(['one.yaml', '--workspace', '.'], {}, here)
    expect([code, text]).toEqual([
      2,
      expect.stringMatching(
        /desk\.yaml:4:\d+: .*desk\.mjs has no function called dsk; did you mean .*desk\.mjs#desk\?[\s\S]*desk\.yaml:5:\d+: warning: .*late\.mjs cannot be loaded: no key[\s\S]* 1 sound suite, 1 problem beside the suites, 1 warning/,
      ),
    ])
    writeFileSync(resolve(here, 'desk.yaml'), `${version('./desk.mjs#desk')}${late}\n`)
    expect((await lint(['one.yaml', '--workspace', '.'], {}, here)).code).toBe(0)
    rmSync(here, { recursive: true })
  })

  it('mends what is mechanical with --fix, and says what is left', async () => {
    const here = mkdtempSync(resolve(tmpdir(), 'tableread-fix-'))
    const slips = `suite: Slips
agent: front-dsk
conversations:
  - name: has three slips, and one that only a person can mend
    turns:
      - user: Book me in
        expekt:
          reply: { contain: booked }
          calls: [{ find_slot: { with: { id: "012" } } }]
      - user: Thanks
        expect: { calls: [telepathy_with_the_patient] }
`
    const sound = slips.replace('front-dsk', 'front-desk').replace('expekt', 'expect').replace('contain:', 'contains:')
    writeFileSync(resolve(here, 'slips.yaml'), slips)
    const { code, text } = await lint(['slips.yaml', '--fix', '--workspace', resolve(folder, 'workspace')], {}, here)
    const mended = readFileSync(resolve(here, 'slips.yaml'), 'utf8')
    rmSync(here, { recursive: true })
    expect(mended).toBe(sound)
    expect(code).toBe(2)
    expect(text).toContain('mended 3 slips')
    expect(text).toContain('telepathy_with_the_patient')
  })

  it('leaves what may change the meaning, and every byte beside what it mends', async () => {
    const here = mkdtempSync(resolve(tmpdir(), 'tableread-fix-'))
    const suiteText = `suite: Meant
agent: front-desk
conversations:
  - name: says what may mean two things
    turns:
      - user: Book me in
        expect:
          reply: { not contains: refund }
          calls: [{ find_slot: { with: { covered: yes, id: 012, at: 22:00 } } }]
`
    const slip =
      '\uFEFF# expekt\r\nsuite: S\r\nagent: front-desk\r\nconversations:\r\n  - name: one\r\n    turns:\r\n      - { user: hi,  expekt: { reply: hi } }'
    const latin = Buffer.from(`${slip.slice(1)} # caf\xe9`, 'latin1')
    writeFileSync(resolve(here, 'meant.yaml'), suiteText)
    writeFileSync(resolve(here, 'slip.yaml'), slip)
    writeFileSync(resolve(here, 'latin.yaml'), latin)
    const files = ['meant.yaml', 'slip.yaml', 'latin.yaml']
    const { code, text } = await lint([...files, '--fix', '--workspace', resolve(folder, 'workspace')], {}, here)
    const [original, mended, foreign] = files.map((file) => readFileSync(resolve(here, file)))
    rmSync(here, { recursive: true })
    expect(original?.toString()).toBe(suiteText)
    expect(mended?.toString()).toBe(slip.replace(' expekt:', ' expect:'))
    expect(foreign).toEqual(latin)
    expect([code, text]).toEqual([2, expect.stringContaining('mended 1 slip; 1 sound suite')])
    expect(text).toContain('hint: write not: { contains: … }')
  })

  it('asks a service for nothing but its blueprints', async () => {
    requests.length = 0
    await lint(['clean.yaml', '--target', service.url])
    expect(requests).toEqual(['GET /api/agent/blueprints'])
  })

  it('wants a key for a target that is asked for, and does without one that is only configured', async () => {
    const lintRun = await lint(['clean.yaml', '--target', service.url], {})
    expect([lintRun.code, lintRun.text]).toEqual([2, expect.stringContaining('there is no API key')])
    const configured = await lint(['clean.yaml'], { TABLEREAD_TARGET: service.url })
    expect([configured.code, configured.text]).toEqual([
      0,
      expect.stringMatching(/not checked against any agent: .*API key/),
    ])
  })

  it('finds nothing in the demo suites, at either version', async () => {
    const { code, text } = await lint(['suites', '-v', 'default', '-v', 'draft'], {}, root)
    expect(code).toBe(0)
    expect(text).toMatch(
      /^ 3 sound suites\n {3}checked against 3 agents of the workspace demo\n {3}a run would send \d+ turns/,
    )
  })

  it('loads nothing of the service or the client before it knows that it needs them', () => {
    const loaded = [...staticImports(resolve(root, 'src/app/cli/verbs/lint.ts'))].map((file) => relative(root, file))
    expect(loaded).toContain('src/suite/lint/lint-plans.ts')
    expect(
      loaded.filter((file) =>
        /^src\/(service|wire\/client|app\/vitest|report\/(?!text\/|document\/|studies\/(?:lint|document-of)|terminal\/document))\/?/.test(
          file,
        ),
      ),
    ).toEqual([])
  })
})

/** Every file that loads together with this one, except types and dynamic imports. */
function staticImports(file: string, files: Set<string> = new Set()): Set<string> {
  if (files.has(file)) return files
  files.add(file)
  const matches = readFileSync(file, 'utf8').matchAll(/^(?:import|export) (?!type\b)[^'"]*?from '(\.[^']+)'/gm)
  for (const [, path = ''] of matches) staticImports(resolve(dirname(file), path), files)
  return files
}
