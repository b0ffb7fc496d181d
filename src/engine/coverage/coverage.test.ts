import { describe, expect, it } from 'vitest'
import { called, gave, said } from '../transcript/entries.fixture.ts'
import type { KnownFunctions } from '../verdict/known-functions.ts'
import type { Verdict } from '../verdict/verdict.ts'
import { everyItem, madeUpCoverage, ran, resultOf, twoTurnPlans } from './coverage.fixture.ts'
import { createCoverage } from './coverage.ts'

const [plan] = twoTurnPlans()
if (plan === undefined) throw new Error('no plan')

function coverOne(verdict: Verdict, slices: Parameters<typeof resultOf>[2], functions?: KnownFunctions) {
  const coverage = createCoverage(functions)
  if (plan !== undefined) coverage.add(resultOf(plan, verdict, slices), plan)
  const [agent] = coverage.read().agents
  if (agent === undefined) throw new Error('no coverage')
  return agent
}

const once = { passed: 1, failed: 0, other: 0 }
const never = { passed: 0, failed: 0, other: 0 }

describe('coverage', () => {
  it('counts calls by tool, phase and end', () => {
    const turn = [
      ...ran('look', '1', 'pre'),
      ...ran('look', '2', 'during', true),
      called('look', '3'),
      called('ask', '4'),
    ]
    expect(coverOne('passed', [turn]).tools).toEqual([
      { name: 'ask', phase: 'during', success: never, error: never, unanswered: once },
      { name: 'look', phase: 'pre', success: once, error: never, unanswered: never },
      { name: 'look', phase: 'during', success: never, error: once, unanswered: once },
    ])
  })
  it('counts two spellings of a name as one tool', () => {
    const turn = [...ran('caf\u00e9', '1', 'during'), ...ran('cafe\u0301', '2', 'during')]
    expect(coverOne('passed', [turn]).tools).toMatchObject([{ name: 'caf\u00e9', success: { passed: 2 } }])
  })
  it('gives an output to the nearest open call of its id, and an orphan to none', () => {
    const turn = [called('a', 'x'), called('b', 'x'), gave('b', 'x'), gave('c', 'y')]
    expect(
      coverOne('failed', [turn]).tools.map(({ name, success, unanswered }) => [name, success, unanswered]),
    ).toEqual([
      ['a', never, { ...never, failed: 1 }],
      ['b', { ...never, failed: 1 }, never],
    ])
  })
  it('does not take an output of a later turn for that of a lost call', () => {
    const [tool] = coverOne('passed', [[called('a', 'x')], [gave('a', 'x')]]).tools
    expect(tool).toMatchObject({ success: never, unanswered: once })
  })
  it('counts each change of the speaker to another agent, over turns, and not handing back', () => {
    const slices = [
      [said('assistant', 'a'), said('assistant', 'b', 0, 'bills'), said('backgroundAgent', 'n', 0, 'watcher')],
      [
        said('assistant', 'c', 0, 'bills'),
        said('assistant', 'd', 0, null),
        said('assistant', 'e'),
        said('assistant', 'f', 0, 'bills'),
      ],
    ]
    expect(coverOne('passed', slices).handoffs).toEqual([{ name: 'bills', count: { ...never, passed: 2 } }])
  })
  it('counts every kind of content that the agent shows, and nothing of the user', () => {
    const { content } = coverOne('passed', [
      [
        said('user', everyItem),
        said('assistant', everyItem),
        said('backgroundAgent', everyItem),
        { type: 'thinking', thinking: 'hm', timestamp: '' },
        { type: 'summary', summary: 'so far', timestamp: '' },
      ],
    ])
    expect(new Set(Object.values(content).map((tally) => JSON.stringify(tally)))).toEqual(
      new Set([JSON.stringify(once)]),
    )
    expect(Object.keys(content)).toHaveLength(10)
  })
  it('counts metadata by name, never by value, and that of a turn only when the turn was sent', () => {
    const suite = twoTurnPlans().map((each) => ({ ...each, metadata: { first_name: 'Asha' } }))
    const names = [[[]], [[], []]].map((slices) => {
      const coverage = createCoverage()
      for (const each of suite) coverage.add(resultOf(each, 'passed', slices), each)
      expect(JSON.stringify(coverage.read())).not.toMatch(/Asha|gold/)
      return coverage.read().agents[0]?.metadata.map(({ name }) => name)
    })
    expect(names).toEqual([['first_name'], ['first_name', 'tier']])
  })
  it.each([
    ['passed', 'passed'],
    ['failed', 'failed'],
    ['expected fail', 'failed'],
    ['flaky', 'other'],
    ['errored', 'other'],
    ['not reached', 'other'],
  ] as const)('counts a conversation that is %s as %s', (verdict, member) => {
    expect(coverOne(verdict, [ran('look', '1', 'pre')])).toMatchObject({
      conversations: { ...never, [member]: 1 },
      tools: [{ success: { ...never, [member]: 1 } }],
    })
  })
  it('counts nothing of a conversation that sent no turn', () => {
    const coverage = createCoverage()
    coverage.add(resultOf(plan, 'skipped', []), plan)
    expect(coverage.read()).toEqual({ agents: [] })
  })
  it('names what the published blueprint lists and nobody called, phase by phase', () => {
    const tools = { preCall: ['load'], duringCall: ['load', 'look', 'look'], postCall: ['log', 'mail'] }
    const functions = new Map([['desk', tools]])
    const slices = [[...ran('load', '1', 'pre'), ...ran('log', '2', null)]]
    expect(coverOne('errored', slices, functions).uncovered).toEqual({
      pre: [],
      during: ['load', 'look'],
      post: ['mail'],
    })
    expect(coverOne('passed', slices, new Map([['other', tools]])).uncovered).toBeNull()
  })
  it('keeps agents and versions apart, in an order that does not depend on the run', () => {
    const { agents } = madeUpCoverage()
    expect(agents.map(({ version, uncovered }) => [version, uncovered])).toEqual([
      ['default', { pre: ['warm_up_cache'], during: ['issue_refund'], post: ['log_outcome'] }],
      ['draft', null],
    ])
    const [one, two] = twoTurnPlans(['default'], 2)
    const read = (order: (typeof one)[]) => {
      const coverage = createCoverage()
      for (const each of order)
        if (each !== undefined)
          coverage.add(
            resultOf(each, 'passed', [ran(each === one ? 'a' : 'b', '1', each === one ? 'post' : null)]),
            each,
          )
      return coverage.read()
    }
    expect(read([one, two])).toEqual(read([two, one]))
  })
  it('is JSON, gives a copy, and grows with the names alone', () => {
    const coverage = createCoverage()
    const add = () => coverage.add(resultOf(plan, 'passed', [ran('look', '1', 'during')]), plan)
    add()
    const early = coverage.read()
    const size = JSON.stringify(early).length
    for (let count = 0; count < 8; count += 1) add()
    expect(JSON.stringify(coverage.read())).toHaveLength(size)
    expect(early.agents[0]?.tools[0]?.success).toEqual(once)
    expect(coverage.read().agents[0]?.tools[0]?.success.passed).toBe(9)
    expect(JSON.parse(JSON.stringify(early))).toEqual(early)
  })
})
