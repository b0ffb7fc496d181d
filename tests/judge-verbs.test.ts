import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { eachByTier } from '../src/base/tiers.fixture.ts'
import { readVerbs } from './hostile/command-line.ts'
import { runCli } from './hostile/run-cli.ts'
import { type JudgeDouble, openJudgeDouble } from './judge-double.ts'
import { runWarm } from './warm/run-warm.ts'

let folder: string
let double: JudgeDouble
/** The judge's answer, whatever it is shown; null for the true one. */
let says: 'cannot tell' | 'met' | null
let begun = ''

const at = (path: string): string => join(folder, path)
const putFile = (path: string, text: string): void => {
  mkdirSync(dirname(at(path)), { recursive: true })
  writeFileSync(at(path), text)
}
const readJson = (path: string) => JSON.parse(readFileSync(at(path), 'utf8'))

/** Each version has its own greeting; the third is not friendly. */
const greetings = ['Hello there', 'Hello again', 'Go away']
const agent = `agent: desk
id: desk
published: 1
versions:
${greetings.map((text, index) => `  ${index + 1}:\n    rules: [{ id: hello, when: /./, do: [{ say: '${text}, {message}' }] }]\n`).join('')}`
const suite = (name: string): string => `suite: ${name}
agent: desk
conversations:
  - { name: ${name} one, turns: [{ user: one, expect: { judge: is friendly } }] }
  - { name: ${name} two, turns: [{ user: two, expect: { judge: is friendly } }] }
`
const config = (judges: string, more = ''): string => `models:
  small: { use: openai-compatible/m, base url: "${double.url}", price: { input: 1, output: 1 } }
judges: { ${judges} }
workspace: shop
${more}`
const judging = [{ model: 'small', inputTokens: 200, outputTokens: 40, cost: 0.00024 }]

const session = {
  ...{ sessionId: 's-1', status: 'completed', communicationChannelType: 'webChat', communicationChannelName: null },
  agentDetails: { name: 'desk', number: null, email: null, version: '1' },
  ...{ dynamicVariables: null, analysis: null, user: { id: 'u-1', name: null, number: null, email: null } },
  transcript: [
    message('user', 'one', null),
    message('assistant', 'Hello there, one', 'desk'),
    message('user', 'two', null),
    message('assistant', 'Hello there, two', 'desk'),
  ],
  ...{ time: '2026-01-01T00:00:00Z', createdAt: '2026-01-01T00:00:00Z', updatedAt: '2026-01-01T00:00:00Z' },
}

function message(role: 'user' | 'assistant', text: string, agentName: string | null): object {
  const nobody = { senderId: null, senderName: null, metadata: null, timestamp: '2026-01-01T00:00:00Z' }
  return { type: 'message', role, content: [{ type: 'text', text }], agentName, ...nobody }
}

beforeAll(async () => {
  double = await openJudgeDouble((_, words) => says ?? (words.startsWith('Hello') ? 'met' : 'not met'))
})
afterAll(() => double.close())
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tableread-judge-verbs-'))
  says = null
  double.asked.length = 0
  begun = ''
  putFile('shop/workspace.yaml', 'workspace: small\nkeys: [small-key]\nagents: [agents/desk.yaml]\n')
  putFile('shop/agents/desk.yaml', agent)
  putFile('suites/greetings.yaml', suite('Greetings'))
  putFile('tableread.config.yaml', config('by: small, unlicensed: count, cache: false'))
  putFile('session.json', JSON.stringify(session))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** The tests' own environment turns history and journal off; these commands keep them. */
const clean = { NO_COLOR: '1', TABLEREAD_HISTORY: undefined, TABLEREAD_JOURNAL: undefined }

async function run(line: string): Promise<{ code: number | null; asked: number; out: string }> {
  const before = double.asked.length
  const env = { ...clean, CI: undefined, TABLEREAD_API_KEY: undefined }
  const { code, out, err } = await runWarm(line.split(' '), { folder, env })
  begun = `${line}\n${out}${err}`
  return { code, asked: double.asked.length - before, out: out + err }
}

/**
 * Verbs that ask judges: how often for two conversations, and the exit codes when the judge finds what is
 * expected, or cannot tell.
 */
const asking: Record<string, { line: string; first?: string[]; asked: number; sure: number; unsure: number }> = {
  run: { line: 'run --json run.json', asked: 2, sure: 0, unsure: 3 },
  record: { line: 'record --json run.json', asked: 2, sure: 0, unsure: 3 },
  compare: { line: 'compare 1 2 --json run.json', asked: 4, sure: 0, unsure: 3 },
  bisect: { line: 'bisect -g 1 -b 3', asked: 6, sure: 0, unsure: 3 },
  snapshots: { line: 'snapshots --update', asked: 2, sure: 0, unsure: 3 },
  teeth: { line: 'teeth --kinds refuse-help --json run.json', asked: 4, sure: 0, unsure: 3 },
  prove: { line: 'prove --runs 2 --kinds refuse-help --json run.json', asked: 4, sure: 0, unsure: 3 },
  vary: { line: 'vary --variants 1 --operators spaces-around --json run.json', asked: 2, sure: 0, unsure: 3 },
  score: { line: 'score session.json --config general.yaml --json run.json', asked: 2, sure: 0, unsure: 3 },
  'judge calibrate': { line: 'judge calibrate', asked: 4, sure: 1, unsure: 1 },
}

/** Verbs that ask no judge, what they need beforehand, and their exit code. */
const silent: Record<string, { line: string; first?: string[]; code: number; input?: string }> = {
  replay: { line: 'replay --offline', first: ['record'], code: 0 },
  snapshots: { line: 'snapshots', first: ['snapshots --update'], code: 0 },
  merge: {
    line: 'merge 1.json 2.json',
    first: ['run --shard 1/2 --json 1.json', 'run --shard 2/2 --json 2.json'],
    code: 0,
  },
  'report merge': { line: 'report merge 1.json', first: ['run --shard 1/1 --json 1.json'], code: 0 },
  report: { line: 'report run.json', first: ['run --json run.json'], code: 0 },
  history: { line: 'history', first: ['run'], code: 0 },
  lint: { line: 'lint', code: 0 },
  list: { line: 'list', code: 0 },
  suggest: { line: 'suggest', code: 3 }, // nothing is known of an agent without tools
  import: { line: 'import session.json -o draft.yaml', code: 0 },
  schema: { line: 'schema', code: 0 },
  'judge status': { line: 'judge status', code: 0 },
  'judge label': { line: 'judge label run.json -o labels/x.yaml', first: ['run --json run.json'], code: 2 },
  chat: { line: 'chat desk', code: 0, input: 'one\n/quit\n' },
}

/** Verbs that do not use the suites of this project. */
const others = [
  ...['serve', 'demo', 'contract', 'init', 'pull', 'mcp', 'attack', 'review', 'completion', 'watch-service'],
  // A worker asks no judge: the process that started the run does.
  ...['work', 'queue status', 'queue page', 'queue pause', 'queue resume', 'queue limit'],
]

it('has a row for every verb', async () => {
  const names = [...Object.keys(asking), ...Object.keys(silent), ...others]
  expect((await readVerbs()).map(({ name }) => name).filter((name) => !names.includes(name))).toEqual([])
})

const general = 'every turn: { judge: is friendly }\n'
const labels = `labels: L
criterion: is friendly
examples:
  - { verdict: met, turns: [{ user: one, agent: Hello there }] }
  - { verdict: not met, turns: [{ user: one, agent: Go away }] }
`

eachByTier(2, describe)(Object.entries(asking))('%s', (_, { line, asked, sure, unsure }) => {
  beforeEach(() => {
    putFile('general.yaml', config('by: small, unlicensed: count, cache: false', general))
    putFile('labels/l.yaml', labels)
  })

  it('asks judges, and counts what they say', async () => {
    const ran = await run(line)
    expect([ran.code, ran.asked >= asked], ran.out).toEqual([sure, true])
    if (!['teeth', 'prove', 'vary', 'judge calibrate'].includes(line.split(' --')[0] ?? ''))
      expect(ran.asked, begun).toBe(asked)
  })

  it('passes nothing of which the judge cannot tell', async () => {
    says = 'cannot tell'
    const ran = await run(line)
    expect([ran.code, ran.asked > 0], ran.out).toEqual([unsure, true])
    expect(existsSync(at('snapshots'))).toBe(false)
  })

  it('passes nothing by advice alone, nor where nobody may be asked', async () => {
    if (line.startsWith('judge')) return
    putFile('tableread.config.yaml', config('by: small, cache: false'))
    putFile('general.yaml', config('by: small, cache: false', general))
    const advised = await run(line)
    expect([advised.code, advised.asked > 0], advised.out).toEqual([unsure, true])
    const budget = await run(`${line} --max-judge-calls 1 --no-judge-cache`)
    expect([budget.code, budget.asked], budget.out).toEqual([unsure, 1])
    putFile('tableread.config.yaml', config('votes: 1'))
    putFile('general.yaml', config('votes: 1', general))
    const nobody = await run(line)
    expect([nobody.code, nobody.asked], nobody.out).toEqual([unsure, 0])
  })
})

eachByTier(4, describe)(Object.entries(silent))('%s', (_, { line, first = [], code, input }) => {
  it('asks no judge', async () => {
    for (const each of first) expect((await run(each)).code, begun).toBe(0)
    double.asked.length = 0
    const env = { NO_COLOR: '1', CI: '', TABLEREAD_API_KEY: '' }
    const ran = input === undefined ? await run(line) : await runCli(line.split(' '), { folder, env, input })
    expect([ran.code, double.asked], ran.out).toEqual([code, []])
  })
})

describe('what judges took', () => {
  it('is the same of shards and their whole, and of a run that was resumed', async () => {
    expect((await run('run --json whole.json')).code, begun).toBe(0)
    expect(readJson('whole.json').judging).toEqual(judging)
    for (const shard of ['1', '2']) expect((await run(`run --shard ${shard}/2 --json ${shard}.json`)).asked).toBe(1)
    expect((await run('merge 1.json 2.json --json merged.json')).code, begun).toBe(0)
    expect(readJson('merged.json').judging).toEqual(judging)
    expect((await run('run -c 1 --max-judge-calls 1 --json part.json')).code, begun).toBe(3)
    const resumed = await run('run -c 1 --resume --json resumed.json')
    expect([resumed.code, resumed.asked], resumed.out).toEqual([0, 1])
    expect(readJson('resumed.json').judging).toEqual(judging)
  })

  it('is told of each side of a comparison, in every report, of a merged one as well, and in the history', async () => {
    putFile('tableread.config.yaml', config('by: small, unlicensed: count, cache: false', 'history: h.sqlite\n'))
    const compared = await run('compare 1 2 --json whole.json --markdown whole.md --html whole.html')
    expect([compared.code, compared.out]).toEqual([
      0,
      expect.stringContaining('1: judges: 240 tokens (200 in, 40 out)'),
    ])
    expect(compared.out).toContain('2: judges: 240 tokens (200 in, 40 out)')
    expect(readJson('whole.json').judging).toEqual({ a: judging, b: judging })
    for (const file of ['whole.md', 'whole.html'])
      expect(readFileSync(at(file), 'utf8')).toContain('2: judges: 240 tokens')
    for (const shard of ['1', '2']) await run(`compare 1 2 --no-history --shard ${shard}/2 --json ${shard}.json`)
    await run('merge 1.json 2.json --json merged.json')
    expect(readJson('merged.json').judging, begun).toEqual({ a: judging, b: judging })
    const historyRun = await run('history --json -v 2')
    const { trends } = JSON.parse(historyRun.out)
    expect(trends[0].points, historyRun.out).toMatchObject([{ judgeTokens: 120, judgeCost: 0.00012 }])
    const trendRun = await run('history suites/greetings.yaml:4 -v 2 -r plain')
    expect(trendRun.out).toContain('judges: 120 tokens; judges: cost 0.00012')
  })
})

describe('a run that goes on', () => {
  it.each([
    ['another model', 'by: small, unlicensed: count, cache: false', 'openai-compatible/m', 'openai-compatible/n'],
    ['other votes', 'by: small, unlicensed: count, cache: false', 'by: small', 'by: small, votes: 2'],
    ['advice that counted', 'by: small, unlicensed: count, cache: false', ', unlicensed: count', ''],
  ])('has judged anew what %s judged', async (_, judges, from, to) => {
    expect((await run('run -c 1 --max-judge-calls 1')).code, begun).toBe(3)
    putFile('tableread.config.yaml', config(judges).replace(from, to))
    const { out } = await run('run -c 1 --resume')
    expect(out).toContain(
      '0 of 2 conversations are taken from it, 2 run now (1 of them changed since, in script, judges or agents)',
    )
  })

  it('keeps what no judge was asked about', async () => {
    putFile('suites/greetings.yaml', suite('Greetings').replace('judge: is friendly', 'reply: { contains: Hello }'))
    expect((await run('run -c 1 --max-judge-calls 1 --no-judge-cache')).code, begun).toBe(0)
    says = 'cannot tell'
    expect((await run('run -c 1')).code, begun).toBe(3)
    putFile('tableread.config.yaml', config('by: small, unlicensed: count, cache: false, votes: 2'))
    expect((await run('run -c 1 --resume')).out).toContain('1 of 2 conversations are taken from it, 1 run now')
  })
})

it('snapshots say of how many criteria no judge was asked', async () => {
  await run('snapshots --update')
  const { out } = await run('snapshots --json')
  expect(JSON.parse(out).conversations).toMatchObject([{ state: 'same', unasked: 1 }, { unasked: 1 }])
  const updateRun = await run('snapshots --update --even-failed')
  expect([updateRun.code, updateRun.asked]).toEqual([0, 0])
})

it('score shows judges nothing of whom a session was with', async () => {
  const participant = { id: 'u-1', name: null, number: '(555) 123-9876', email: 'asha@shop.example' }
  const [first, second] = session.transcript
  const entries = [
    first,
    { ...second, content: [{ type: 'text', text: 'Hello there (555) 123-9876, asha@shop.example' }] },
  ]
  putFile('session.json', JSON.stringify({ ...session, user: participant, transcript: entries }))
  putFile('general.yaml', config('by: small, unlicensed: count, cache: false', general))
  const { code, asked, out } = await run('score session.json --config general.yaml')
  expect([code, asked], out).toEqual([0, 1])
  expect(double.bodies.join()).not.toMatch(/123-9876|asha@shop/)
})

describe('criteria of the config', () => {
  const judged =
    'every turn:\n  judge:\n    - apologises and offers a voucher\n    - { criterion: is friendly, by: smal }\n'
  const sound = judged.replace('by: smal', 'votes: 1')

  it('are linted, and stand in the config for whoever asks where they are', async () => {
    putFile('tableread.config.yaml', config('by: small', sound))
    const linted = await run('lint --no-blueprints')
    expect([linted.code, linted.out]).toEqual([
      0,
      expect.stringMatching(/^tableread\.config\.yaml:7:7: .*\[two-in-one\]$/m),
    ])
    expect(linted.out).toContain('  7 |     - apologises and offers a voucher')
    const { criteria } = JSON.parse((await run('judge status --json')).out)
    expect(criteria.map(({ places }: { places: string[] }) => places)).toEqual([
      ['tableread.config.yaml:7'],
      ['tableread.config.yaml:8'],
      ['suites/greetings.yaml:4', 'suites/greetings.yaml:5'],
    ])
  })

  it.each(['run', 'score session.json'])(
    'name their models, or are refused with the line of the config by %s',
    async (line) => {
      putFile('tableread.config.yaml', config('by: small', judged))
      const { code, asked, out } = await run(line)
      expect([code, asked]).toEqual([2, 0])
      expect(out).toMatch(/tableread\.config\.yaml:8:9: there is no model "smal"/)
    },
  )
})

it('teeth suggests a criterion where nothing plain tells a mutant of meaning from what was said', async () => {
  says = 'met'
  putFile(
    'shop/agents/desk.yaml',
    'agent: desk\nid: desk\npublished: 1\nversions:\n  1:\n    rules: [{ id: a, when: /./, do: [{ say: "Yes.\\nOK." }] }]\n',
  )
  const { out } = await run('teeth --kinds refuse-help --json run.json -r plain')
  const [suggestion] = readJson('run.json').suggestions
  expect(suggestion, out).toMatchObject({ under: 'expect', judged: true })
  expect(suggestion.yaml).toMatch(/^judge: does what the customer asks for/)
  expect(out).toContain('a judge might catch 1')
})
