// @module-tag stress
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { eachByTier } from '../src/base/tiers.fixture.ts'
import { type JudgeDouble, openJudgeDouble } from './judge-double.ts'
import { runWarm } from './warm/run-warm.ts'

// A calibration asks several hundred questions.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

let folder: string
let double: JudgeDouble
/** The licence that calibration on the labels gives, in whichever folder. */
let licensed = ''
/** What the last command printed. */
let printed = ''

const at = (path: string): string => join(folder, path)
const putFile = (path: string, text: string): void => {
  mkdirSync(dirname(at(path)), { recursive: true })
  writeFileSync(at(path), text)
}
const suites = 'suites/greetings.yaml'
const file = 'judges.licences.yaml'
const change = (path: string, from: string | RegExp, to: string): void => {
  const text = readFileSync(at(path), 'utf8')
  expect(text).toMatch(from)
  putFile(path, text.replace(from, to))
}

const config = (): string => `models:
  small: { use: openai-compatible/m, base url: "${double.url}" }
  other: { use: openai-compatible/n, base url: "${double.url}" }
judges: { by: small }
workspace: shop
`
const labels = `labels: Greetings
criterion: is friendly
examples:
${Array.from({ length: 36 }, (_, index) => `  - { verdict: met, turns: [{ user: "${index}", agent: Hello ${index} }] }\n  - { verdict: not met, turns: [{ user: "${index}", agent: Go away ${index} }] }\n`).join('')}`
const suite = `suite: Greetings
agent: desk
conversations:
  - { name: one, turns: [{ user: one, expect: { reply: { present: true }, judge: is friendly } }] }
  - { name: two, turns: [{ user: two, expect: { reply: { present: true }, judge: is friendly } }] }
  - { name: three, turns: [{ user: three, expect: { reply: { contains: Hello } } }] }
`
const agent = `agent: desk
id: desk
published: 1
versions:
  1: { rules: [{ id: hello, when: /./, do: [{ say: 'Hello there, {message}' }] }] }
  2: { rules: [{ id: hello, when: /./, do: [{ say: 'Hello again, {message}' }] }] }
`

beforeAll(async () => {
  double = await openJudgeDouble((_, words) => (words.startsWith('Hello') ? 'met' : 'not met'))
})
afterAll(() => double.close())
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tableread-licence-changes-'))
  putFile('shop/workspace.yaml', 'workspace: small\nkeys: [small-key]\nagents: [agents/desk.yaml]\n')
  putFile('shop/agents/desk.yaml', agent)
  putFile(suites, suite)
  putFile('labels/greetings.yaml', labels)
  putFile('tableread.config.yaml', config())
  if (licensed === '') {
    expect(await run('judge calibrate'), printed).toBe(0)
    licensed = readFileSync(at(file), 'utf8')
  }
  putFile(file, licensed)
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

async function run(line: string): Promise<number | null> {
  const env = { NO_COLOR: '1', TABLEREAD_HISTORY: undefined, TABLEREAD_JOURNAL: undefined, CI: undefined }
  const { code, out, err } = await runWarm(line.split(' '), {
    folder,
    env: { ...env, TABLEREAD_API_KEY: undefined },
  })
  printed = `${line}\n${out}${err}`
  return code
}

/** Changes to what licences rest on that leave the suites and the config untouched. */
const losses: [what: string, lose: () => void][] = [
  ['a label', () => change('labels/greetings.yaml', 'verdict: not met', 'verdict: met')],
  ['a file of labels', () => rmSync(at('labels/greetings.yaml'))],
  ['the file of licences', () => rmSync(at(file))],
  ['the counts of a licence', () => change(file, /right: 36/, 'right: 35')],
]
const verdicts = (): [string, string[]][] =>
  JSON.parse(readFileSync(at('run.json'), 'utf8')).conversations.map(
    (each: { name: string; turns: { outcomes: { kind: string; verdict: string }[] }[] }) => [
      each.name,
      each.turns.flatMap(({ outcomes }) =>
        outcomes.flatMap(({ kind, verdict }) => (kind === 'judge' ? [verdict] : [])),
      ),
    ],
  )

describe('--resume, where a licence was lost meanwhile', () => {
  /** A run in which one conversation gets no verdict, so that its journal stays. */
  const begin = async (): Promise<void> => {
    expect(await run('run -c 1 --max-turns 2 --json run.json'), printed).toBe(3)
    expect(verdicts(), printed).toEqual([
      ['one', ['passed']],
      ['two', ['passed']],
      ['three', []],
    ])
  }

  eachByTier(1)(losses)('%s: nothing counts that the journal has', async (_, lose) => {
    await begin()
    lose()
    expect(await run('run --resume --json run.json'), printed).toBe(0)
    expect(printed).toContain('0 of 3 conversations are taken from it')
    expect(verdicts(), printed).toEqual([
      ['one', ['advice']],
      ['two', ['advice']],
      ['three', []],
    ])
  })

  it.each<[string, () => void]>([
    ['a comment among labels', () => change('labels/greetings.yaml', 'criterion:', '# a comment\ncriterion:')],
    ['a model that judges nothing here', () => change('tableread.config.yaml', 'compatible/n', 'compatible/o')],
    [
      'what a model costs',
      () => change('tableread.config.yaml', 'compatible/m,', 'compatible/m, price: { input: 1, output: 1 },'),
    ],
  ])('takes what was judged from the journal after %s', async (_, touch) => {
    await begin()
    touch()
    expect(await run('run --resume --json run.json'), printed).toBe(0)
    expect(printed).toContain('2 of 3 conversations are taken from it')
  })
})

describe('shards', () => {
  it.each(losses)('that were judged with and without %s are not merged', async (_, lose) => {
    expect(await run('run --shard 1/2 --json one.json'), printed).toBe(0)
    lose()
    expect(await run('run --shard 2/2 --json two.json'), printed).toBe(0)
    expect(await run('merge one.json two.json'), printed).toBe(2)
    expect(printed).toContain('one.json and two.json were judged by other judges or checks, or with other licences')
    expect(printed).toContain(
      'with the same config, modules of checks and file of licences, and the labels that it names',
    )
  })

  it.each(['run', 'compare 1 2'])('of one commit are merged: %s', async (verb) => {
    for (const index of [1, 2]) expect(await run(`${verb} --shard ${index}/2 --json ${index}.json`), printed).toBe(0)
    expect(JSON.parse(readFileSync(at('1.json'), 'utf8')).shard.judges).toMatch(/^[0-9a-f]{16,}$/)
    expect(await run('merge 1.json 2.json'), printed).toBe(0)
  })
})

describe('a licence that cannot be read', () => {
  it.each<[string, () => void, string]>([
    [
      'beside one with another judge',
      () => {
        const text = readFileSync(at(file), 'utf8')
        const begins = text.indexOf('  - criterion')
        const [head, licence] = [text.slice(0, begins), text.slice(begins)]
        putFile(file, `${head}${licence.replace('right: 36', 'right: 35')}${licence}`)
        change('tableread.config.yaml', 'by: small', 'by: other')
      },
      `${file}:6:5: this licence is not as it was written`,
    ],
    ['in a file that is no YAML', () => putFile(file, '{'), `${file}:1:`],
    ['in a file of something else', () => putFile(file, 'suite: x\n'), `${file}:1:1: this is no file of licences`],
    ['with counts that cannot be', () => change(file, 'right: 36', 'right: 37'), `${file}:17:7: met: 37 of 36`],
    [
      'whose labels are broken',
      () => change('labels/greetings.yaml', 'verdict: met', 'verdikt: met'),
      'its labels cannot be used: labels/greetings.yaml:4:7:',
    ],
  ])('%s is named with its place by every verb that reads it', async (_, spoil, message) => {
    expect(await run('run --tape record'), printed).toBe(0)
    spoil()
    // A tape has no answers from a judge that was never asked.
    const replays = readFileSync(at('tableread.config.yaml'), 'utf8') === config() ? ['replay'] : []
    const lines = ['run', 'run --json', 'compare 1 2 --json', 'judge status', ...replays]
    for (const line of lines) {
      await run(line)
      expect(printed, line).toContain(message)
    }
    await run('run --json part.json --markdown part.md --html part.html')
    expect(readFileSync(at('part.md'), 'utf8') + readFileSync(at('part.html'), 'utf8')).toContain(message)
  })
})

it.each<[string, () => void, string]>([
  ['more labels', () => change('tableread.config.yaml', 'by: small', 'by: small, at least: 95 %'), 'judge label'],
  [
    'a calibration',
    () => change(suites, /judge: is friendly/g, 'judge: { criterion: is friendly, expect: not met }'),
    'judge calibrate',
  ],
  ['another judge', () => change('tableread.config.yaml', 'by: small', 'by: small, probes: 0 %'), 'take another model'],
])('judge status names %s as what leads on', async (_, lose, next) => {
  lose()
  expect(await run('judge status --strict'), printed).toBe(1)
  expect(printed).toMatch(new RegExp(`next: .*${next}`))
})
