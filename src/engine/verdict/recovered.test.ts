import { describe, expect, it } from 'vitest'
import type { LawName } from '../../base/law-name.ts'
import { useVirtualTime } from '../../base/virtual-time.fixture.ts'
import { describeOutcome } from '../../report/text/describe-outcome.ts'
import type { TranscriptEntry } from '../../wire/api/transcript-entry.ts'
import type { Failure } from '../../wire/client/failure.ts'
import { performConversation } from '../perform/perform-conversation.ts'
import { called, gave, said } from '../transcript/entries.fixture.ts'
import { echo, fakeClient, plansOf } from './fake-client.fixture.ts'

useVirtualTime()

const reset: Failure = { kind: 'unreachable', url: 'http://localhost', code: 'ECONNRESET' }
const refusal = (status: number): Failure & { kind: 'refused' } => {
  return { kind: 'refused', status, responseCode: status, errorCode: null, message: 'gone', requestId: null }
}
const lostEntries = [said('user', 'two', 9_000), said('assistant', 'You said two', 9_500)]

/** A conversation whose second answer is lost, although the session stores its turn as given. */
async function perform(expected: string, stored: () => TranscriptEntry[] = () => lostEntries, reconcile = true) {
  const [plan] = plansOf(
    `suite: S\nagent: desk\nconversations:\n  - name: n\n    turns:\n      - user: one\n        expect: { reply: { contains: one } }\n      - user: two\n        time limit: 20 s\n        expect: ${expected}\n`,
  )
  if (plan === undefined) throw new Error('no plan')
  const { client } = fakeClient(
    (request, index) => (index === 1 ? reset : echo(request, index)),
    (transcript) => ({ transcript: [...transcript, ...stored()] }),
  )
  const relaxed = new Set<LawName>([...plan.relaxed, 'slices add up'])
  return performConversation({ ...plan, relaxed }, { client, reconcile, storedLateMs: 400 })
}

describe.concurrent('a turn whose answer was found in the stored session', () => {
  it('is judged as if it had come, and says how it came', async () => {
    const passed = await perform('{ reply: You said two }')
    expect([passed.verdict, passed.turns[1]?.recovered]).toMatchObject(['passed', { how: 'fetched', breaks: [reset] }])
    expect((await perform('{ reply: Something else }')).verdict).toBe('failed')
  })
  it('has no time of its own that could be judged', async () => {
    const result = await perform('{ reply: You said two, latency: { turn: 1 s } }')
    expect([result.verdict, ...(result.turns[1]?.outcomes ?? []).map(describeOutcome)]).toEqual([
      'errored',
      expect.anything(),
      'the answer was lost and found in the stored session, so the time of the turn is not known and was not judged',
    ])
  })
  it('has the times of its transcript', async () => {
    expect((await perform('{ latency: { reply: 1 s } }')).verdict).toBe('passed')
    expect((await perform('{ latency: { reply: 400 ms } }')).verdict).toBe('failed')
  })
  it('is judged with what its agent did late, and never passed where more came than was judged, also without the laws', async () => {
    const refund = [called('issue_refund', 'c', {}, 'during', 9_600), gave('issue_refund', 'c')]
    const copy = [said('user', 'two', 9_700), said('assistant', 'You said two', 9_800)]
    const joinAfter =
      (ms: number, more: TranscriptEntry[], began = performance.now()) =>
      () =>
        performance.now() - began < ms ? lostEntries : [...lostEntries, ...more]
    const expected = '{ reply: { contains: two }, calls: { never: [issue_refund] } }'
    expect((await perform(expected, joinAfter(250, refund))).verdict).toBe('failed')
    for (const reconcile of [true, false]) {
      const late = await perform(expected, joinAfter(1_000, refund), reconcile)
      expect([late.verdict, late.failure]).toMatchObject(['errored', { kind: 'unknown', why: 'more', cause: reset }])
    }
    const twice = await perform(expected, joinAfter(1_000, copy), false)
    expect([twice.verdict, twice.failure]).toMatchObject(['errored', { kind: 'unknown', why: 'twice' }])
    const thoughts: TranscriptEntry[] = [
      {
        type: 'thinking',
        thinking: 'done',
        timestamp: lostEntries[1]?.type === 'message' ? lostEntries[1].timestamp : '',
      },
    ]
    expect((await perform(expected, joinAfter(1_000, thoughts), false)).verdict).toBe('passed')
  })
  it('is not looked for where a refusal is expected', async () => {
    const result = await perform('{ error: { status: 500 } }')
    expect([result.verdict, result.turns[1]?.failure]).toEqual(['errored', reset])
  })
})

const twoTurns = (second: string): string =>
  `suite: S\nagent: desk\nconversations:\n  - name: n\n    turns: [{ user: one, expect: { reply: { contains: one } } }, ${second}]\n`

/**
 * A conversation whose second turn is first refused with this failure; `spoil` changes the session by the
 * number of looks.
 */
async function performRefused(
  failure: Failure,
  second = '{ user: two, time limit: 3 s }',
  spoil: (transcript: TranscriptEntry[], looks: number) => TranscriptEntry[] = (all) => all,
) {
  const [plan] = plansOf(twoTurns(second))
  if (plan === undefined) throw new Error('no plan')
  let looks = 0
  const { client, sent } = fakeClient(
    (request, index) => (index === 1 ? failure : echo(request, index)),
    (transcript) => {
      if (transcript.length > 2) looks += 1
      return { transcript: spoil(transcript, looks) }
    },
  )
  return { result: await performConversation(plan, { client, reconcile: true, storedLateMs: 400 }), sent }
}

describe.concurrent('a turn that is refused', () => {
  it('for now (429) is sent again when the session does not hold it, also where another refusal is expected', async () => {
    const { result } = await performRefused(refusal(429))
    expect([result.verdict, result.turns[1]?.recovered]).toMatchObject(['passed', { how: 'sent again', sendings: 2 }])
    const expected = await performRefused(refusal(429), '{ user: two, expect: { error: { status: 400 } } }')
    expect([expected.sent.length, expected.result.turns[1]?.verdict]).toEqual([3, 'failed']) // then it was answered
  })
  it('for now is taken where just that is expected', async () => {
    const { result, sent } = await performRefused(refusal(429), '{ user: two, expect: { error: { status: 429 } } }')
    expect([result.verdict, sent.length]).toEqual(['passed', 2])
  })
  it('and comes twice after all, later than the first look after the last turn, is not judged at all', async () => {
    const { result } = await performRefused(refusal(429), undefined, (all, looks) =>
      looks > 6 ? [...all, ...lostEntries] : all,
    )
    expect(result.turns[1]?.recovered).toMatchObject({ how: 'sent again', sendings: 2 })
    expect([result.verdict, result.outcomes]).toEqual(['errored', []])
    expect(result.failure).toMatchObject({ kind: 'unknown', why: 'twice', cause: refusal(429) })
  })
  it('and may stand twice in a session that nobody can read is errored', async () => {
    const [plan] = plansOf(twoTurns('{ user: two, time limit: 3 s, expect: { reply: other } }'))
    const reads: Failure[] = []
    const { client } = fakeClient(
      (request, index) => (index === 1 ? refusal(429) : echo(request, index)),
      (transcript) => {
        if (transcript.length > 2) reads.push(reset)
        return reads.length > 4 ? reset : {}
      },
    )
    const result = plan && (await performConversation(plan, { client, reconcile: false, storedLateMs: 400 }))
    expect([result?.verdict, result?.failure]).toEqual(['errored', reset])
  })
  it.each([
    ['408', refusal(408)],
    ['404', refusal(404)],
    ['400 inside HTTP 200', { ...refusal(200), responseCode: 400 }],
  ])('with %s and stands in the session all the same is errored, whatever was expected', async (_, failure) => {
    const stored = (all: TranscriptEntry[]): TranscriptEntry[] => [...all, ...lostEntries]
    for (const expected of ['', ', expect: { error: { message: gone } }']) {
      const { result } = await performRefused(failure, `{ user: two${expected} }`, stored)
      expect([result.verdict, result.outcomes]).toEqual(['errored', []])
      expect(result.failure).toMatchObject({ kind: 'unknown', why: 'stored', cause: failure })
    }
  })
  it('as expected, and comes into the session only later, is errored; nobody waits where nothing was refused', async () => {
    const began = performance.now()
    const late = (all: TranscriptEntry[]): TranscriptEntry[] =>
      performance.now() - began < 250 ? all : [...all, ...lostEntries]
    const { result } = await performRefused(refusal(400), '{ user: two, expect: { error: { status: 400 } } }', late)
    expect([result.verdict, result.failure]).toMatchObject(['errored', { kind: 'unknown', why: 'stored' }])
    const since = performance.now()
    const [plan] = plansOf(twoTurns('{ user: two, expect: { reply: { contains: two } } }'))
    const sound = plan && (await performConversation(plan, { client: fakeClient(echo).client, reconcile: true }))
    expect([sound?.verdict, performance.now() - since < 900]).toEqual(['passed', true])
  })
  it('does not excuse what failed before it', async () => {
    const suite = twoTurns('{ user: two, expect: { error: { message: gone } } }').replace(
      'contains: one',
      'contains: other',
    )
    const [plan] = plansOf(suite)
    const { client } = fakeClient(
      (request, index) => (index === 1 ? refusal(404) : echo(request, index)),
      (transcript) => ({ transcript: [...transcript, ...lostEntries] }),
    )
    const result =
      plan &&
      (await performConversation({ ...plan, stopAfterFailure: false }, { client, reconcile: true, storedLateMs: 400 }))
    expect([result?.verdict, result?.failure]).toMatchObject(['failed', { why: 'stored' }])
  })
})
