import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eachByTier } from '../src/base/tiers.fixture.ts'
import { allOperators } from '../src/compare/vary/list-variants.ts'
import { performVary } from '../src/compare/vary/perform-vary.ts'
import type { VaryResult } from '../src/compare/vary/vary-result.ts'
import { parseScript } from '../src/suite/language/script/parse.ts'
import { type Plan, planScript } from '../src/suite/plan/plan.ts'
import { type DeskKind, deskClient } from './vary/client.ts'
import { elsewhere, weaknesses } from './vary/desk.mjs'
import { runWarm } from './warm/run-warm.ts'

const root = resolve(import.meta.dirname, '..')
const suite = readFileSync(join(root, 'tests/vary/suite.yaml'), 'utf8')
const places = readFileSync(join(root, 'tests/vary/places.yaml'), 'utf8')

function plansOf(text = suite): Plan[] {
  const parsed = parseScript(text, 'suite.yaml')
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems))
  const options = { versions: ['default'], versionsGiven: true, timeLimitMs: 1_000, stopAfterFailure: true }
  return planScript(parsed.script, options)
}

/** Varies the desk's suite against one twin, without a service. */
async function vary(
  kind: DeskKind,
  options: { turnBudget?: number; brittle?: number; plans?: Plan[] } = {},
): Promise<VaryResult> {
  const { turnBudget = 500, brittle = 0, plans = plansOf() } = options
  const { client, sent } = deskClient(kind)
  const { result } = await performVary(plans, {
    client,
    reconcile: false,
    target: 'desk',
    tableread: '0',
    concurrency: 1,
    seed: kind.seed ?? 'one',
    operators: allOperators,
    most: 60,
    alpha: 0.05,
    times: 1,
    turnBudget,
    brittle,
    simulated: 0,
    paraphrasedBy: null,
  })
  if (kind.down !== true) expect(result.turns).toBe(sent())
  expect(result.turns).toBeLessThanOrEqual(turnBudget)
  return result
}

it.each([100, 200, 300])(
  'sends no more than %i turns in all, whatever variants take more of them',
  { tags: 'stress' },
  async (most) => {
    const folder = mkdtempSync(join(tmpdir(), 'tableread-vary-budget-'))
    const lines = [0, 1, 2].map(
      (turn) => `{ user: 'Please tell me where my order is, 100${turn}, calls 1 size 40 turn ${turn}', `,
    )
    const text = `suite: S\nagent: a\nconversations:\n  - name: one\n    turns:\n${lines
      .map((each) => `      - ${each}expect: { calls: [echo], reply: { contains: fine } } }\n`)
      .join('')}`
    const agent = `export default async function* a({ message, call }) {
  for (let left = Number(/calls (\\d+)/.exec(message)?.[1] ?? 0); left > 0; left -= 1) await call('echo', {})
  yield 'fine'
}`
    const tool = '{ description: Echoes., parameters: { type: object }, cases: [{ output: { ok: true } }] }'
    writeFileSync(join(folder, 's.yaml'), text)
    writeFileSync(join(folder, 'a.mjs'), agent)
    writeFileSync(join(folder, 'workspace.yaml'), 'workspace: w\nkeys: [local-key]\nagents: [a.yaml]\n')
    writeFileSync(
      join(folder, 'a.yaml'),
      `agent: a\nid: a\npublished: 1\nversions:\n  1: { module: ./a.mjs, functions: { during: [echo] }, tools: { echo: ${tool} } }\n`,
    )
    const flags = `vary s.yaml --workspace . --turn-budget ${most} --json`
    const { code, out } = await runWarm(flags.split(' '), { folder, env: { NO_COLOR: '1' } })
    const { turns } = JSON.parse(out) as VaryResult
    rmSync(folder, { recursive: true, force: true })
    expect([code, turns <= most, turns > most * 0.8], String(turns)).toEqual([expect.toBeOneOf([1, 3]), true, true])
  },
)

describe('brittle twins of a robust desk', () => {
  // `npm run bench:vary` measures all of them, with other seeds and noise.
  const some = Object.keys(weaknesses).filter((weak, index) => index % 4 === 1 && !elsewhere.includes(weak))
  it('are many, and of all families that have words', () => {
    expect(Object.keys(weaknesses).length).toBeGreaterThanOrEqual(40)
    expect(new Set(Object.keys(weaknesses).map((name) => name.split(':')[0])).size).toBeGreaterThanOrEqual(16)
  })
  eachByTier(1)(some)('%s is found within 500 turns', async (weak) => {
    const { brittle, gate } = await vary({ weak })
    expect([brittle.length > 0, gate.verdict]).toEqual([true, 'shut'])
    // Capitals only count as shouting in several words.
    expect(brittle.some(({ edits }) => edits.length === 1)).toBe(!/^case: shouting|^habits: plain/.test(weak))
    for (const { runs, pairs } of brittle) {
      expect(runs.original.verdict).toBe('passed')
      expect(pairs.adjusted).toBeLessThanOrEqual(0.05)
    }
  })
  it.each([
    ['amounts: point', 'amounts', 1],
    ['habits: plain', 'habits', 2],
    ['habits: dictation', 'habits', 1],
    ...elsewhere.map((weak) => [weak, /^letters/.test(weak) ? 'letters' : 'dates and times', 1] as const),
  ] as const)('are found by what other places and several habits do: %s', async (weak, family, edits) => {
    const { brittle, gate } = await vary({ weak }, elsewhere.includes(weak) ? { plans: plansOf(places) } : {})
    expect(gate.verdict).toBe('shut')
    expect(brittle.some((each) => each.family === family && each.edits.length >= edits)).toBe(true)
  })
  it('tell the edit, the turn and the expectation', async () => {
    const { brittle } = await vary({ weak: 'abbreviations: pls' })
    const [first] = brittle
    expect(first?.edits).toMatchObject([{ words: 'types "pls" for "please"', line: 12 }])
    expect(first?.typed.variant[1]).toBe('Yes, pls go ahead.')
    expect(first?.difference).toMatchObject({ kind: 'verdict', what: 'cancel_order is not called' })
    expect(first?.line).toBe(14)
  })
})

describe('a robust desk', () => {
  it('that reads letters, dates and amounts of other places is not told brittle', async () => {
    const { brittle, total } = await vary({ noise: 0.05, seed: 'six' }, { plans: plansOf(places) })
    expect([brittle.length, total.judged > 50]).toEqual([0, true])
  })
  eachByTier(1)([
    [0, 'one'],
    [0.05, 'two'],
    [0.05, 'three'],
    [0.1, 'four'],
    [0.1, 'five'],
  ])('that fails in a share of %d of its sessions is not told brittle (%s)', async (noise, seed) => {
    const { brittle, total } = await vary({ noise, seed })
    expect([brittle.length, total.judged > 100]).toEqual([0, true])
  })
  it('opens the gate where everything was judged', { tags: 'stress' }, async () => {
    const { gate, total } = await vary({}, { turnBudget: 5_000 })
    expect([gate.verdict, total.unrun, total.unconfirmed, total.errored]).toEqual(['open', 0, 0, 0])
    const abroad = await vary({}, { turnBudget: 5_000, plans: plansOf(places) })
    expect([abroad.gate.verdict, abroad.total.unrun, abroad.total.unconfirmed]).toEqual(['open', 0, 0])
    expect((await vary({}, { turnBudget: 5_000, brittle: 0.05 })).gate.verdict).toBe('open')
  })
  it('is varied in the same way for the same seed', { tags: 'stress' }, async () => {
    const varyOnce = async (): Promise<unknown> => {
      const { startedAt: _, ms: __, ...rest } = await vary({ weak: 'case: yes', noise: 0.05 })
      return JSON.parse(JSON.stringify(rest), (key, value) =>
        key === 'ms' || key === 'startedAt' || key === 'turnMs' ? 0 : value,
      )
    }
    expect(await varyOnce()).toEqual(await varyOnce())
  })
})

describe('docs/vary.md', () => {
  const page = readFileSync(join(root, 'docs/vary.md'), 'utf8')
  it('names every operator in the row of its family', () => {
    const missing = allOperators.filter(({ name, family }) => {
      const row = page.split('\n').find((line) => line.startsWith(`| ${family} | `)) ?? ''
      return !row.split(/[|,]/).some((each) => each.trim() === name)
    })
    expect(missing.map(({ name }) => name)).toEqual([])
  })
  it('tells how many are planted', () => {
    const measured = readFileSync(join(root, 'docs/measurements.md'), 'utf8')
    expect(measured).toContain(`for each of ${Object.keys(weaknesses).length} rules`)
  })
})

describe('what is not judged is no pass', () => {
  it('a conversation that fails by itself', async () => {
    const { gate, conversations } = await vary({ noise: 1 })
    expect(conversations.map(({ unjudged }) => unjudged?.kind)).toEqual(Array(4).fill('fails by itself'))
    expect(gate).toMatchObject({ verdict: 'not enough', reason: 'no variant was judged: fails by itself' })
  })
  it('whose variants take none of its turns', async () => {
    const { conversations, turns } = await vary({ noise: 1 }, { turnBudget: 5_000 })
    expect(conversations.map(({ original }) => original)).toEqual(
      Array(4).fill({ runs: 3, judged: 3, passed: 0, differed: 0 }),
    )
    // At most three runs of two turns each; a run ends where a turn fails.
    expect(turns).toBeLessThanOrEqual(4 * 3 * 2)
  })
  it('a service that is down', async () => {
    const { gate, conversations, total } = await vary({ down: true })
    expect(conversations.map(({ unjudged }) => unjudged?.kind)).toEqual(Array(4).fill('errored'))
    expect([gate.verdict, total.judged]).toEqual(['not enough', 0])
  })
  it('too few turns', async () => {
    const { gate, conversations } = await vary({}, { turnBudget: 12 })
    expect(conversations.map(({ unjudged }) => unjudged?.kind)).toEqual(Array(4).fill('not run'))
    expect(gate.verdict).toBe('not enough')
    expect((await vary({}, { turnBudget: 200 })).gate).toMatchObject({ verdict: 'not enough' })
  })
  it('nothing to vary', async () => {
    const plans = plansOf(
      'suite: S\nagent: front-desk\nconversations:\n  - name: opens\n    turns: [{ agent starts: true, expect: { reply: { contains: help } } }]\n',
    )
    const { gate, conversations } = await vary({}, { plans })
    expect(conversations[0]?.unjudged?.kind).toBe('nothing to vary')
    expect(gate).toMatchObject({ verdict: 'not enough', reason: 'no variant was judged: nothing to vary' })
  })
})

describe('tableread vary', () => {
  let folder: string
  const env = { NO_COLOR: '1', CI: undefined, TABLEREAD_API_KEY: undefined }
  const tableread = (line: string): ReturnType<typeof runWarm> =>
    runWarm([...line.split(' '), '--workspace', 'workspace'], { folder, env })
  const names = Object.keys(weaknesses)
  const versionOf = (weak: string): number => 11 + names.indexOf(weak)

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'tableread-vary-'))
    mkdirSync(join(folder, 'workspace/agents'), { recursive: true })
    cpSync(join(root, 'tests/vary/desk.mjs'), join(folder, 'workspace/agents/desk.mjs'))
    writeFileSync(join(folder, 'suite.yaml'), suite)
    writeFileSync(
      join(folder, 'workspace/workspace.yaml'),
      'workspace: w\nkeys: [local-key]\nagents: [agents/front-desk.yaml]\n',
    )
    const tools = [
      'lookup_order',
      'cancel_order',
      'book_table',
      'save_contact',
      'find_refund',
      'order_labels',
      'store_hours',
    ]
    const tool = (name: string): string =>
      `      ${name}: { description: Does it., parameters: { type: object }, cases: [{ output: { ok: true } }] }\n`
    const version = (number: number): string =>
      number === 1
        ? `  1:\n    module: ./desk.mjs\n    functions: { during: [${tools.join(', ')}] }\n    tools:\n${tools.map(tool).join('')}`
        : `  ${number}: { based on: 1 }\n`
    const versions = [1, ...['abbreviations: pls', 'messages: two', 'names: known'].map(versionOf)]
    writeFileSync(
      join(folder, 'workspace/agents/front-desk.yaml'),
      `agent: front-desk\nid: front-desk\npublished: 1\nversions:\n${versions.map(version).join('')}`,
    )
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('finds what breaks an agent, keeps it, and its reports say the same', { tags: 'stress' }, async () => {
    const version = versionOf('abbreviations: pls')
    const flags = '--families abbreviations case --json out.json --markdown out.md --html out.html --keep kept'
    const { code, out, err } = await tableread(`vary suite.yaml:6 -v ${version} ${flags}`)
    expect([code, err], out).toEqual([1, 'kept 1 variant in kept/suite.variants.yaml\n'])
    expect(out).toContain(
      `Front desk > cancels an order [${version}]\n ✗ types "pls" for "please"  abbreviations\n   suite.yaml:12\n`,
    )
    expect(out).toContain('   cancel_order is not called\n   Yes, [-please-]{+pls+} go ahead.\n   suite.yaml:14  ')
    expect(out).toMatch(/ {3}chat abbreviations 1: broke in 4 of 4 pairs .*; 4 edits shrunk to 1; 1 more variant/)
    expect(out).toMatch(/brittle in .*\n case .* - .*\n abbreviations .* 2 .*\n all /)
    const result = JSON.parse(readFileSync(join(folder, 'out.json'), 'utf8')) as VaryResult
    expect(result.brittle.map(({ edits }) => edits.map(({ words }) => words))).toEqual([['types "pls" for "please"']])
    const schema = JSON.parse(readFileSync(join(root, 'schema/variation.json'), 'utf8'))
    const validate = new Ajv2020({ strict: false }).compile(schema)
    expect([validate(result), validate.errors]).toEqual([true, null])
    expect(readFileSync(join(folder, 'out.md'), 'utf8')).toMatch(
      /^<!-- tableread -->\n## ❌ Vary: 2 of \d+ variants brittle\n/,
    )
    expect(readFileSync(join(folder, 'out.html'), 'utf8')).toContain('types \\"pls\\" for \\"please\\"')
    const suiteText = readFileSync(join(folder, 'kept/suite.variants.yaml'), 'utf8')
    expect(suiteText).toContain('# types "pls" for "please" (abbreviations: chat abbreviations); suite.yaml:12\n')
    expect(suiteText).toContain('- user: Yes, pls go ahead.\n')
    const linted = await tableread('lint kept --no-blueprints')
    expect(linted.code, linted.out + linted.err).toBe(0)
    for (const [each, exitCode] of [
      ['1', 0],
      [String(version), 1],
    ] as const)
      expect((await tableread(`run kept -v ${each} --no-history`)).code).toBe(exitCode)
  })

  it('keeps messages that were split, and customers that were swapped', { tags: 'stress' }, async () => {
    const two = await tableread(
      `vary suite.yaml:6 -v ${versionOf('messages: two')} --families messages --keep two.yaml`,
    )
    expect(two.code, two.out).toBe(1)
    expect(readFileSync(join(folder, 'two.yaml'), 'utf8')).toContain(
      '- user: Hello there!\n      - user: Could you please cancel my order 1042?\n        expect:',
    )
    const varyRun = await tableread(
      `vary suite.yaml:17 -v ${versionOf('names: known')} --families names --keep names.yaml`,
    )
    expect(varyRun.code, varyRun.out).toBe(1)
    const suiteText = readFileSync(join(folder, 'names.yaml'), 'utf8')
    const name = /customer_name: (\w+)/.exec(suiteText)?.[1]
    expect([name === 'Asha', suiteText.includes(`My name is ${name}.`), suiteText.includes(`name: ${name} }`)]).toEqual(
      [false, true, true],
    )
    expect((await tableread('lint two.yaml names.yaml --no-blueprints')).code).toBe(0)
    const again = await tableread(`vary suite.yaml --keep suite.yaml`)
    expect([again.code, again.err]).toEqual([2, expect.stringContaining('--keep would overwrite suite.yaml')])
  })

  it('keeps what stands in aliases, and says who runs suites in code', { tags: 'stress' }, async () => {
    const [first = '', again = ''] = [suite.split('  - name: books')[0], suite.split('turns:\n')[1]?.split('\n\n')[0]]
    const aliased = `${first}  - name: cancels again\n    turns:\n${again.replace('Yes, please go ahead.', '*yes')}\n`
    writeFileSync(join(folder, 'aliased.yaml'), aliased.replace('user: Yes', 'user: &yes Yes'))
    const version = versionOf('abbreviations: pls')
    const flags = '--operators chat-abbreviations --keep aliases.yaml'
    const { code, err, out } = await tableread(`vary aliased.yaml:17 -v ${version} ${flags}`)
    expect([code, err], out).toEqual([1, 'kept 2 variants in aliases.yaml\n'])
    const suiteText = readFileSync(join(folder, 'aliases.yaml'), 'utf8')
    expect(suiteText).toContain('- user: Yes, pls go ahead.\n')
    expect(suiteText).not.toMatch(/[&*]yes/)
    expect((await tableread(`run aliases.yaml -v ${version} --no-history`)).code).toBe(1)
    writeFileSync(join(folder, 'orders.test.ts'), "import { suite } from 'tableread/code'\n")
    for (const verb of ['vary', 'run', 'lint']) {
      const ran = await tableread(`${verb} orders.test.ts`)
      const message = expect.stringContaining('orders.test.ts is code, and only suites in YAML are read')
      expect([verb, ran.code, ran.err]).toEqual([verb, 2, message])
      expect(ran.err).toContain('npx vitest run orders.test.ts')
    }
  })

  it('prints variants to read, and asks no service', async () => {
    const { code, out } = await tableread('vary suite.yaml --print-variants 12')
    expect([code, out.match(/^ {3}suite\.yaml:\d+$/gm)?.length]).toEqual([0, 12])
    expect(out).toMatch(/12 of \d+ variants; seed tableread\n$/)
    const all = JSON.parse((await tableread('vary suite.yaml --print-variants 9 --json')).out)
    expect([all.kind, all.sample.length]).toEqual(['variants', 9])
  })

  it('varies no simulated user, and says so', async () => {
    writeFileSync(
      join(folder, 'simulated.yaml'),
      'suite: S\nagent: front-desk\nconversations:\n  - name: one\n    simulated user: { wants: help, opens with: Hello, patience: 2 turns, done when: { calls: [lookup_order] } }\n',
    )
    const { code, err } = await tableread('vary simulated.yaml')
    expect([code, err]).toEqual([2, expect.stringContaining('there is nothing to vary')])
    const both = await tableread('vary simulated.yaml suite.yaml:6 --variants 1 --families case')
    expect(both.out).toContain('1 conversation with a simulated user: what it says is not written down')
  })

  it.each([
    ['--families typo', '--families typo: there is no family of that name'],
    ['--operators smal-letters', 'did you mean small letters?'],
    ['--paraphrase-by nobody', '--paraphrase-by nobody'],
    ['--brittle 200', '--brittle 200 is not a percentage'],
  ])('refuses %s', async (flags, message) => {
    const { code, err } = await tableread(`vary suite.yaml ${flags}`)
    expect([code, err]).toEqual([2, expect.stringContaining(message)])
    expect(existsSync(join(folder, '.tableread')) && readdirSync(join(folder, '.tableread'))).toBe(false)
  })
})
