import { describe, expect, it } from 'vitest'
import { useVirtualTime } from '../../base/virtual-time.fixture.ts'
import type { Failure } from '../../wire/client/failure.ts'
import { called, gave, said } from '../transcript/entries.fixture.ts'
import { echo, fakeClient, plansOf, type Script } from '../verdict/fake-client.fixture.ts'
import { performConversation } from './perform-conversation.ts'

useVirtualTime()

const suite = (turns: string, more = '') =>
  `suite: S\nagent: desk\n${more}conversations:\n  - name: talks\n    turns:\n${turns.replace(/^/gm, '      ')}\n`

async function perform(turns: string, play: Script = echo, more = '', reconcile = true, signal?: AbortSignal) {
  const [plan] = plansOf(suite(turns, more))
  const { client, sent } = fakeClient(play)
  if (plan === undefined) throw new Error('no plan')
  const result = await performConversation(plan, { client, reconcile, ...(signal === undefined ? {} : { signal }) })
  return { result, sent, verdicts: [result.verdict, ...result.turns.map(({ verdict }) => verdict)] }
}

const two = '- user: one\n  expect: { reply: You said one }\n- user: two\n  expect: { reply: You said two }'
const timeout: Failure = { kind: 'timed out', limitMs: 10 }

describe('a conversation', () => {
  it('passes when every turn does, in one session of its own', async () => {
    const { result, sent, verdicts } = await perform(two)
    expect(verdicts).toEqual(['passed', 'passed', 'passed'])
    expect(sent.map(({ message, sessionId }) => [message, sessionId])).toEqual([
      ['one', undefined],
      ['two', 's-1'],
    ])
    expect(result.sessionId).toBe('s-1')
  })
  it('ends after a failed turn, unless it is told to go on', async () => {
    const wrong = two.replace('You said one', 'Something else')
    expect((await perform(wrong)).verdicts).toEqual(['failed', 'failed', 'not reached'])
    expect((await perform(wrong, echo, 'stop after failure: false\n')).verdicts).toEqual(['failed', 'failed', 'passed'])
  })
  it('is errored when the service does not answer, and later turns are not reached', async () => {
    const play: Script = (request, turn) => (turn === 1 ? timeout : echo(request, turn))
    const { result, verdicts } = await perform(`${two}\n- user: three`, play, 'stop after failure: false\n')
    expect(verdicts).toEqual(['errored', 'passed', 'errored', 'not reached'])
    expect(result.turns[1]?.failure).toMatchObject({ kind: 'unknown', why: 'not taken', cause: timeout })
  })
  it('stays failed when a turn failed before the service went away', async () => {
    const play: Script = (request, turn) => (turn === 1 ? timeout : echo(request, turn))
    expect((await perform(two.replace('You said one', 'x'), play, 'stop after failure: false\n')).verdicts).toEqual([
      'failed',
      'failed',
      'errored',
    ])
  })
  it('fails when a turn does not give what the next one requires', async () => {
    const { result, verdicts } = await perform(
      '- user: one\n  expect: { reply: You said one }\n- user: two\n  requires: { reply: { contains: link } }',
    )
    expect(verdicts).toEqual(['failed', 'passed', 'not reached'])
    expect(result.reason).toContain('diverged before turn 2')
  })
  it('fails by a transcript law, unless it is relaxed', async () => {
    const leak: Script = ({ message = '' }) => [said('user', message), said('assistant', 'Dear ${name}')]
    const turns = '- user: one\n  expect: { reply: { contains: Dear } }'
    expect((await perform(turns, leak)).verdicts).toEqual(['failed', 'failed'])
    expect((await perform(turns, leak, 'laws: { no placeholder: a template shows it }\n')).verdicts).toEqual([
      'passed',
      'passed',
    ])
  })
  it('fails by a guardrail on a turn without expectations', async () => {
    const { verdicts } = await perform(
      '- user: one\n- user: two\n  expect: { reply: You said two }',
      echo,
      'every turn: { reply: { not: { contains: one } } }\n',
    )
    expect(verdicts).toEqual(['failed', 'failed', 'not reached'])
  })
  it('does not pass what could not be judged', async () => {
    expect((await perform('- user: one\n  expect: { latency: { tool: 1 s } }')).verdicts).toEqual([
      'errored',
      'errored',
    ])
  })
  it('lets a guardrail on tool time be where no tool runs', async () => {
    expect(
      (
        await perform(
          '- user: one\n  expect: { reply: You said one }',
          echo,
          'every turn: { latency: { tool: 1 s } }\n',
        )
      ).verdicts,
    ).toEqual(['passed', 'passed'])
  })
  it('carries captured values to later turns and their expectations', async () => {
    const play: Script = (request, turn) =>
      [
        ...echo(request, turn).slice(0, 1),
        called('find', `c${turn}`),
        gave('find', `c${turn}`, '{"id":"A-7"}'),
        ...echo(request, turn).slice(1),
      ].map((entry) => ({ ...entry, timestamp: '2026-01-01T00:00:00Z' }))
    const { sent, verdicts } = await perform(
      '- user: one\n  capture: { id: calls.find.output.id }\n- user: "about {{id}}"\n  expect: { reply: "You said about {{id}}" }',
      play,
    )
    expect(verdicts[0]).toBe('passed')
    expect(sent[1]?.message).toBe('about A-7')
  })
  it('fails where a value to capture is missing, and says what there is', async () => {
    const { result, verdicts } = await perform(
      '- user: one\n  capture: { id: calls.find.output.id }\n- user: "{{id}}"\n  expect: { reply: x }',
    )
    expect(verdicts).toEqual(['failed', 'failed', 'not reached'])
    expect(result.turns[0]?.outcomes).toMatchObject([
      { kind: 'capture', at: { line: 7 }, reason: 'calls has no "find" to capture' },
    ])
  })
  it('passes an expected refusal, and fails when the agent answers instead', async () => {
    const refusal: Failure = {
      kind: 'refused',
      status: 400,
      responseCode: 400,
      errorCode: 'messageRequired',
      message: 'no',
      requestId: null,
    }
    const turns = '- user: one\n  expect: { error: messageRequired }'
    expect((await perform(turns, () => refusal)).verdicts).toEqual(['passed', 'passed'])
    expect((await perform(turns)).verdicts).toEqual(['failed', 'failed'])
  })
  it('is errored, not failed, when an expected refusal does not come because nothing does', async () => {
    const { verdicts } = await perform('- user: one\n  expect: { error: messageRequired }', () => timeout)
    expect(verdicts).toEqual(['errored', 'errored'])
  })
  it('is not judged by a guardrail whose time is unknown, and so does not pass', async () => {
    const unknown: Script = ({ message = '' }) => [
      said('user', message),
      called('a', '1'),
      gave('a', '1', 'ok', { executionTimeMs: null }),
      said('assistant', 'ok'),
    ]
    expect(
      (await perform('- user: one\n  expect: { reply: ok }', unknown, 'every turn: { latency: { tool: 1 s } }\n'))
        .verdicts,
    ).toEqual(['errored', 'errored'])
  })
  it('does not let reference calls of a requirement end the talk', async () => {
    const turns =
      '- user: one\n- user: two\n  requires: { calls: { reference: [a], never: b }, reply: You said one }\n  expect: { reply: You said two }'
    expect((await perform(turns)).verdicts[0]).toBe('passed')
  })
  it('is broken when the service has no such agent', async () => {
    const refusal: Failure = {
      kind: 'refused',
      status: 404,
      responseCode: 404,
      errorCode: 'localAgentNotFound',
      message: 'did you mean disk?',
      requestId: null,
    }
    const { result } = await perform(two, () => refusal)
    expect(result).toMatchObject({
      verdict: 'broken',
      problems: [{ code: 'unknown-agent', at: { line: 2, column: 8 } }],
    })
  })
  it('is skipped with its reason, and sends nothing', async () => {
    const [plan] = plansOf(suite(two).replace('    turns:', '    skip: waits for a fix\n    turns:'))
    const { client, sent } = fakeClient(echo)
    const result = plan && (await performConversation(plan, { client, reconcile: true }))
    expect([result?.verdict, result?.reason, sent.length]).toEqual(['skipped', 'waits for a fix', 0])
  })
  it('is not reached once the run is interrupted', async () => {
    expect((await perform(two, echo, '', true, AbortSignal.abort())).verdicts).toEqual([
      'not reached',
      'not reached',
      'not reached',
    ])
  })
})

describe('reconciliation with the stored session', () => {
  it.each([
    ['You said two', 'passed'],
    ['late', 'failed'],
  ])('judges a turn that timed out by what was stored of it: %s', async (reply, verdict) => {
    const [plan] = plansOf(suite(two))
    const play: Script = (request, turn) => (turn === 1 ? timeout : echo(request, turn))
    const { client } = fakeClient(play, (transcript) => ({
      transcript: [...transcript, said('user', 'two', 9_000), said('assistant', reply, 9_001)],
    }))
    const result = plan && (await performConversation(plan, { client, reconcile: true }))
    expect(result?.verdict).toBe(verdict)
    expect(result?.turns[1]?.recovered).toMatchObject({ how: 'fetched', breaks: [timeout] })
  })
  const judge = async (stored: Parameters<typeof fakeClient>[1], reconcile = true) => {
    const [plan] = plansOf(suite(two))
    const { client } = fakeClient(echo, stored)
    return plan && performConversation(plan, { client, reconcile })
  }
  it('fails when the slices do not add up', async () => {
    const result = await judge((transcript) => ({ transcript: transcript.slice(1) }))
    expect(result).toMatchObject({ verdict: 'failed', outcomes: [{ kind: 'law', finding: { law: 'slices add up' } }] })
  })
  it('is errored when the session cannot be fetched, and can be left out', async () => {
    expect(await judge(() => timeout)).toMatchObject({ verdict: 'errored', failure: timeout })
    expect(await judge(() => timeout, false)).toMatchObject({ verdict: 'passed', failure: null })
  })
})
