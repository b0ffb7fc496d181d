import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../base/json/json.ts'
import { performRun } from '../engine/perform-run.ts'
import { exitCode } from '../engine/run-result.ts'
import { called, gave, said } from '../engine/transcript/entries.fixture.ts'
import { fakeClient, plansOf } from '../engine/verdict/fake-client.fixture.ts'
import type { Client } from '../wire/client/client.ts'
import { probePlan } from './bisect/probe-plan.ts'
import { comparisonExitCode } from './comparison.ts'
import { defaultPolicy } from './gate/gate-policy.ts'
import { pairPlans } from './pairing.ts'
import { performComparison } from './perform-comparison.ts'

type Call = [tool: string, given: JsonObject]
const published: Call = ['lookup_order', { order_id: '1042', customer: { name: 'Mia' } }]
/** What a draft calls otherwise, and nearly so. */
const renamed: [what: string, draft: Call, error: string][] = [
  ['an argument', ['lookup_order', { orderId: '1042', customer: { name: 'Mia' } }], 'unknown-argument'],
  ['an argument within', ['lookup_order', { ...published[1], customer: { Name: 'Mia' } }], 'unknown-argument'],
  ['a tool', ['lookup_orders', published[1]], 'unknown-tool'],
]
const suite = (calls = '[{ lookup_order: { with: { order_id: "1042", customer: { name: Mia } } } }]'): string =>
  `suite: S\nagent: desk\nconversations:\n  - name: tracks\n    turns: [{ user: hi, expect: { calls: ${calls} } }]\n`

/** A service of which each version makes its own call. */
function clientOf(calls: Record<string, Call>): Client {
  return fakeClient(({ message = '', agentVersion = 'default' }, turn) => {
    const [tool, args] = calls[agentVersion] ?? published
    const id = `c-${turn}`
    return [said('user', message), called(tool, id, args), gave(tool, id), said('assistant', 'Here it is.', 1_000)]
  }).client
}

async function run(calls: Record<string, Call>, versions: string[], yaml = suite(), more = '') {
  const result = await performRun(plansOf(yaml + more, versions), {
    ...{ client: clientOf(calls), target: 'fake', tableread: '0', concurrency: 2, reconcile: false },
    ...{ keepPassed: false, problems: [], listen: () => {} },
  })
  const lines = result.conversations.map(({ version, verdict, cause, problems, attempts }) =>
    [version, verdict, cause?.kind, ...problems.map(({ code }) => code), attempts?.failed].filter(Boolean).join(' '),
  )
  return [...lines, exitCode(result, null)]
}

async function compare(calls: Record<string, Call>, [one, other]: [string, string], yaml = suite()) {
  const sideOf = (version: string) => ({ label: version, agent: null, version, target: 'fake' })
  const contextOf = () => ({ client: clientOf(calls), reconcile: false })
  const [a] = plansOf(yaml, [one])
  const [b] = plansOf(yaml, [other])
  if (a === undefined || b === undefined) throw new Error('no plan')
  const comparison = await performComparison([pairPlans(a, b, 3)], {
    ...{ sides: { a: sideOf(one), b: sideOf(other) }, contexts: { a: contextOf(), b: contextOf() } },
    ...{ calibrate: 'no', alpha: 0.05, concurrency: 1, confirm: true, untilSure: null, policy: defaultPolicy },
    ...{ agents: [], problems: [], tableread: '0', listen: () => {} },
  })
  const [first] = comparison.conversations
  return [first?.verdict, first?.certainty, comparisonExitCode(comparison, null), comparison.sentence]
}

describe.each(renamed)('a draft that renames %s', (_, draft, error) => {
  it('regressed by it, whichever side it is', async () => {
    const worse = ['regressed', 'hard break', 1, 'Do not publish draft: 1 of 1 conversation got worse ("tracks").']
    expect(await compare({ draft }, ['default', 'draft'])).toEqual(worse)
    const back = await compare({ draft }, ['draft', 'default'])
    expect(back.slice(0, 3)).toEqual(['improved', 'hard break', 4])
  })
  it.each([[['default', 'draft']], [['draft', 'default']]])('fails in a run of both: %s', async (versions) => {
    const summaries = { default: 'default passed', draft: 'draft failed agent' } as Record<string, string>
    expect(await run({ draft }, versions)).toEqual([...versions.map((each) => summaries[each]), 1])
  })
  it('fails in each attempt beside another version', async () => {
    const repeated = suite().replace('    turns:', '    repeat: { times: 3, pass: 2 }\n    turns:')
    expect(await run({ draft }, ['draft', 'default'], repeated)).toEqual(['draft failed agent 3', 'default passed', 1])
  })
  it('is where its commits are bisected for', async () => {
    const [plan] = plansOf(suite())
    if (plan === undefined) throw new Error('no plan')
    const { signal } = new AbortController()
    const probe = probePlan(plan, { client: clientOf({ 2: draft }), reconcile: false, signal })
    expect([(await probe('1')).kind, (await probe('2')).kind]).toEqual(['passed', 'failed'])
  })
  it('breaks the script where nothing else speaks for it: alone, and on both sides', async () => {
    expect(await run({ draft }, ['draft'])).toEqual([`draft broken script ${error}`, 2])
    expect(await compare({ draft, default: draft }, ['default', 'draft'])).toEqual([
      'not comparable',
      null,
      2,
      'Nothing could be compared: no pair of runs could be judged: both sides broken in 3 of 3 runs, so mend the script.',
    ])
  })
})

it('never makes a ban pass that forbids nothing, whatever other versions call', async () => {
  const draft: Call = ['lookup_order', { orderId: '1042' }]
  const ban = suite('{ never: [{ lookup_order: { with: { order_id: "7" } } }] }')
  expect(await run({ draft }, ['default', 'draft'], ban)).toEqual([
    'default passed',
    'draft broken script idle-guardrail',
    2,
  ])
})
