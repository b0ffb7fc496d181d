import { expect, it } from 'vitest'
import { describeOutcome } from '../../report/text/describe-outcome.ts'
import type { CallsExpectation } from '../../suite/language/expectations/calls-expectation.ts'
import type { Phase, TranscriptEntry } from '../../wire/api/transcript-entry.ts'
import { performConversation } from '../perform/perform-conversation.ts'
import { called, gave } from '../transcript/entries.fixture.ts'
import { echo, fakeClient, plansOf } from './fake-client.fixture.ts'

/** A conversation of two turns with a refund that the first answer does not show. */
async function perform(expectations: string, phase: 'post' | 'pre' = 'post', isReconciled = true) {
  const yaml = `suite: S\nagent: desk\nconversations:\n  - name: talks\n${expectations.replace(/^/gm, '    ')}\n`
  const [plan] = plansOf(yaml)
  if (plan === undefined) throw new Error('no plan')
  const show = (transcript: TranscriptEntry[]) => {
    const behind = transcript[1]?.type === 'message' ? transcript[1].timestamp : ''
    const refund = [
      { ...called('refund', '1', { amount: 40 }, phase), timestamp: behind },
      gave('refund', '1', 'ok', { phase, timestamp: behind }),
    ]
    return { transcript: [...transcript.slice(0, 2), ...refund, ...transcript.slice(2)] }
  }
  return performConversation(plan, { client: fakeClient(echo, show).client, reconcile: isReconciled, storedLateMs: 1 })
}

const both = 'turns: [{ user: hi, expect: &e { reply: { contains: You said }, calls: '
const turns = (calls: string, second = '{ never: other }') =>
  `${both}${calls} } }, { user: and, expect: { calls: ${second} } }]`

it.each([
  ['a turn', turns('{ never: refund }')],
  ['a turn, in its phase', turns('{ post: { never: refund } }')],
  ['a turn, by what it takes', turns('{ never: [{ refund: { with: { amount: { at least: 30 } } } }] }')],
  ['every turn', `every turn: { calls: { never: refund } }\n${turns('{ count: { at most: 5 } }')}`],
])('is failed by what %s rules out, though the stored session alone shows it', async (_, expectations) => {
  const { verdict, outcomes, cause } = await perform(expectations)
  const failed = outcomes.filter((each) => each.verdict === 'failed')
  expect([verdict, cause?.kind, failed.length]).toEqual(['failed', 'agent', 1])
  expect(failed.map(describeOutcome).join()).toBe(
    'refund must never be called here\n  arguments  {"amount":40}\n  phase      post\n  where      in the stored session alone, beside turn 1',
  )
})

/** For each key about calls: what an answer with one call of look keeps, but not with a look and a refund beside it. */
const brokenBy = {
  none: '{ post: none }',
  inOrder: '[{ look: { times: 1 } }]',
  exactly: '{ exactly: [look] }',
  anyOrder: '{ any order: [{ look: { times: { at most: 1 } } }] }',
  never: '{ never: refund }',
  only: '{ only: [look] }',
  reference: null,
  count: '{ count: 1 }',
  pre: '{ pre: { count: 0 }, never: refund }',
  during: '{ during: { exactly: [look] }, count: { less than: 3 } }',
  post: '{ post: { count: 0 } }',
} satisfies Record<Exclude<keyof CallsExpectation, 'at'>, string | null>

/** Performs two turns, each with a call of look, whose stored session has more before the entry at `at`. */
async function performLooks(conversation: string, hidden: readonly TranscriptEntry[], at: number): Promise<string> {
  const laws = 'laws: { slices add up: the answers leave calls out }'
  const text = conversation.replace(/^/gm, '    ')
  const [plan] = plansOf(`suite: S\nagent: desk\n${laws}\nconversations:\n  - name: talks\n${text}\n`)
  if (plan === undefined) throw new Error('no plan')
  const { client } = fakeClient(
    (request, turn) => {
      const [user, reply] = echo(request, turn)
      if (user === undefined || reply === undefined) throw new Error('no echo')
      const look = called('look', `${turn}`, {}, 'during', turn * 2_000)
      return [user, look, { ...gave('look', `${turn}`), timestamp: look.timestamp }, reply]
    },
    (transcript) => {
      const beside = transcript[at - 1] ?? transcript[0]
      const timestamp = beside !== undefined && 'timestamp' in beside ? beside.timestamp : ''
      return { transcript: transcript.toSpliced(at, 0, ...hidden.map((entry) => ({ ...entry, timestamp }))) }
    },
  )
  return (await performConversation(plan, { client, reconcile: true, storedLateMs: 1 })).verdict
}

function hiddenCall(name: string, phase: Phase | null): TranscriptEntry[] {
  return [called(name, `hidden ${name}`, { amount: 40 }, phase), gave(name, `hidden ${name}`, 'ok', { phase })]
}

it.each(Object.entries(brokenBy).flatMap(([key, calls]) => (calls === null ? [] : [[key, calls]])))(
  'breaks what is expected under %s, by a turn, by every turn and by what the next turn requires',
  async (_, calls) => {
    const hidden = [...hiddenCall('look', 'post'), ...hiddenCall('refund', 'post')]
    for (const conversation of [
      `turns: [{ user: hi, expect: { calls: ${calls} } }, { user: and }]`,
      `turns: [{ user: hi }, { user: and }]\nevery turn: { calls: ${calls} }`,
      `turns: [{ user: hi }, { user: and, requires: { calls: ${calls} }, expect: { reply: { contains: said } } }]`,
    ])
      expect([
        conversation,
        await performLooks(conversation, [], 4),
        await performLooks(conversation, hidden, 4),
      ]).toEqual([conversation, 'passed', 'failed'])
  },
)

const never = '{ calls: { never: refund } }'

it.each<[Phase | null, string, number, first: string, second: string]>([
  ['post', 'after the first answer', 4, 'failed', 'passed'],
  ['during', 'after the first answer', 4, 'failed', 'passed'],
  [null, 'after the first answer', 4, 'failed', 'errored'],
  ['pre', 'after the first answer', 4, 'passed', 'failed'],
  ['pre', 'behind the first message', 1, 'failed', 'passed'],
  [null, 'behind the first message', 1, 'failed', 'passed'],
  ['during', 'within the second turn', 6, 'passed', 'failed'],
  ['post', 'at the end', 8, 'passed', 'failed'],
  ['pre', 'at the end', 8, 'passed', 'failed'],
  ['during', 'before everything', 0, 'failed', 'passed'],
  ['pre', 'before everything', 0, 'failed', 'passed'],
])('of the phase %s that stands %s belongs to the turn of its message', async (phase, _, at, first, second) => {
  const hidden = hiddenCall('refund', phase)
  expect([
    await performLooks(`turns: [{ user: hi, expect: ${never} }, { user: and }]`, hidden, at),
    await performLooks(`turns: [{ user: hi }, { user: and, expect: ${never} }]`, hidden, at),
    await performLooks(`turns: [{ user: hi }, { user: and }]\nevery turn: ${never}`, hidden, at),
  ]).toEqual([first, second, 'failed'])
})

it.each([
  ['that has to be in the answer', '[refund]'],
  ['that has to be there', '{ any order: [refund] }'],
  ['of which there have to be two', '{ count: 2 }'],
])('is none %s', async (_, calls) => {
  const conversation = `turns: [{ user: hi, expect: { calls: ${calls} } }, { user: and }]`
  expect(await performLooks(conversation, hiddenCall('refund', 'post'), 4)).toBe('failed')
})

it('is the call of an answer that has its id, or its content, whatever else differs', async () => {
  const conversation = 'turns: [{ user: hi, expect: { calls: { exactly: [look], count: 1 } } }, { user: and }]'
  const outcomeWith = (change: (entry: TranscriptEntry) => object): Promise<string> => {
    const [plan] = plansOf(
      `suite: S\nagent: desk\nlaws: { slices add up: stored otherwise }\nconversations:\n  - { name: talks, ${conversation} }\n`,
    )
    if (plan === undefined) throw new Error('no plan')
    const { client } = fakeClient(
      (request, turn) => [
        ...echo(request, turn).slice(0, 1),
        called('look', `${turn}`, { a: 1 }, 'during', turn * 2_000),
        { ...gave('look', `${turn}`), timestamp: called('', '', {}, null, turn * 2_000).timestamp },
        ...echo(request, turn).slice(1),
      ],
      (transcript) => ({ transcript: transcript.map((entry) => ({ ...entry, ...change(entry) }) as TranscriptEntry) }),
    )
    return performConversation(plan, { client, reconcile: true, storedLateMs: 1 }).then(({ verdict }) => verdict)
  }
  expect(await outcomeWith(() => ({ timestamp: '2027-01-01T00:00:00.000Z' }))).toBe('passed')
  expect(await outcomeWith((entry) => (entry.type === 'function_call' ? { arguments: {} } : {}))).toBe('passed')
  expect(await outcomeWith((entry) => ('call_id' in entry ? { call_id: `kept ${entry.call_id}` } : {}))).toBe('passed')
})

it('looks at calls of the phase pre with the turn whose message they stand before', async () => {
  expect((await perform(turns('{ never: other }', '{ never: refund }'), 'pre')).verdict).toBe('failed')
  expect((await perform(turns('{ never: refund }'), 'pre')).verdict).toBe('passed')
})

it('looks at them beside calls that answers show', async () => {
  const [plan] = plansOf(
    'suite: S\nagent: desk\nconversations:\n  - { name: talks, turns: [{ user: hi, expect: { calls: { never: log } } }] }\n',
  )
  if (plan === undefined) throw new Error('no plan')
  const pre = (name: string) => [called(name, name, {}, 'pre'), gave(name, name, 'ok', { phase: 'pre' })]
  const answers = fakeClient(
    (request, turn) => [...pre('greet'), ...echo(request, turn)],
    (transcript) => ({ transcript: [...transcript.slice(0, 2), ...pre('log'), ...transcript.slice(2)] }),
  )
  const { verdict } = await performConversation(plan, { client: answers.client, reconcile: true, storedLateMs: 1 })
  expect(verdict).toBe('failed')
})

it('waits for a session that is not all there yet, however much it holds beside the turns', async () => {
  const plan = plansOf(`suite: S\nagent: desk\nconversations:\n  - name: talks\n    ${turns('{ never: other }')}\n`)[0]
  if (plan === undefined) throw new Error('no plan')
  let looks = 0
  const { client } = fakeClient(echo, (transcript) => {
    looks += 1
    const [first, second, ...rest] = transcript as [TranscriptEntry, TranscriptEntry]
    const at = 'timestamp' in second ? second.timestamp : ''
    const log = [
      { ...called('log', '1', {}, 'post'), timestamp: at },
      gave('log', '1', 'ok', { phase: 'post', timestamp: at }),
    ]
    return { transcript: [first, second, ...log, ...(looks < 3 ? [] : rest)] }
  })
  expect((await performConversation(plan, { client, reconcile: true, storedLateMs: 5_000 })).verdict).toBe('passed')
  expect(looks).toBe(3)
})

it('is looked for without reconciling where something is expected of the phase post, and there alone', async () => {
  expect((await perform(turns('{ never: refund }'), 'post', false)).verdict).toBe('passed')
  expect((await perform(turns('{ post: { never: refund } }'), 'post', false)).verdict).toBe('failed')
  const guarded = `every turn: { calls: { post: none } }\n${turns('{ count: { at most: 5 } }')}`
  expect((await perform(guarded, 'post', false)).verdict).toBe('failed')
})
