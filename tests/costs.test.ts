// @module-tag stress
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { labelOf } from '../src/app/agents/speak-revisions.ts'
import type { Comparison } from '../src/compare/comparison.ts'
import { makeRepository, type Repository } from '../src/service/workspace/repository.fixture.ts'
import { type CliRun, runCli } from './hostile/run-cli.ts'
import { runWarm } from './warm/run-warm.ts'

let folder: string
const workspace = `workspace: shop
keys: [local-key]
agents: [desk.yaml]
models: { small: { use: openai/gpt-5-mini, price: { input: 0.25, output: 2 } } }
`
const agent = `export default async function* ({ message, occasion }) {
  if (occasion === 'end') return yield { usage: { model: 'small', inputTokens: 1000, outputTokens: 0 } }
  yield { usage: { model: 'small', inputTokens: 12345678, outputTokens: 500 } }
  if (message === 'other') yield { usage: { model: 'acme/ünpriced', inputTokens: 10, outputTokens: 5 } }
  if (message === 'fail') throw new Error('no')
  yield 'You said ' + message
  if (message === 'bye') yield { end: true }
}
`
const turn = (word: string) => `{ user: ${word}, expect: { reply: You said ${word} } }`
const suite = (...conversations: string[][]) =>
  `suite: S\nagent: desk\nconversations:\n${conversations
    .map((words, index) => `  - { name: c${index}, turns: [${words.map(turn).join(', ')}] }\n`)
    .join('')}`

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tableread-costs-'))
  writeFileSync(join(folder, 'workspace.yaml'), workspace)
  writeFileSync(
    join(folder, 'desk.yaml'),
    'agent: desk\nid: desk\npublished: 1\nversions:\n  1: { module: ./agent.ts }\n',
  )
  writeFileSync(join(folder, 'agent.ts'), agent)
  writeFileSync(join(folder, 'two.yaml'), suite(['hello', 'bye'], ['hello', 'hello']))
  writeFileSync(join(folder, 'other.yaml'), suite(['other', 'other']))
  writeFileSync(join(folder, 'fail.yaml'), suite(['fail']))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function tableread(args: string[], where = folder, workspacePath = '.'): Promise<CliRun> {
  const env = { NO_COLOR: '1', HTTPS_PROXY: '' }
  return runWarm([...args, '--workspace', workspacePath, '-c', '1'], { folder: where, env })
}

interface Told {
  usage?: unknown
  conversations: { verdict: string; reason: string | null; usage?: unknown; turns: { usage?: unknown }[] }[]
}

describe('what models took', () => {
  it('is counted by turn, conversation and run, with what came after the last turn, and priced', async () => {
    const { code, out } = await tableread(['run', 'two.yaml', '--json', '--no-history'])
    const run = JSON.parse(out) as Told
    const of = (inputTokens: number, outputTokens: number, cost: number) => [
      { model: 'small', inputTokens, outputTokens, cost },
    ]
    expect(code).toBe(0)
    expect(run.conversations.map(({ turns }) => turns.map(({ usage }) => usage))).toEqual([
      [of(12_345_678, 500, 3.0874195), of(12_346_678, 500, 3.0876695)],
      [of(12_345_678, 500, 3.0874195), of(12_345_678, 500, 3.0874195)],
    ])
    expect(run.conversations[0]?.usage).toEqual(of(24_692_356, 1_000, 6.175089))
    expect(run.usage).toEqual(of(49_383_712, 2_000, 12.349928))
  })

  it('stands in every report, and in the history; a model without a price is named', async () => {
    const flags = ['--markdown', 'r.md', '--html', 'r.html', '--history', 'h.sqlite']
    const { code, out } = await tableread(['run', 'other.yaml', ...flags])
    const usage =
      '24,692,386 tokens (24,691,376 in, 1,010 out), cost 6.17 without acme/ünpriced, whose price is not known'
    expect(code).toBe(0)
    expect(out).toContain(`\n ${usage}\n`)
    expect(readFileSync(join(folder, 'r.md'), 'utf8')).toContain('24,692,386 tokens')
    expect(readFileSync(join(folder, 'r.html'), 'utf8')).toContain('"model":"acme/ünpriced"')
    const history = await runWarm(['history', '--history', 'h.sqlite', '-r', 'plain'], {
      folder,
      env: { NO_COLOR: '1' },
    })
    expect(history.out).toContain('24,692,386 tokens')
  })

  it('is counted where the agent failed after it', async () => {
    const { code, out } = await tableread(['run', 'fail.yaml', '--no-history'])
    expect([code, out]).toEqual([3, expect.stringContaining('12,346,178 tokens')])
  })

  it('is on tapes, however long a number it is, and a replay shows the same', async () => {
    const recorded = await tableread(['record', 'two.yaml', '--tapes', 'tapes', '--no-history'])
    const replayed = await tableread(['replay', 'two.yaml', '--tapes', 'tapes'])
    const line = /^ [\d,]+ tokens.*$/m
    expect([recorded.code, replayed.code]).toEqual([0, 0])
    expect(line.exec(replayed.out)?.[0]).toBe(' 49,385,712 tokens (49,383,712 in, 2,000 out), cost 12.35')
    expect(line.exec(recorded.out)?.[0]).toBe(line.exec(replayed.out)?.[0])
    expect(readdirSync(join(folder, 'tapes'))).toHaveLength(1)
  })
})

describe('budgets of what models take', () => {
  const verdicts = (out: string) =>
    (JSON.parse(out) as Told).conversations.map(({ verdict, reason }) => [verdict, reason])

  it.each([
    ['tokens', ['--max-tokens-spent', '24000000'], 'token budget of 24000000 spent (24693356 tokens)'],
    ['cost', ['--max-cost', '6'], 'cost budget of 6 spent (6.18)'],
  ])('of %s end a run as other budgets do: what was not reached is told', async (_, flags, reason) => {
    const { code, out } = await tableread(['run', 'two.yaml', '--json', '--no-history', ...flags])
    expect([code, verdicts(out)]).toEqual([
      3,
      [
        ['passed', null],
        ['not reached', reason],
      ],
    ])
  })
  it('end at the turn after the one that spent them', async () => {
    const { out } = await tableread(['run', 'two.yaml', '--json', '--no-history', '--max-tokens-spent', '5'])
    expect(verdicts(out)[0]).toEqual(['not reached', 'token budget of 5 spent (12346178 tokens) at turn 2'])
  })
  it('of cost need every price, which the config may state', async () => {
    const unknown = await tableread(['run', 'other.yaml', '--json', '--no-history', '--max-cost', '100'])
    expect([unknown.code, verdicts(unknown.out)[0]?.[1]]).toEqual([
      3,
      expect.stringMatching(
        /^cost budget of 100: what acme\/ünpriced costs is not known; state it as price: .* at turn 2$/,
      ),
    ])
    writeFileSync(
      join(folder, 'priced.yaml'),
      'prices: { acme/ünpriced: { input: 1000, output: 1000 } }\nmax cost: 100\n',
    )
    const priced = await tableread(['run', 'other.yaml', '--json', '--no-history', '--config', 'priced.yaml'])
    expect([priced.code, (JSON.parse(priced.out) as Told).usage]).toEqual([
      0,
      expect.arrayContaining([{ model: 'acme/ünpriced', inputTokens: 20, outputTokens: 10, cost: 0.03 }]),
    ])
  })
  it('hold for comparisons', async () => {
    const { code, err, out } = await tableread([
      'compare',
      'default',
      '1',
      'two.yaml',
      '--max-tokens-spent',
      '5',
      '--no-history',
    ])
    expect([code, err + out]).toEqual([3, expect.stringContaining('token budget of 5 spent')])
  })
  it('say where nothing was held against them', async () => {
    writeFileSync(
      join(folder, 'plain.yaml'),
      'suite: P\nagent: order-desk\nconversations: [{ name: p, turns: [{ user: hi, expect: { reply: { matches: . } } }] }]\n',
    )
    const env = { NO_COLOR: '1', HTTPS_PROXY: '' }
    const { err } = await runWarm(['run', 'plain.yaml', '--max-cost', '1', '--no-history'], { folder, env })
    expect(err).toContain('token and cost budgets were not applied')
  })
  it.each([
    [['--max-tokens-spent', '0'], '--max-tokens-spent 0 is not a whole number'],
    [['--max-cost', '$5'], '--max-cost $5 is not an amount above 0'],
    [['--max-cost', '0'], '--max-cost 0 is not an amount above 0'],
  ])('%j is refused', async (flags, message) => {
    const { code, err } = await tableread(['run', 'two.yaml', ...flags])
    expect([code, err]).toEqual([2, expect.stringContaining(message)])
  })
})

describe('versions from git', () => {
  let repository: Repository
  let commit: string
  beforeAll(() => {
    repository = makeRepository()
    repository.write({
      'workspace.yaml': 'workspace: shop\nkeys: [local-key]\nagents: [desk.yaml]\n',
      'desk.yaml':
        'agent: desk\nid: desk\npublished: 1\nversions:\n  1: { prompt: { file: prompts/desk.md }, otherwise: [{ say: Hello! }] }\ndraft: { based on: 1 }\n',
      'prompts/desk.md': 'Be kind.\n',
      's.yaml':
        'suite: S\nagent: desk\nconversations: [{ name: greets, turns: [{ user: hi, expect: { reply: Hello! } }] }]\n',
    })
    commit = repository.commit()
    repository.git('tag', 'v1.0')
    repository.write({ 'prompts/desk.md': 'Be brief.\n' })
    repository.commit()
  })
  afterAll(() => repository.remove())
  const here = (...args: string[]) => tableread([...args, '--no-history'], repository.folder)

  it('are compared by a revision, which every report names with its commit', async () => {
    const label = labelOf('HEAD~1', commit)
    // Rules answer, so that what the prompt does is not known: the gate is not judged.
    const { code, out } = await here('compare', 'HEAD~1', 'draft', 's.yaml', '--repeat', '2')
    expect([code, out]).toEqual([4, expect.stringContaining(`${label} against draft`)])
    expect(out).toContain(`desk: version ${label} → draft`)
    expect(out).toContain('prompts.system: Be [-kind-]{+brief+}.')
    const run = await here('run', 's.yaml', '-v', 'HEAD~1', '-v', 'v1.0', '-v', commit, '--json')
    const { versions, conversations } = JSON.parse(run.out) as { versions: string[]; conversations: { id: string }[] }
    expect([run.code, versions]).toEqual([0, [label, labelOf('v1.0', commit), labelOf(commit, commit)]])
    expect(conversations[0]?.id).toBe(`s.yaml:3 ${label}`)
  })
  it.each([[], ['--quick'], ['--until-sure'], ['--repeat', '3'], ['--shard', '1/2'], ['--calibrate']])(
    'run nothing where no prompt differs, with %j',
    async (...flags) => {
      const { code, err, out } = await here('compare', 'HEAD', 'draft', 's.yaml', ...flags, '--json')
      const { sentence, changed } = JSON.parse(out) as Comparison
      expect([code, sentence]).toEqual([
        0,
        expect.stringMatching(/^Nothing differs between HEAD .* 1 conversation not run/),
      ])
      expect(changed?.notRun).toEqual([{ file: 's.yaml', line: 3, name: 'greets', reason: 'nothing differs' }])
      expect(err).toMatch(/^nothing differs between HEAD .*, so nothing runs; where a prompt in files goes to a model/)
    },
  )
  it('merge where no prompt differs', async () => {
    for (const part of ['1', '2'])
      await here('compare', 'HEAD', 'draft', 's.yaml', '--shard', `${part}/2`, '--json', `${part}.json`)
    const { code, out, err } = await runWarm(['merge', '1.json', '2.json'], { folder: repository.folder })
    expect([code, err, out]).toEqual([0, '', expect.stringContaining('1 conversation not run')])
  })
  it.each([
    [
      'no such commit',
      ['compare', 'HEAD~9', 'draft', 's.yaml'],
      /^"HEAD~9" is not an agent version: the repository has no commit HEAD~9/,
    ],
    [
      'a live service',
      ['compare', 'HEAD~1', 'draft', 's.yaml', '--target', 'http://127.0.0.1:9'],
      /^--workspace is for the embedded local service/,
    ],
    [
      'another workspace for b',
      ['compare', 'HEAD~1', 'draft', 's.yaml', '--b-workspace', '.'],
      /^HEAD~1 is a revision of git, which both/,
    ],
    ['no revision', ['run', 's.yaml', '-v', 'drafft'], /^"drafft" is not an agent version\n/],
    ['Vitest', ['run', 's.yaml', '-v', 'HEAD~1', '--watch'], /revision of git/],
  ])('are refused for %s', async (_, args, message) => {
    const { code, err, out } = await here(...args)
    expect([code, err + out]).toEqual([2, expect.stringMatching(message)])
  })
  it('are compared where a file of the prompt was renamed since', async () => {
    const yaml = readFileSync(join(repository.folder, 'desk.yaml'), 'utf8')
    mkdirSync(join(repository.folder, 'texts'))
    repository.git('mv', 'prompts/desk.md', 'texts/till.md')
    repository.write({ 'desk.yaml': yaml.replace('prompts/desk.md', 'texts/till.md') })
    const same = await here('compare', 'HEAD', 'default', 's.yaml')
    expect([same.code, same.out]).toEqual([0, expect.stringContaining('Nothing differs between HEAD')])
    repository.write({ 'texts/till.md': 'Be brief.\nBe kind.\n' })
    expect((await here('compare', 'HEAD', 'default', 's.yaml')).out).toContain('prompts.system: Be brief.')
    repository.git('reset', '-q', '--hard')
  })
  it('have the prompt of the commit, where that of the draft is newer, or inline', async () => {
    const yaml = readFileSync(join(repository.folder, 'desk.yaml'), 'utf8')
    const draft = (prompt: string): void =>
      repository.write({ 'desk.yaml': yaml.replace('draft: { based on: 1', `draft: { based on: 1, prompt: ${prompt}`) })
    repository.write({ 'prompts/desk-draft.md': 'Be odd.\n' })
    draft('{ file: prompts/desk-draft.md }')
    const newer = await here('compare', 'HEAD~1', 'draft', 's.yaml')
    draft('Be odd.')
    const inline = await here('compare', 'HEAD~1', 'draft', 's.yaml')
    rmSync(join(repository.folder, 'prompts/desk-draft.md'))
    repository.git('reset', '-q', '--hard')
    for (const { code, out } of [newer, inline])
      expect([code, out]).toEqual([4, expect.stringMatching(/prompts\.system: Be .*\{\+odd/)])
  })
  it('play agents in modules whole, as the commit has them, wherever a revision may stand', async () => {
    const desk = (words: string): Record<string, string> => ({
      'lib/words.ts': `export const words: string = '${words}'\n`,
    })
    repository.write({
      ...desk('Hello!'),
      'code/workspace.yaml': 'workspace: shop\nkeys: [local-key]\nagents: [desk.yaml]\n',
      'code/desk.yaml': 'agent: desk\nid: desk\npublished: 1\nversions:\n  1: { module: ./desk.ts }\n',
      'code/desk.ts': `import { words } from '../lib/words.ts'\nexport default async () => words\n`,
    })
    const greets = labelOf('HEAD~3', repository.commit())
    repository.write(desk('What?'))
    const asks = labelOf('HEAD~2', repository.commit())
    repository.write({ 'lib/words.ts': `throw new Error('half done')\n` })
    repository.commit()
    repository.git('mv', 'code', 'moved')
    repository.write(desk('What?'))
    repository.commit()
    const play = (...args: string[]) =>
      runWarm([...args, 's.yaml', '--workspace', 'moved', '--no-history', '--json'], {
        folder: repository.folder,
        env: { NO_COLOR: '1' },
      })
    const sidesOf = ({ out, err }: CliRun): unknown[] => {
      if (!out.startsWith('{')) throw new Error(err)
      const { sides, conversations } = JSON.parse(out) as Comparison
      return [sides.a.label, sides.b.label, conversations.map(({ verdict }) => verdict)]
    }
    expect(sidesOf(await play('compare', 'HEAD~3', 'default'))).toEqual([greets, 'default', ['regressed']])
    expect(sidesOf(await play('compare', 'HEAD~2', 'desk@HEAD~3'))).toEqual([asks, `desk@${greets}`, ['improved']])
    expect(sidesOf(await play('compare', 'HEAD~2', 'default'))).toEqual([asks, 'default', ['same']])
    const run = JSON.parse((await play('run', '-v', 'HEAD~3', '-v', 'HEAD~2')).out)
    expect(run.conversations.map(({ verdict }: { verdict: string }) => verdict)).toEqual(['passed', 'failed'])
    const broken = await play('compare', 'HEAD~1', 'default')
    expect([broken.code, broken.err]).toEqual([
      2,
      expect.stringMatching(
        /^the agent desk at HEAD~1 \(\w+\): it cannot be played: code\/desk\.ts cannot be loaded: half done/,
      ),
    ])
    const before = await play('compare', 'v1.0', 'default')
    expect([before.code, before.err]).toEqual([2, expect.stringContaining('cannot be played: it has no moved\n')])
    const instead = await play('compare', 'v1.0', 'default', '--allow-no-draft')
    expect([instead.code, JSON.parse(instead.out).notCompared]).toEqual([
      1,
      expect.stringMatching(/what is published ran/),
    ])
    // Where no file of the agent differs, what is published is judged.
    const equal = JSON.parse((await play('compare', 'HEAD', 'default', '--allow-no-draft')).out)
    expect(equal.notCompared).toMatch(/^nothing differs between HEAD \(\w+\) and default, so what is published ran$/)
    expect(sidesOf(await play('compare', 'HEAD~3', 'default', '--allow-no-draft'))[2]).toEqual(['regressed'])
    const temporary = mkdtempSync(join(tmpdir(), 'tableread-left-'))
    const args = ['run', '-v', 'HEAD~3', 's.yaml', '--workspace', 'moved', '--no-history', '--no-journal']
    const { code } = await runCli(args, { folder: repository.folder, env: { NO_COLOR: '1', TMPDIR: temporary } })
    expect([code, readdirSync(temporary).filter((name) => name.startsWith('tableread-commits'))]).toEqual([0, []])
    rmSync(temporary, { recursive: true })
    repository.git('reset', '-q', '--hard', 'HEAD~4')
  })
  it('play agents of rules whole, whose prompt is in no file', async () => {
    const desk = (words: string): void =>
      repository.write({
        'plain/workspace.yaml': 'workspace: shop\nkeys: [local-key]\nagents: [desk.yaml]\n',
        'plain/desk.yaml': `agent: desk\nid: desk\npublished: 1\nversions:\n  1: { prompt: Be kind., otherwise: [{ say: ${words} }] }\ndraft: { based on: 1 }\n`,
      })
    const compare = (...args: string[]) =>
      tableread(['compare', ...args, 's.yaml', '--quick', '--no-history'], repository.folder, 'plain')
    desk('Hello!')
    const absent = await compare('HEAD', 'default')
    expect([absent.code, absent.err]).toEqual([2, expect.stringContaining('it cannot be played: it has no plain')])
    repository.commit()
    expect((await compare('HEAD', 'default')).out).toContain('Nothing differs between HEAD')
    desk('What?')
    for (const side of ['default', 'draft'])
      expect(await compare('HEAD', side)).toMatchObject({ code: 1, out: expect.stringContaining('1 regressed') })
    repository.git('reset', '-q', '--hard', 'HEAD~1')
  })
})
