import { expect, it } from 'vitest'
import { describeOutcome } from '../../report/text/describe-outcome.ts'
import type { TranscriptEntry } from '../../wire/api/transcript-entry.ts'
import { called, gave } from '../transcript/entries.fixture.ts'
import { echo, fakeClient, plansOf } from './fake-client.fixture.ts'
import { performConversation } from './perform-conversation.ts'

/** A refund that the answer of the first turn does not show, in a conversation of two turns. */
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

it('cannot look where no session is fetched', async () => {
  expect((await perform(turns('{ never: refund }'), 'post', false)).verdict).toBe('passed')
})
