import { describe, expect, it } from 'vitest'
import { echo, fakeClient, plansOf } from '../../engine/verdict/fake-client.fixture.ts'
import type { Session } from '../../wire/api/session.ts'
import type { Failure } from '../../wire/client/failure.ts'
import type { Observation } from './ledger.ts'
import { probePlan } from './probe-plan.ts'

const suite = (settings: string, expected = 'You said'): string =>
  `suite: S\nagent: desk\n${settings}conversations:\n  - name: a\n    turns: [{ user: hi, expect: { reply: { contains: ${expected} } } }, { user: bye }]\n`

async function probe(yaml: string, play: Parameters<typeof fakeClient>[0] = echo, label: string | null = null) {
  const stored = (): Partial<Session> => ({ agentDetails: { name: 'desk', number: null, email: null, version: label } })
  const { client, sent } = fakeClient(play, stored)
  const [plan] = plansOf(yaml)
  if (plan === undefined) throw new Error('no plan')
  const observation: Observation = await probePlan(plan, {
    client,
    reconcile: true,
    signal: new AbortController().signal,
  })('3')
  return { seen: observation, sent }
}

const refusal = (status: number): Failure => {
  const answer = { kind: 'refused' as const, status, responseCode: status, errorCode: 'someCode', message: 'no' }
  return { ...answer, requestId: null }
}

describe('an attempt', () => {
  it('asks for the version, once, whatever the script repeats', async () => {
    const { seen, sent } = await probe(suite('agent version: draft\nrepeat: { times: 5 }\n'))
    expect([seen, sent.map(({ agentVersion }) => String(agentVersion))]).toEqual([
      { kind: 'passed', turns: 2 },
      ['3', '3'],
    ])
  })
  it('is no good and no bad version where nobody can read what the agent did', async () => {
    const play: typeof echo = (...call) => [
      ...echo(...call),
      { type: 'unknown', original: { type: 'tool_use', name: 'issue_refund' } },
    ]
    const { seen } = await probe(suite(''), play)
    expect(seen).toMatchObject({ kind: 'errored', reason: 'turn 1: law known entries', turns: 2 })
    expect('cause' in seen && seen.cause).toMatchObject({ kind: 'service' })
  })
  it('ends with the first turn that fails, also where failing is expected', async () => {
    const { seen } = await probe(
      suite('stop after failure: false\n', 'nothing').replace(
        '- name: a',
        '- name: a\n    expected fail: { reason: x }',
      ),
    )
    const cause = { kind: 'agent', why: 'turn 1: the reply is not as expected' }
    expect(seen).toEqual({ kind: 'failed', reason: 'turn 1: reply', sessionId: 's-1', cause, turns: 1 })
  })
  it.each([
    [404, 'missing'],
    [400, 'missing'],
    [422, 'missing'],
    [401, 'errored'],
    [403, 'errored'],
    [429, 'errored'],
    [503, 'errored'],
  ])('that is refused with %i is %s', async (status, kind) => {
    expect((await probe(suite(''), () => refusal(status))).seen).toMatchObject({
      kind,
      reason: expect.stringContaining('someCode'),
    })
  })
  it('whose second turn is refused is no missing version', async () => {
    expect(
      (await probe(suite(''), (request, turn) => (turn === 0 ? echo(request, turn) : refusal(404)))).seen.kind,
    ).toBe('errored')
  })
  it('that another version answered is a missing one', async () => {
    expect((await probe(suite(''), echo, '2')).seen).toMatchObject({
      kind: 'missing',
      reason: 'version 3 was asked for, but 2 answered',
    })
  })
})
