import { describe, expect, it } from 'vitest'
import type { TranscriptEntry } from '../api/transcript-entry.ts'
import type { Failure } from '../client/failure.ts'
import { describeOutcome } from '../report/describe-outcome.ts'
import { said } from '../transcript/entries.fixture.ts'
import { echo, fakeClient, plansOf } from './fake-client.fixture.ts'
import { performConversation } from './perform-conversation.ts'

const reset: Failure = { kind: 'unreachable', url: 'http://localhost', code: 'ECONNRESET' }
const lost = [said('user', 'two', 9_000), said('assistant', 'You said two', 9_500)]

/** A conversation whose second answer is lost, though the session keeps its turn as `stored` says. */
async function perform(expected: string, stored: TranscriptEntry[] = lost) {
  const [plan] = plansOf(
    `suite: S\nagent: desk\nconversations:\n  - name: n\n    turns:\n      - user: one\n        expect: { reply: { contains: one } }\n      - user: two\n        time limit: 20 s\n        expect: ${expected}\n`,
  )
  if (plan === undefined) throw new Error('no plan')
  const { client } = fakeClient(
    (request, index) => (index === 1 ? reset : echo(request, index)),
    (transcript) => ({ transcript: [...transcript, ...stored] }),
  )
  return performConversation(plan, { client, reconcile: true })
}

describe('a turn whose answer was found in the stored session', () => {
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
      'the answer was lost and found in the stored session, so that the time of the turn is not known and was not judged',
    ])
  })
  it('has the times of its transcript', async () => {
    expect((await perform('{ latency: { reply: 1 s } }')).verdict).toBe('passed')
    expect((await perform('{ latency: { reply: 400 ms } }')).verdict).toBe('failed')
  })
  it('is not judged at all once a message that was sent again comes twice', async () => {
    const [plan] = plansOf(
      'suite: S\nagent: desk\nconversations:\n  - name: n\n    turns: [{ user: one, expect: { reply: { contains: one } } }, { user: two, time limit: 3 s }]\n',
    )
    let answered = 0
    const { client } = fakeClient(
      (request, index) => (index === 1 ? reset : echo(request, index)),
      (transcript) => {
        if (transcript.length === 4) answered += 1
        return { transcript: answered > 2 ? [...transcript, ...lost] : transcript }
      },
    )
    const result = plan && (await performConversation(plan, { client, reconcile: true }))
    expect(result?.turns[1]?.recovered).toMatchObject({ how: 'sent again', sendings: 2 })
    expect([result?.verdict, result?.outcomes]).toEqual(['errored', []])
    expect(result?.failure).toMatchObject({ kind: 'unknown', why: 'twice', cause: reset })
  })
  it('is not looked for where a refusal is expected', async () => {
    const result = await perform('{ error: { status: 500 } }')
    expect([result.verdict, result.turns[1]?.failure]).toEqual(['errored', reset])
  })
})
