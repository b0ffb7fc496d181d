import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type SettlingFlags, settle } from '../src/app/config/settings.ts'
import { choosePlans } from '../src/app/suites/choose-plans.ts'
import { readSuites } from '../src/app/suites/read-suites.ts'
import { tapeExitCode } from '../src/app/tapes/play-tapes.ts'
import { openTapes, type TapeMode } from '../src/app/tapes/tapes.ts'
import { performRun } from '../src/engine/perform-run.ts'
import { exitCode, type RunResult } from '../src/engine/run-result.ts'

const network = vi.hoisted(() => ({ open: true }))
vi.mock('../src/wire/client/undici-transport.ts', async (original) => {
  const { openNetwork } = await original<typeof import('../src/wire/client/undici-transport.ts')>()
  return {
    openNetwork: (settings: Parameters<typeof openNetwork>[0]) => {
      if (!network.open) throw new Error('a replay opened the network')
      return openNetwork(settings)
    },
  }
})
vi.mock('../src/app/agents/local-service.ts', async (original) => {
  const { startLocalService } = await original<typeof import('../src/app/agents/local-service.ts')>()
  return {
    startLocalService: (settings: Parameters<typeof startLocalService>[0]) => {
      if (!network.open) throw new Error('a replay started a service')
      return startLocalService(settings)
    },
  }
})

const root = resolve(import.meta.dirname, '..')
let folder: string
const putFile = (path: string, text: string): void => {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}
const take = (path: string): string => readFileSync(join(folder, path), 'utf8')
const filesBelow = (at: string): string[] =>
  existsSync(join(folder, at))
    ? readdirSync(join(folder, at), { recursive: true, withFileTypes: true })
        .filter((each) => each.isFile())
        .map(({ parentPath, name }) => join(parentPath, name))
        .sort()
    : []

interface Ran {
  result: RunResult
  code: number
  notes: string
}

/** Does what `tableread run --tape` does, without reports. */
async function run(mode: TapeMode, paths: string[], flags: SettlingFlags & { offline?: boolean } = {}): Promise<Ran> {
  const settings = await settle(paths, { tapes: join(folder, 'tapes'), ...flags }, {})
  const read = readSuites({ suites: settings.suites, folder })
  const tapes = await openTapes(
    choosePlans(read, { ...settings, folder }, {}),
    { ...settings, folder },
    mode,
    flags.offline === undefined ? {} : { offline: flags.offline },
  )
  const result = await performRun(tapes.plans, {
    client: tapes.target.client,
    target: tapes.target.name,
    tableread: '0',
    concurrency: flags.clock === undefined ? 8 : 1,
    reconcile: settings.reconcile,
    keepPassed: true,
    problems: [...read.problems, ...tapes.problems],
    listen: tapes.listen,
    ...tapes.settings,
  })
  await tapes.target.close()
  return {
    result,
    code: tapeExitCode(exitCode(result, null), result, tapes.notComparable),
    notes: tapes.notes().join('\n'),
  }
}

/** Replays without a network: any request would throw. */
async function replay(paths: string[], flags: SettlingFlags & { offline?: boolean } = {}): Promise<Ran> {
  network.open = false
  return run('replay', paths, flags).finally(() => {
    network.open = true
  })
}

/** What a result says about the agent: everything but times. */
const judged = ({ result }: Ran) =>
  result.conversations.map(({ name, version, verdict, turns, outcomes, attempts }) => ({
    name,
    version,
    verdict,
    attempts,
    outcomes: outcomes.map(({ kind, verdict }) => `${kind} ${verdict}`),
    turns: turns.map((turn) => [turn.verdict, ...turn.outcomes.map((each) => `${each.kind} ${each.verdict}`)]),
  }))
const verdicts = ({ result }: Ran) => result.conversations.map(({ verdict }) => verdict)
const failureOf = ({ result }: Ran, index = 0) =>
  result.conversations[index]?.turns.flatMap(({ failure }) =>
    failure?.kind === 'unrecorded' ? [failure.reason] : [],
  )[0]
const withoutTimes = (text: string): string =>
  text
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>')
    .replace(/expires=\d+/g, '')
    .replace(/^( *ms:) .*/gm, '$1')

const agent = (hello: string): string =>
  `agent: desk\nid: desk\npublished: 1\nversions:\n  1:\n    rules:\n      - { id: hello, when: hello, do: [{ say: "${hello}" }] }\n      - { id: bye, when: bye, do: [{ say: Bye now. }] }\n      - { id: call, when: call, do: [{ say: "${hello} I call." }] }\n`
const turnsOf = (...turns: [user: string, expected: string][]): string =>
  turns
    .map(([user, expected]) => `      - { user: "${user}", expect: { reply: { contains: "${expected}" } } }\n`)
    .join('')
const suite = (turns: string, more = ''): string =>
  `suite: Greetings\nagent: desk\nconversations:\n  - name: says hello\n${more}    turns:\n${turns}`
const file = 'tapes/suites/greetings/says-hello.default.yaml'

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tableread-tapes-'))
  putFile('shop/workspace.yaml', 'workspace: small\nkeys: [small-key]\nagents: [agents/desk.yaml]\n')
  putFile('shop/agents/desk.yaml', agent('Hello there.'))
  putFile('suites/greetings.yaml', suite(turnsOf(['hello', 'Hello'], ['bye', 'Bye'])))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))
const suites = () => [join(folder, 'suites')]
const shop = () => ({ workspace: join(folder, 'shop') })

describe('the demo suites', () => {
  const demo = [join(root, 'suites')]
  it('come out of their tapes as they went in, on both versions, with nothing to talk to', {
    tags: 'stress',
  }, async () => {
    const recorded = await run('record', demo, { agentVersion: ['default', 'draft'] })
    const replayed = await replay(demo, { agentVersion: ['default', 'draft'] })
    expect(replayed.result.conversations.length).toBeGreaterThan(50)
    expect(judged(replayed)).toEqual(judged(recorded))
    expect([recorded.code, replayed.code, replayed.result.totals.errored]).toEqual([1, 1, 0])
    const times = ({ result }: Ran) => result.conversations.map(({ turns }) => turns.map(({ turnMs }) => turnMs))
    expect(times(replayed)).toEqual(times(recorded))
    const tools = ({ result }: Ran) => result.coverage.agents.map((agent) => agent.tools)
    expect(tools(replayed).flat().length).toBeGreaterThan(10)
    expect(tools(replayed)).toEqual(tools(recorded))
  })
  it('give the same tapes again, moments aside', { tags: 'stress' }, async () => {
    await run('record', demo)
    // the tools of the code agent take real time
    const steady = (path: string) => withoutTimes(readFileSync(path, 'utf8')).replace(/executionTimeMs: \d+/g, '')
    const first = filesBelow('tapes').map(steady)
    await run('record', demo)
    expect(filesBelow('tapes').map(steady)).toEqual(first)
    expect(first.length).toBeGreaterThan(25)
  })
  it('with steps, queues and an outbox come out as they went in', async () => {
    const steps = [join(root, 'tests/steps/outreach.yaml')]
    const recorded = await run('record', steps, { clock: '2026-03-27T10:00:00Z' })
    expect(recorded.code).toBe(0)
    const replayed = await replay(steps, { clock: '2026-03-27T10:00:00Z' })
    expect([replayed.code, judged(replayed)]).toEqual([0, judged(recorded)])
  })
})

describe('a stale tape', () => {
  beforeEach(async () => void (await run('record', suites(), shop())))

  it('is not comparable when the script sends something else', async () => {
    putFile('suites/greetings.yaml', suite(turnsOf(['hello you', 'Hello'], ['bye', 'Bye'])))
    const ran = await replay(suites(), shop())
    expect([ran.code, verdicts(ran)]).toEqual([4, ['errored']])
    expect(failureOf(ran)).toMatch(
      /^the tape tapes\/suites\/greetings\/says-hello.default.yaml is stale: the script sends something else since it was recorded on .*\n {2}record it again: npx tableread record suites\/greetings.yaml:4 --workspace \S+\/shop --tapes \S+\/tapes$/,
    )
  })
  it('is judged by what the script expects now', async () => {
    putFile('suites/greetings.yaml', suite(turnsOf(['hello', 'Howdy'], ['bye', 'Bye'])))
    const ran = await replay(suites(), shop())
    expect([ran.code, verdicts(ran)]).toEqual([1, ['failed']])
    expect(ran.notes).toContain(
      'suites/greetings.yaml:4 says hello [default]: 2 recorded requests were not made, from request 2 on',
    )
  })
  it('is not comparable when the agent changed, unless nobody asks', async () => {
    putFile('shop/agents/desk.yaml', agent('Hello again.').replace('  1:', '  1:\n    prompt: [Be brief.]'))
    const ran = await replay(suites(), shop())
    expect([ran.code, failureOf(ran)]).toEqual([4, expect.stringContaining('another configuration of desk')])
    expect((await replay(suites(), { ...shop(), offline: true })).code).toBe(0)
  })
  it('is not comparable when the code of the agent changed, or what it imports, unless nobody asks', async () => {
    const code = 'agent: desk\nid: desk\npublished: 1\nversions: { 1: { module: ../../code/desk.mjs } }\n'
    const write = (word: string): void => putFile('code/word.mjs', `export const word = '${word}'\n`)
    putFile('shop/agents/desk.yaml', code)
    putFile('code/desk.mjs', "import { word } from './word.mjs'\nexport default () => word\n")
    write('Hello. Bye.')
    await run('record', suites(), shop())
    expect((await replay(suites(), shop())).code).toBe(0)
    write('Go away.')
    const ran = await replay(suites(), shop())
    expect([ran.code, failureOf(ran)]).toEqual([4, expect.stringContaining('the code of desk has changed since')])
    expect((await replay(suites(), { ...shop(), offline: true })).code).toBe(0)
  })
  it('is not comparable when the prompt of a draft or an earlier version changed, which no service lists', async () => {
    const write = (prompt: string): void =>
      putFile(
        'shop/agents/desk.yaml',
        `${agent('Hello.').replace('published: 1', 'published: 2')}  2: { based on: 1 }\ndraft: { based on: 1, prompt: ${prompt} }\n`,
      )
    write('Be kind.')
    const asked = { ...shop(), agentVersion: ['draft', '1'] }
    await run('record', suites(), asked)
    expect((await replay(suites(), asked)).code).toBe(0)
    write('Be short.')
    expect(verdicts(await replay(suites(), asked))).toEqual(['errored', 'passed'])
  })
  it('is not comparable when it is of another version, a later format, or not there', async () => {
    const sound = take(file)
    putFile(file, sound.replace('version: default', 'version: draft'))
    expect(failureOf(await replay(suites(), shop()))).toContain('it is of the version "draft", not of "default"')
    putFile(file, sound.replace('tableread tape: 1', 'tableread tape: 2'))
    expect(failureOf(await replay(suites(), shop()))).toContain('has format 2, which a later Tableread wrote')
    rmSync(join(folder, file))
    const ran = await replay(suites(), shop())
    expect([ran.code, failureOf(ran)]).toEqual([
      4,
      expect.stringContaining('there is no tape of this conversation at tapes/'),
    ])
  })
  it('is broken, with its place, when it cannot be read', async () => {
    putFile(file, take(file).replace('ms: ', 'ms: later '))
    const ran = await replay(suites(), shop())
    expect([ran.code, verdicts(ran)]).toEqual([2, ['errored']])
    expect(ran.notes).toMatch(/^tapes\/suites\/greetings\/says-hello.default.yaml:\d+:\d+: expected milliseconds/)
    expect(ran.result.problems).toHaveLength(1)
  })
  it('says so when it holds no answer, and never that the agent failed', async () => {
    putFile(file, take(file).replace('message: bye', 'message: good bye'))
    const ran = await replay(suites(), shop())
    expect([ran.code, verdicts(ran)]).toEqual([4, ['errored']])
    expect(failureOf(ran)).toContain('    body.message\n      recorded: "good bye"\n      sent now: "bye"')
  })
  it('says what was not asked for', async () => {
    const ran = await replay(suites(), { ...shop(), reconcile: false })
    expect(ran.code).toBe(0)
    expect(ran.notes).toMatch(/a recorded request was not made: 3 \(GET \/api\/session\/fetch\//)
  })
  it('is recorded anew by auto, which leaves fresh ones alone', async () => {
    putFile('suites/other.yaml', suite(turnsOf(['hello', 'Hello'])).replace('Greetings', 'Other'))
    const before = take(file)
    expect((await run('auto', suites(), shop())).code).toBe(0)
    expect(take(file)).toBe(before)
    network.open = false
    expect((await run('auto', suites(), shop()).finally(() => (network.open = true))).result.target).toBe(
      'tapes in tapes',
    )
    putFile('suites/greetings.yaml', suite(turnsOf(['hello you', 'Hello'])))
    expect((await run('auto', suites(), shop())).code).toBe(0)
    expect(take(file)).not.toBe(before)
  })
})

describe('a tape', () => {
  it('holds no key, address, number or signature, and still replays what needs them', async () => {
    const [mail, phone] = ['asha.k@shop.example', '+91 98765 43210']
    const link = 'https://files.example/a.pdf?expires=1795260968&signature=c4n4rysignature'
    putFile('shop/agents/desk.yaml', agent(`Hey, I am help@desk.example, see ${link} and small-key.`))
    const exchanges = [
      ['hello', 'help@desk.example'],
      [`call me on ${phone} or 919876543210, or ${mail}`, link],
    ] as [string, string][]
    const captured = `      - user: hello\n        expect: { reply: { contains: Hey } }\n        capture: { said: reply }\n      - { user: "bye {{said}}", expect: { reply: { contains: Bye } } }\n`
    putFile('suites/greetings.yaml', suite(turnsOf(...exchanges) + captured))
    const recorded = await run('record', suites(), shop())
    expect([recorded.code, failureOf(recorded)]).toEqual([0, undefined])
    const text = take(file)
    for (const canary of ['small-key', mail, 'help@desk.example', phone, '919876543210', '98765', 'c4n4rysignature'])
      expect([canary, text.includes(canary)]).toEqual([canary, false])
    const replayed = await replay(suites(), shop())
    expect([failureOf(replayed), judged(replayed)]).toEqual([undefined, judged(recorded)])
  })
  it('leaves out what the config calls private, and keeps it in its folder', async () => {
    putFile('tableread.config.yaml', 'tapes: kept\nredact: [/case-\\d+/i, /Ms \\w+/]\nworkspace: shop\n')
    putFile('suites/greetings.yaml', suite(turnsOf(['hello, CASE-77 of Ms Okafor', 'Hello'])))
    const flags = { config: join(folder, 'tableread.config.yaml'), tapes: join(folder, 'kept') }
    expect((await run('record', suites(), flags)).code).toBe(0)
    const text = take('kept/suites/greetings/says-hello.default.yaml')
    expect(text).toContain('message: hello, <private 1> of <private 2>')
    expect(text).not.toMatch(/CASE-77|Okafor/)
    expect((await replay(suites(), flags)).code).toBe(0)
  })
  it('needs no values of the environment', async () => {
    putFile('suites/greetings.yaml', suite(turnsOf(['hello from {{env.TABLEREAD_TAPE_SHOP}}', 'Hello'])))
    vi.stubEnv('TABLEREAD_TAPE_SHOP', 'Northwind')
    expect((await run('record', suites(), shop())).code).toBe(0)
    vi.stubEnv('TABLEREAD_TAPE_SHOP', undefined)
    expect(take(file)).not.toContain('Northwind')
    expect((await replay(suites(), shop())).code).toBe(0)
    vi.unstubAllEnvs()
  })
  it('holds every attempt, and says when there are too few', async () => {
    putFile('suites/greetings.yaml', suite(turnsOf(['hello', 'Hello']), '    repeat: { times: 3, pass: 3 }\n'))
    const recorded = await run('record', suites(), shop())
    const replayed = await replay(suites(), shop())
    expect(replayed.result.conversations[0]?.attempts).toMatchObject({ passed: 3 })
    expect(judged(replayed)).toEqual(judged(recorded))
    putFile('suites/greetings.yaml', suite(turnsOf(['hello', 'Hello']), '    repeat: { times: 4, pass: 4 }\n'))
    const more = await replay(suites(), shop())
    expect([more.code, failureOf(more)]).toEqual([
      4,
      expect.stringContaining('holds 3 attempts, and this is attempt 4'),
    ])
    putFile('suites/greetings.yaml', suite(turnsOf(['hello', 'Hello']), '    repeat: { times: 2, pass: 2 }\n'))
    expect((await replay(suites(), shop())).notes).toContain('1 of 3 recorded attempts were not played')
  })
  it('judges latencies by the times of the recording', async () => {
    putFile('suites/greetings.yaml', suite('      - { user: hello, expect: { latency: 1 s } }\n'))
    await run('record', suites(), shop())
    putFile(file, take(file).replace(/ms: .*/, 'ms: 1500'))
    const ran = await replay(suites(), shop())
    expect([ran.code, ran.result.conversations[0]?.turns[0]?.turnMs]).toEqual([1, 1500])
  })
  it('is written whole or not at all, and never over another file', async () => {
    expect((await run('record', suites(), shop())).code).toBe(0)
    expect(filesBelow('tapes').map((path) => path.slice(folder.length + 1))).toEqual([file])
    const before = take(file)
    putFile('suites/greetings.yaml', suite(turnsOf(['hello', 'Hello'])))
    putFile('shop/agents/desk.yaml', agent('Hello there.').replace('    rules:', '    delay: 5 s\n    rules:'))
    const ran = await run('record', suites(), { ...shop(), timeLimit: '50 ms' })
    putFile('shop/agents/desk.yaml', agent('Hello there.'))
    expect([ran.code, ran.notes]).toEqual([3, expect.stringContaining('not recorded, since it is errored')])
    expect(take(file)).toBe(before)
    putFile(file, 'suite: precious\n')
    putFile('suites/greetings.yaml', suite(turnsOf(['hello', 'Hello'])))
    await expect(run('record', suites(), shop())).rejects.toThrow(/a tape cannot be written: .*another file is there/)
    expect(take(file)).toBe('suite: precious\n')
  })
  it('stays in its folder, whatever a conversation is called', async () => {
    const names = ['../../../escape', 'CON', 'a/b\\\\c:d', '.', 'ünïcödé 日本']
    const more = names.map((name) => `  - name: "${name}"\n    turns:\n${turnsOf(['hello', 'Hello'])}`).join('')
    putFile('suites/greetings.yaml', suite(turnsOf(['hello', 'Hello'])) + more)
    expect((await run('record', suites(), shop())).code).toBe(0)
    expect(filesBelow('.').filter((path) => path.endsWith('.default.yaml')).length).toBe(6)
    expect(filesBelow('tapes/suites/greetings').length).toBe(6)
    expect((await replay(suites(), shop())).code).toBe(0)
  })
})
