import { describe, expect, it } from 'vitest'
import { useVirtualTime } from '../../base/virtual-time.fixture.ts'
import { describeOutcome } from '../../report/text/describe-outcome.ts'
import type { Session } from '../../wire/api/session.ts'
import type { TranscriptEntry } from '../../wire/api/transcript-entry.ts'
import type { Failure } from '../../wire/client/failure.ts'
import { performConversation } from '../perform/perform-conversation.ts'
import { called, gave } from '../transcript/entries.fixture.ts'
import { echo, fakeClient, plansOf } from './fake-client.fixture.ts'

useVirtualTime()

const stored = (): Partial<Session> => ({
  status: 'completed',
  agentDetails: { name: 'desk', number: null, email: null, version: 'default' },
  communicationChannelType: 'webChat',
  dynamicVariables: { tier: 'gold' },
  analysis: { sentiment: 'neutral', topic: 'order' },
})

async function perform(session: string, show: (transcript: TranscriptEntry[]) => Partial<Session> = stored) {
  const yaml = `suite: S\nagent: desk\nvariables: { wanted: completed }\nconversations:\n  - name: talks\n    turns: [{ user: hi }]\n    session:\n${session.replace(/^/gm, '      ')}\n`
  const [plan] = plansOf(yaml)
  if (plan === undefined) throw new Error('no plan')
  return performConversation(plan, { client: fakeClient(echo, show).client, reconcile: false })
}

describe('what a script says of the stored session', () => {
  it('passes when all of it holds, with variables filled in', async () => {
    const { verdict, outcomes } = await perform(
      'status: "{{wanted}}"\nagent: desk\nchannel type: webChat\nvariables: { tier: gold }\nanalysis: { sentiment: { one of: [neutral, positive] } }\ncalls: none',
    )
    expect([verdict, outcomes.length]).toEqual(['passed', 6])
  })
  it.each([
    ['status: active', 'status: expected "active", but here is "completed"'],
    ['agent: other', 'agent: expected "other", but here is "desk"'],
    ['agent version: "3"', 'agent version'],
    ['variables: { tier: silver }', 'variables.tier'],
    ['analysis: { topic: refund }', 'analysis.topic'],
    ['channel type: email', 'channel type'],
    ['duration: { at least: 1 }', 'duration'],
    ['retryAttemptNo: 0', 'retryAttemptNo'],
    ['recordingUrl: { starts with: http }', 'recordingUrl'],
    ['calls: [lookup_order]', 'lookup_order'],
  ])('fails for %s, and says so', async (expectation, text) => {
    const { verdict, outcomes } = await perform(`within: 0 ms\n${expectation}`)
    const failed = outcomes.filter((outcome) => outcome.verdict === 'failed')
    expect([verdict, failed.length]).toEqual(['failed', 1])
    expect(failed.map(describeOutcome).join('\n')).toContain(text)
  })
  it('sees the calls of the whole session', async () => {
    const later = new Date(Date.parse(called('x', '0', {}, 'post', 3_001).timestamp)).toISOString()
    const after = [
      called('log_outcome', '1', {}, 'post', 3_000),
      gave('log_outcome', '1', 'ok', { phase: 'post', timestamp: later }),
    ]
    const show = (transcript: TranscriptEntry[]) => ({ ...stored(), transcript: [...transcript, ...after] })
    expect((await perform('calls: { post: [log_outcome] }', show)).verdict).toBe('passed')
    expect((await perform('within: 0 ms\ncalls: { never: [log_outcome] }', show)).verdict).toBe('failed')
  })
  it('is errored, not failed, while there is no analysis', async () => {
    const { verdict, outcomes } = await perform('within: 0 ms\nanalysis: { topic: order }', () => ({
      ...stored(),
      analysis: null,
    }))
    expect([verdict, outcomes[0]?.verdict]).toEqual(['errored', 'not judged'])
  })
  it('is waited for as long as the script says', async () => {
    let looks = 0
    const late = () => {
      looks += 1
      return { ...stored(), status: looks < 3 ? ('active' as const) : ('completed' as const) }
    }
    expect((await perform('status: completed\nwithin: 5 s', late)).verdict).toBe('passed')
    expect(looks).toBe(3)
    looks = -100
    expect((await perform('status: completed\nwithin: 150 ms', late)).verdict).toBe('failed')
  })
  it('is errored when the session cannot be fetched', async () => {
    const yaml =
      'suite: S\nagent: desk\nconversations:\n  - name: talks\n    turns: [{ user: hi }]\n    session: { status: active }\n'
    const { client } = fakeClient(echo, () => ({ kind: 'timed out', limitMs: 1 }))
    const [plan] = plansOf(yaml)
    if (plan === undefined) throw new Error('no plan')
    expect((await performConversation(plan, { client, reconcile: false })).verdict).toBe('errored')
  })
})

describe.concurrent('a stored session that comes late', () => {
  const perform = async (
    lateMs: number,
    show: (transcript: TranscriptEntry[]) => Partial<Session> | Failure,
    more = '',
  ) => {
    const [plan] = plansOf(
      `suite: S\nagent: desk\nconversations:\n  - name: talks\n    turns: [{ user: hi }, { user: ho, expect: { reply: { contains: ho } } }]\n${more}`,
    )
    if (plan === undefined) throw new Error('no plan')
    let first: number | null = null
    const { client } = fakeClient(echo, (transcript) => {
      first ??= performance.now()
      return performance.now() - first < lateMs ? show(transcript) : {}
    })
    return performConversation(plan, { client, reconcile: true })
  }
  const unknown: Failure = {
    kind: 'refused',
    status: 404,
    responseCode: 404,
    errorCode: 'sessionNotFound',
    message: 'no',
    requestId: null,
  }
  it.each<[string, (transcript: TranscriptEntry[]) => Partial<Session> | Failure]>([
    ['is not there', () => unknown],
    ['is empty', () => ({ transcript: [] })],
    ['lacks the last turn', (all) => ({ transcript: all.slice(0, 2) })],
    ['lacks the last reply', (all) => ({ transcript: all.slice(0, 3) })],
  ])('is waited for while it %s', async (_, show) => {
    expect(await perform(300, show)).toMatchObject({ verdict: 'passed', outcomes: [] })
  })
  it('leaves no verdict where an interrupt comes while it is read', async () => {
    const { verdict, reason, cause } = await perform(Number.POSITIVE_INFINITY, () => ({ kind: 'aborted' }))
    expect([verdict, reason, cause?.kind]).toEqual(['not reached', 'interrupted at turn 2', 'budget'])
  })
  it('is waited for no longer than two seconds, or as long as the script says', async () => {
    const show = (all: TranscriptEntry[]) => ({ transcript: all.slice(0, 2) })
    expect((await perform(2_600, show)).verdict).toBe('failed')
    expect((await perform(2_600, show, '    session: { within: 5 s, calls: none }\n')).verdict).toBe('passed')
    expect((await perform(Number.POSITIVE_INFINITY, () => unknown)).verdict).toBe('errored')
  })
})
