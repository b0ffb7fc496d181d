import { expect, it } from 'vitest'
import { describeOutcome } from '../../report/text/describe-outcome.ts'
import type { TranscriptEntry } from '../../wire/api/transcript-entry.ts'
import { called, gave } from '../transcript/entries.fixture.ts'
import { echo, fakeClient, plansOf } from './fake-client.fixture.ts'
import { performConversation } from './perform-conversation.ts'

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
  ['every turn', `every turn: { calls: { never: refund } }\n${turns('{ count: 0 }')}`],
])('is failed by what %s rules out, though the stored session alone shows it', async (_, expectations) => {
  const { verdict, outcomes, cause } = await perform(expectations)
  const failed = outcomes.filter((each) => each.verdict === 'failed')
  expect([verdict, cause?.kind, failed.length]).toEqual(['failed', 'agent', 1])
  expect(failed.map(describeOutcome).join()).toBe(
    'refund must never be called here\n  arguments  {"amount":40}\n  phase      post\n  where      in the stored session alone, beside turn 1',
  )
})

it.each([
  ['rules it out for another turn', turns('{ never: other }', '{ never: refund }')],
  ['rules it out in another phase', turns('{ during: { never: refund } }')],
  ['rules it out with other arguments', turns('{ never: [{ refund: { with: { amount: 3 } } }] }')],
  ['is about what answers show', turns('none', 'none')],
])('passes where the script %s', async (_, expectations) => {
  expect((await perform(expectations)).verdict).toBe('passed')
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

it('cannot look where no session is fetched', async () => {
  expect((await perform(turns('{ never: refund }'), 'post', false)).verdict).toBe('passed')
})
