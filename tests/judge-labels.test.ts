import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type JudgeDouble, openJudgeDouble } from './judge-double.ts'
import { runWarm } from './warm/run-warm.ts'

let folder: string
let double: JudgeDouble
const at = (path: string): string => join(folder, path)
const putFile = (path: string, text: string): void => {
  mkdirSync(dirname(at(path)), { recursive: true })
  writeFileSync(at(path), text)
}
const agent = (name: string, text: string): string =>
  `agent: ${name}\nid: ${name}\npublished: 1\nversions:\n  1:\n    rules: [{ id: hello, when: /./, do: [{ say: "${text}, {message}" }] }]\n`
const suite = (agentName: string): string => `suite: Greetings
agent: ${agentName}
conversations:
  - name: says hello
    turns:
      - { user: one, expect: { judge: is friendly } }
      - { user: two, expect: { judge: is friendly } }
`
const tape = 'tapes/suites/greetings/says-hello.default.yaml'
const labels = (transcript: string, verdict = 'met'): void =>
  putFile(
    'labels/l.yaml',
    `labels: L\ncriterion: is friendly\nexamples:\n  - { verdict: ${verdict}, transcript: ${transcript} }\n`,
  )

beforeAll(async () => {
  double = await openJudgeDouble((_, words) => (words.startsWith('Hello') ? 'met' : 'not met'))
})
afterAll(() => double.close())
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tableread-judge-labels-'))
  putFile('shop/workspace.yaml', 'workspace: small\nkeys: [small-key]\nagents: [agents/desk.yaml, agents/other.yaml]\n')
  putFile('shop/agents/desk.yaml', agent('desk', 'Hello'))
  putFile('shop/agents/other.yaml', agent('other', 'Go away'))
  putFile('suites/greetings.yaml', suite('desk'))
  putFile(
    'tableread.config.yaml',
    `models: { small: { use: openai-compatible/m, base url: "${double.url}" } }\njudges: { by: small, unlicensed: count, at least: 1 %, probes: 100 % }\nworkspace: shop\nhistory: false\n`,
  )
  expect((await run('record')).code).toBe(0)
  double.bodies.length = 0
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const run = async (...args: string[]) => {
  const { code, out, err } = await runWarm(args, { folder, env: { NO_COLOR: '1', CI: '' } })
  return { code, told: out + err }
}
/** What the judge was last shown. */
const lastPrompt = (): string => JSON.parse(double.bodies.at(-1) ?? '{}').messages?.at(-1).content ?? ''

describe('a label that refers to a tape', () => {
  it.each([
    ['its first turn', ', turn: 1', ['Hello, one'], ['Hello, two']],
    ['its second', ', turn: 2', ['Hello, two'], ['Hello, one']],
    ['its last, where no turn is named', '', ['Hello, two'], []],
  ])('shows a judge %s', async (_, turn, words, others) => {
    labels(`{ tape: ../${tape}${turn} }`)
    const { told } = await run('judge', 'calibrate', '--no-judge-cache')
    expect(told).toContain('1 of 1, 100 %')
    for (const each of words) expect(lastPrompt()).toContain(each)
    for (const each of others) expect(lastPrompt()).not.toContain(each)
  })

  it('shows all turns up to there to a criterion that looks at the conversation', async () => {
    putFile(
      'suites/greetings.yaml',
      suite('desk').replaceAll('judge: is friendly', 'judge: { criterion: is friendly, looks at: conversation }'),
    )
    labels(`{ tape: ../${tape}, turn: 2 }`)
    await run('judge', 'calibrate', '--no-judge-cache')
    expect(lastPrompt()).toMatch(/Hello, one[\s\S]*Hello, two/)
  })

  it.each([
    ['a tape that is not there', '{ tape: ../tapes/none.yaml }', 'there is no tape at ../tapes/none.yaml'],
    ['a turn that it has not', `{ tape: ../${tape}, turn: 3 }`, 'it has no answered turn 3'],
    ['what is no tape', '{ tape: ../suites/greetings.yaml }', 'is no tape that can be read'],
    ['a conversation of a tape', `{ tape: ../${tape}, conversation: x }`, 'a tape has one conversation'],
    ['neither', '{ turn: 1 }', 'a transcript is of a tape or of a result'],
  ])('is refused where it names %s', async (_, transcript, message) => {
    labels(transcript)
    const { code, told } = await run('judge', 'calibrate')
    expect([code, double.bodies]).toEqual([2, []])
    expect(told).toContain('labels/l.yaml:4:')
    expect(told).toContain(message)
  })

  it.each([
    ['cut off', (text: string) => text.slice(0, text.length / 2), 'is no tape that can be read'],
    [
      'of a later version',
      (text: string) => text.replace(/tape: \d+/, 'tape: 99'),
      'a later version of Tableread recorded',
    ],
  ])('is refused where the tape is %s', async (_, spoil, message) => {
    labels(`{ tape: ../${tape}, turn: 1 }`)
    putFile(tape, spoil(readFileSync(at(tape), 'utf8')))
    const { code, told } = await run('judge', 'calibrate')
    expect([code, double.bodies]).toEqual([2, []])
    expect(told).toContain(message)
  })

  it('ends its licence with what the tape says, as when it is recorded anew with another agent', async () => {
    putFile('tableread.config.yaml', readFileSync(at('tableread.config.yaml'), 'utf8').replace('count', 'advice'))
    putFile(
      'labels/l.yaml',
      `labels: L\ncriterion: is friendly\nexamples:\n  - { verdict: met, transcript: { tape: ../${tape}, turn: 1 } }\n  - { verdict: not met, turns: [{ user: one, agent: Go away }] }\n`,
    )
    expect((await run('judge', 'calibrate')).code).toBe(0)
    const status = async () => JSON.parse((await run('judge', 'status', '--json')).told).criteria[0]
    expect(await status()).toMatchObject({ licensed: true })
    const recorded = readFileSync(at(tape), 'utf8')
    putFile('suites/greetings.yaml', suite('other'))
    await run('record')
    expect(readFileSync(at(tape), 'utf8')).toContain('Go away, one')
    expect((await status()).why.join()).toContain('its examples in labels/l.yaml have changed')
    rmSync(at(tape))
    expect((await status()).why.join()).toContain('there is no tape at')
    putFile(tape, recorded)
    expect(await status()).toMatchObject({ licensed: true })
  })
})
