import { describe, expect, it } from 'vitest'
import { viewTurn } from '../../engine/transcript/turn-view.ts'
import { plansOf } from '../../engine/verdict/fake-client.fixture.ts'
import type { AcceptedMutants } from './accepted.ts'
import { deskSuite, orderDesk } from './desk.fixture.ts'
import { allKinds, type MutantKind } from './mutant/mutant.ts'
import type { TeethResult } from './mutant/teeth-result.ts'
import { performTeeth } from './perform-teeth.ts'
import { breaks, holds, readTurnSnippet } from './suggest/suggest.ts'

const at = { line: 1, column: 1, length: 1 }

function measure(
  suite: string,
  { kinds = allKinds, accepted = [] }: { kinds?: readonly MutantKind[]; accepted?: AcceptedMutants[] } = {},
): Promise<TeethResult> {
  const { client } = orderDesk()
  const settings = { client, reconcile: true, target: 'desk', tableread: '0', concurrency: 1, seed: 'one' }
  // a fake desk has one session, and each attempt needs its own
  const meansOf = (): Promise<ReturnType<typeof orderDesk>> => Promise.resolve(orderDesk())
  return performTeeth(plansOf(suite), { ...settings, kinds, accepted, meansOf })
}

const weak = deskSuite('{ reply: { contains: Order } }', '{ reply: { contains: is } }', '    time limit: 30 s\n')
const plain = 'agentName: desk, background: none, thinking: none, messages: 1'
const strong = deskSuite(
  `
          reply: { contains: [Order 1042 is shipped, Shall I cancel order 2077], ends with: "?", content: { length: 1 }, ${plain} }
          latency: { turn: 500 ms, tool: 500 ms }
          calls:
            exactly:
              - lookup_order: { exactly: { order_id: "1042" }, returns: { status: shipped }, phase: during }
              - lookup_order: { exactly: { order_id: "2077" }, returns: { status: packing }, phase: during }`,
  `
          reply: { equals: It is cancelled., button: { text: Thanks, payload: bye }, content: { length: 2 }, ${plain} }
          latency: { turn: 500 ms, tool: 500 ms }
          calls: { exactly: [{ cancel_order: { exactly: { order_id: "2077" }, returns: { cancelled: true }, phase: during } }] }`,
  '    session: { calls: { post: none } }\n',
)

describe('the teeth of a suite', () => {
  it('are all there where everything that matters is expected', async () => {
    const { score, survivors, total } = await measure(strong)
    expect([score, survivors, total.caught > 30]).toEqual([1, [], true])
  })

  it('are few where little is expected, and each missing one is named with its line', async () => {
    const { score, survivors, suites, conversations } = await measure(weak)
    expect(score).toBeLessThan(0.5)
    expect(survivors.find(({ what }) => what === 'cancel_order is not called')).toMatchObject({
      file: 'suite.yaml',
      line: 9,
      turn: 2,
      kind: 'drop call',
      conversation: 'cancels',
      accepted: null,
    })
    const kinds = Object.fromEntries(suites[0]?.kinds.map(({ kind, ...tally }) => [kind, tally]) ?? [])
    expect(kinds['drop reply']).toEqual({ caught: 2, survived: 0, accepted: 0 })
    expect(kinds['drop call']).toEqual({ caught: 0, survived: 3, accepted: 0 })
    expect(conversations).toMatchObject([{ line: 4, unscored: null }])
  })

  it('grow by what is suggested: each suggestion holds for the talk and catches what it says', async () => {
    const { suggestions, survivors } = await measure(weak)
    const covered = new Set(suggestions.flatMap(({ catches }) => catches))
    expect(survivors.flatMap(({ what }, number) => (covered.has(number) ? [] : [what]))).toEqual([])
    expect(suggestions.map(({ under, turn, yaml }) => [under, turn, yaml])).toEqual(
      expect.arrayContaining([
        ['every turn', null, 'latency: { turn: 3 s }'],
        ['expect', 2, 'calls: { exactly: [cancel_order] }'],
        ['expect', 2, 'reply: { button: { text: Thanks, payload: bye } }'],
      ]),
    )
    const inTurns = suggestions.filter(({ under }) => under !== 'conversation')
    for (const { yaml } of inTurns) expect(readTurnSnippet(yaml)).toBeDefined()
  })

  it('count what may survive apart, and say which entry excuses nothing', async () => {
    const entry = { suite: { value: 'Desk', at }, reason: 'it is slow' }
    const accepted: AcceptedMutants[] = [
      { ...entry, kind: 'slow tool' },
      { ...entry, kind: 'drop call', turn: 2, conversation: { value: 'cancels', at } },
      { ...entry, kind: 'wrong phase', what: 'no_such_tool' },
    ]
    const { total, obsolete, survivors, suggestions } = await measure(weak, {
      kinds: ['slow tool', 'drop call', 'wrong phase'],
      accepted,
    })
    expect(total).toEqual({ caught: 0, survived: 5, accepted: 4 })
    expect(obsolete.map(({ text }) => text)).toEqual(['Desk: wrong phase (no_such_tool)'])
    const open = suggestions.flatMap(({ catches }) => catches.map((number) => survivors[number]?.accepted))
    expect(open).toEqual(Array(5).fill(null))
  })

  it('cannot be measured where the conversation fails as it is, or is skipped', async () => {
    const failing = await measure(deskSuite('{ reply: { contains: nonsense } }', '{ calls: none }'))
    expect([failing.score, failing.conversations[0]?.unscored]).toEqual([
      null,
      { kind: 'failed', reason: 'it fails as it is: turn 1: the reply is not as expected (cause: agent)' },
    ])
    const skipped = await measure(deskSuite('{ calls: none }', '{ calls: none }', '    skip: later\n'))
    expect(skipped.conversations[0]?.unscored?.kind).toBe('skipped')
  })

  it('are the same for the same seed', async () => {
    const [one, other] = [await measure(weak), await measure(weak)]
    expect({ ...one, startedAt: '', ms: 0 }).toEqual({ ...other, startedAt: '', ms: 0 })
  })
})

describe('the teeth of a conversation with a simulated user', () => {
  const simulated = (more = '') => `suite: Desk
agent: desk
seeds: 2
conversations:
  - name: cancels
    simulated user:
      wants: to cancel order {order}
      knows: { order: "2077" }
      opens with: Where are my orders?
      answers: [{ when: Shall I, says: "Yes" }]
      done when: { calls: [{ cancel_order: { with: { order_id: "2077" } } }] }
${more}`

  it('are those of its goal, as the user says again what it said', { tags: 'slow' }, async () => {
    const { total, conversations, survivors, unjudged = [] } = await measure(simulated())
    expect(conversations.map(({ name, unscored }) => [name, unscored])).toEqual([
      ['cancels ~1', null],
      ['cancels ~2', null],
    ])
    expect([total.survived > 20, unjudged]).toEqual([true, []])
    const lives = (what: string) => survivors.some((each) => each.what === what)
    expect(lives('cancel_order is not called')).toBe(false)
    expect(lives('cancel_order gets order_id "2078" instead of "2077"')).toBe(false)
    expect(survivors.some(({ kind }) => kind === 'add call')).toBe(true)
  })

  it('grow by every turn and session, and nothing is suggested for turns that stand in no script', {
    tags: 'slow',
  }, async () => {
    const plain = await measure(simulated())
    expect(plain.suggestions.length).toBeGreaterThan(1)
    expect(new Set(plain.suggestions.map(({ under }) => under))).toEqual(new Set(['every turn', 'conversation']))
    const calls = '    session: { calls: { exactly: [lookup_order, lookup_order, cancel_order] } }\n'
    const measurement = await measure(simulated(calls), { kinds: ['add call', 'drop call', 'repeat call'] })
    expect([measurement.score, measurement.survivors]).toEqual([1, []])
  })
})

describe('a proof', () => {
  it('holds only where everything was judged', () => {
    const turn = { view: viewTurn([]), turnMs: 5, refusal: null }
    const tool = readTurnSnippet('latency: { tools: { lookup: 1 s } }')
    const quick = readTurnSnippet('latency: { turn: 1 s }')
    if (tool === undefined || quick === undefined) throw new Error('not read')
    expect([holds(tool, turn), breaks(tool, turn), holds(quick, turn)]).toEqual([false, false, true])
  })
  it.each(['reply: {', 'replies: x', 'reply: "{{name}}"'])('needs a snippet that can be read: %s', (yaml) => {
    expect(readTurnSnippet(yaml)).toBeUndefined()
  })
})
