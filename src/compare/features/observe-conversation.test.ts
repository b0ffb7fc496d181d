import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ConversationResult } from '../../engine/verdict/conversation-result.ts'
import type { AspectSeen, SeenAt, TimesSeen } from '../model/feature-evidence.ts'
import { madeRun, madeTurn } from './features.fixture.ts'
import { observeConversation } from './observe-conversation.ts'

const ids = ['4f3c2a10-9d1e-4b6a-8c55-0a1b2c3d4e5f', '7e0d9c11-1a2b-4c3d-9e8f-5a4b3c2d1e0f']
const turn = fc.record({
  calls: fc.array(fc.tuple(fc.constantFrom('look', 'send'), fc.constantFrom('1', '2', ...ids), fc.boolean()), {
    maxLength: 2,
  }),
  verdict: fc.constantFrom('passed', 'passed', 'failed', 'not reached'),
  turnMs: fc.integer({ min: 0, max: 900 }),
})
const run = fc.array(turn, { minLength: 2, maxLength: 3 }).map((turns) =>
  madeRun(
    turns.map(({ calls, verdict, turnMs }, index) =>
      madeTurn(
        index,
        calls.map(([name, id, error]) => [name, { id }, `{"id":"${id}"}`, error]),
        'ok',
        {
          verdict: verdict as 'passed',
          turnMs,
        },
      ),
    ),
  ),
)
const pairs = fc.array(fc.tuple(run, run, fc.boolean()), { minLength: 1, maxLength: 5 })

/** What is seen, with a and b swapped in some pairs. */
function swapSeen(aspects: readonly AspectSeen[], isSwapped: (pair: number) => boolean): AspectSeen[] {
  const [isOwn, swapped] = [(at: SeenAt) => !isSwapped(at[0]), (at: SeenAt) => isSwapped(at[0])]
  return aspects.map((aspect) => ({
    ...aspect,
    values: aspect.values.map((value) => ({
      ...value,
      a: [...value.a.filter(isOwn), ...value.b.filter(swapped)],
      b: [...value.b.filter(isOwn), ...value.a.filter(swapped)],
    })),
    ...(aspect.times === undefined
      ? {}
      : { times: aspect.times.map((time) => (isSwapped(time.pair) ? swapTimes(time) : time)) }),
  })) as AspectSeen[]
}

function swapTimes(time: TimesSeen): TimesSeen {
  const turns = time.turns?.map(([turn, a, b]): [number, number, number] => [turn, b, a])
  return { ...time, a: time.b, b: time.a, ...(turns === undefined ? {} : { turns }) }
}

/** In a canonical order. */
const sorted = (aspects: readonly AspectSeen[]): string[] =>
  aspects
    .map((aspect) =>
      JSON.stringify({
        ...aspect,
        values: aspect.values
          .map(({ a, b, fewer, ...value }) => ({
            ...value,
            fewer: fewer === undefined ? 0 : fewer[0] + fewer[1],
            a: a.toSorted(),
            b: b.toSorted(),
          }))
          .toSorted((one, other) => (one.value < other.value ? -1 : 1)),
      }),
    )
    .toSorted()

describe('observeConversation', () => {
  it('treats both runs of a pair alike, which the test of features rests on', { tags: 'stress' }, () => {
    fc.assert(
      fc.property(pairs, (drawnPairs) => {
        const side = (index: 0 | 1, swaps: boolean): ConversationResult[] =>
          drawnPairs.map((pair) => pair[swaps && pair[2] ? ((1 - index) as 0 | 1) : index])
        const observed = (swaps: boolean) =>
          observeConversation({ a: side(0, swaps), b: side(1, swaps), begins: 'a' }, drawnPairs.length)
        const observation = observed(false)
        const swapped = observed(true)
        expect(sorted(swapped.seen)).toEqual(
          sorted(swapSeen(observation.seen, (pair) => drawnPairs[pair]?.[2] === true)),
        )
      }),
      { seed: 20_261_123, numRuns: 300 },
    )
  })
  const label = (carrier: string) => madeTurn(1, [['create_label', { carrier }]])
  const runs = (carriers: readonly string[]) =>
    carriers.map((each, index) => madeRun([madeTurn(0, [['log', { ref: `R${index}${each}` }]]), label(each)]))
  const partingOf = (a: string[], b: string[]) =>
    observeConversation({ a: runs(a), b: runs(b), begins: 'a' }, a.length).parts
  it('tells from which turn on the sides differ, beyond what each run makes up', () => {
    const parts = partingOf(['P', 'P', 'P', 'P'], ['Q', 'Q', 'P', 'Q'])
    expect(parts).toEqual({
      ...{ turn: 1, pairs: 3, of: 3 },
      first: [
        {
          ...{ level: 'arguments', tool: 'create_label', name: 'carrier' },
          text: 'calls create_label with carrier "Q" instead of "P"',
          ...{ pairs: 3, of: 4, a: 0, b: 3 },
        },
      ],
    })
    expect(partingOf(['P', 'P'], ['P', 'P'])).toBeNull()
  })
  it('takes what one pair alone shows for no parting', () => {
    expect(partingOf(['P'], ['Q'])).toBeNull()
    expect(partingOf(['P', 'P', 'P', 'P', 'P', 'P'], ['P', 'P', 'Q', 'P', 'P', 'P'])).toBeNull()
    expect(partingOf(['P', 'P'], ['Q', 'Q'])?.turn).toBe(1)
    expect(partingOf(['P', 'Q', 'P', 'Q', 'P', 'Q'], ['Q', 'P', 'Q', 'P', 'Q', 'P'])).toBeNull()
  })
  it('takes a turn that could not be judged for one that was reached', () => {
    const side = (verdict: 'passed' | 'errored') =>
      Array.from({ length: 4 }, () =>
        madeRun([madeTurn(0, []), madeTurn(1, [], 'ok', { verdict }), madeTurn(2, [], 'ok', { verdict: 'failed' })]),
      )
    expect(observeConversation({ a: side('passed'), b: side('errored'), begins: 'a' }, 4).parts).toBeNull()
  })
  it('says how often each side does it, where neither always does', () => {
    const [first] = partingOf(['P', 'P', 'P', 'P', 'P', 'Q'], ['Q', 'Q', 'P', 'Q', 'Q', 'Q'])?.first ?? []
    expect(first).toMatchObject({ text: 'calls create_label with carrier "Q" more often', often: 'more', a: 1, b: 5 })
  })
  it('names the turn in which expectations part, or none, and not what comes and goes by chance', {
    tags: 'stress',
  }, () => {
    let state = 20_261_124
    const pick = (count: number): number => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
      return Math.floor((state / 4_294_967_296) * count)
    }
    const noisy = (isChanged: boolean, isSeen: boolean) => {
      const calls = [0, 1, 2].map(() => (pick(10) === 0 ? [['check', { x: pick(2) === 0 ? 'l' : 'r' }] as const] : []))
      const verdict = isChanged && isSeen ? 'failed' : 'passed'
      return madeRun(
        calls.map((callList, turn) =>
          madeTurn(
            turn,
            callList.map(([name, args]) => [name, args]),
            isChanged && turn === 2 ? 'sorry' : 'ok',
            turn === 2 ? { verdict } : {},
          ),
        ),
      )
    }
    const places = (isSeen: boolean) => {
      const counts = new Map<number | null, number>()
      for (let time = 0; time < 300; time += 1) {
        const side = (isChanged: boolean) => Array.from({ length: 6 }, () => noisy(isChanged, isSeen))
        const turn = observeConversation({ a: side(false), b: side(true), begins: 'a' }, 6).parts?.turn ?? null
        counts.set(turn, (counts.get(turn) ?? 0) + 1)
      }
      return counts
    }
    expect(places(true)).toEqual(new Map([[2, 300]]))
    expect(places(false).get(null)).toBeGreaterThan(290) // noise of one in ten looks like a change now and then
  })
  it('counts the first pairs alone, and those that were judged', () => {
    const loseRun = (run: ConversationResult): ConversationResult => ({ ...run, verdict: 'errored' })
    const [first, ...rest] = runs(['P', 'P', 'P', 'P'])
    const a = first === undefined ? [] : [loseRun(first), ...rest]
    const { seen } = observeConversation({ a, b: runs(['Q', 'Q', 'Q', 'Q']), begins: 'a' }, 3)
    const carrier = seen.find(({ name }) => name === 'carrier')
    expect(carrier?.pairs).toBe(2)
    expect(carrier?.values.find(({ value }) => value === '"Q"')).toMatchObject({
      both: 0,
      a: [],
      b: [
        [0, 1],
        [1, 1],
      ],
    })
  })
})
