import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ran } from '../../engine/expect/judge-turn.fixture.ts'
import { performConversation } from '../../engine/perform/perform-conversation.ts'
import { called, gave, said } from '../../engine/transcript/entries.fixture.ts'
import type { ConversationResult } from '../../engine/verdict/conversation-result.ts'
import { fakeClient, plansOf, type Script } from '../../engine/verdict/fake-client.fixture.ts'
import { formatTrace } from './format-trace.ts'
import { createPaint } from './paint.ts'
import { traceConversation } from './trace-conversation.ts'

const golden = resolve(import.meta.dirname, '../../../tests/report/trace.out')

async function perform(turns: string, play: Script, more = ''): Promise<ConversationResult> {
  const yaml = `suite: S\nagent: desk\nstop after failure: false\nconversations:\n  - name: c\n    turns:\n${turns.replace(/^/gm, '      ')}\n${more}`
  const [plan] = plansOf(yaml)
  if (plan === undefined) throw new Error('no plan')
  return performConversation(plan, { client: fakeClient(play).client, reconcile: false })
}

/** What the trace says about the events that begin like this. */
async function found(yaml: string, entries: ReturnType<typeof ran>, begin: string): Promise<string[]> {
  const result = await perform(`- user: hi\n  expect:\n    ${yaml}`, () => [said('user', 'hi'), ...entries])
  return traceConversation(result)
    .filter(({ seen }) => seen.startsWith(begin))
    .map((line) => line.found)
}

const lookup = ran('lookup_order', { order_id: '1042' }, '{"status":"shipped"}')
const reply = said('assistant', 'It comes on Friday.', 1_000)

describe('a decision trace', () => {
  it.each([
    ['calls: [lookup_order]', 'matched calls[0]'],
    ['calls: { any order: [lookup_order] }', 'matched calls.any order[0]'],
    ['calls: { during: { exactly: [lookup_order] } }', 'matched calls.during.exactly[0]'],
    ['calls: [{ lookup_order: { times: 1 } }]', 'counted for calls[0]'],
    ['calls: { reference: [lookup_order], count: 1 }', 'beside calls.reference[0]'],
    ['calls: { count: 1 }', 'matched by nothing'],
    [
      'calls: [{ lookup_order: { with: { order_id: "7" } } }]',
      'failed calls[0]: arguments.order_id: expected "7", but here is "1042"',
    ],
    ['calls: { never: [other, lookup_order] }', 'failed calls.never[1]: lookup_order must never be called here'],
    [
      'calls: { any order: [{ lookup_order: { times: 1 } }, { lookup_order: { with: { order_id: "1042" } } }] }',
      'matched calls.any order[1]; counted for calls.any order[0]',
    ],
    ['latency: { tool: 5 ms }', 'matched by nothing; failed latency tool: lookup_order took 10 ms'],
  ])('says what became of a call: %s', async (yaml, text) => {
    expect(await found(yaml, [...lookup, reply], 'call ')).toEqual([text])
  })
  it.each([
    ['reply: { contains: Friday }', 'passed reply'],
    ['reply: { contains: [Friday, shipped] }', 'failed contains "shipped": not in it'],
    ['reply: { not: { contains: Friday } }', 'failed not contains "Friday"'],
    ['reply: { words: 2 }', 'failed reply (words) 2: here is 4'],
    ['reply: { button: Track }', 'failed the reply holds no button'],
    ['latency: { reply: 500 ms }', 'failed latency reply: the reply took 1.0 s'],
  ])('says what became of a reply: %s', async (yaml, text) => {
    expect(await found(yaml, [reply], 'reply ')).toEqual([text])
  })
  it('tells a guardrail from what the turn itself expects', async () => {
    const guardrail = '    every turn: { calls: { never: [lookup_order], any order: [lookup_order] } }\n'
    const result = await perform(
      '- user: hi\n  expect: { calls: [lookup_order] }',
      () => [said('user', 'hi'), ...lookup, reply],
      guardrail,
    )
    const [call] = traceConversation(result).filter(({ seen }) => seen.startsWith('call '))
    expect(call?.found).toBe(
      'failed every turn calls.never[0]: lookup_order must never be called here; matched calls[0]; matched every turn calls.any order[0]',
    )
  })
  it('puts what one message breaks beside that message, and a law beside its entry', async () => {
    const two = [said('assistant', 'As an AI', 1), said('assistant', 'Hello ${name}', 2)]
    expect(await found('reply: { not: { equals: As an AI } }', two, 'reply ')).toEqual([
      'failed not "As an AI"',
      'failed law "no placeholder": the reply leaks the placeholder ${name}',
    ])
  })
  it('keeps every event on one line, whatever an agent calls itself', async () => {
    const forged = { ...reply, agentName: 'desk)\n\n\u00a0::add-mask::x\n default  1 passed of 1\n(' }
    const result = await perform('- user: hi\n  expect: { reply: none said }', () => [said('user', 'hi'), forged])
    const observations = traceConversation(result).map((line) => line.seen)
    expect(observations.some((each) => each.includes('add-mask'))).toBe(true)
    expect(observations.join('')).not.toMatch(/[\n\u00a0]/)
  })
  it('has a line for a call that did not come', async () => {
    expect(await found('calls: [lookup_order, lookup_order]', [...lookup, reply], 'no call lookup_order')).toEqual([
      'failed calls[1]: lookup_order was called once, which is too few',
    ])
  })
  it('tells two calls of one name apart', async () => {
    const calls = [...ran('a', { n: 1 }), ...ran('a', { n: 2 }), reply]
    expect(await found('calls: [{ a: { with: { n: 2 } } }]', calls, 'call a')).toEqual([
      'matched by nothing',
      'failed law "unique call ids": a reuses the call id a; matched calls[0]',
    ])
  })
  it('has a line for each event, in order', async () => {
    const played: Script = ({ message = '' }, turn) => {
      if (turn === 2)
        return {
          kind: 'refused',
          status: 409,
          responseCode: 409,
          errorCode: 'internal',
          message: 'oops',
          requestId: null,
        }
      if (turn === 1) return [said('user', message), said('assistant', 'I hand you over.', 1, 'human-desk')]
      return [
        ...ran('load_customer', {}, '{"tier":"gold"}', { phase: 'pre' }),
        said('user', message),
        { type: 'thinking', thinking: 'An order.\nLook it up.', timestamp: '2026-01-01T00:00:00.000Z' },
        called('lookup_order', '1', { order_id: '1042', deep: true }),
        gave('lookup_order', '1', '{"status":"shipped","items":[{"sku":"no"}]}', { executionTimeMs: 120 }),
        called('cancel_order', '2', { order_id: '1042' }),
        gave('cancel_order', '2', 'too late', { is_error: true, executionTimeMs: null }),
        called('log', '3'),
        said(
          'assistant',
          [
            { type: 'text', text: 'It was sent.' },
            { type: 'button', text: 'Track', payload: 'track' },
            { type: 'file', mimeType: 'text/plain', url: 'https://x.example/1', filename: 'note.txt' },
          ],
          1,
        ),
      ]
    }
    const result = await perform(
      [
        '- user: Where is my order?',
        '  expect:',
        '    reply: { contains: shipped, button: Track }',
        '    calls: [lookup_order, { refund: { with: { n: 1 } } }]',
        '- wait: 1 ms',
        '- user: A person, please',
        '  expect: { reply: { agentName: human-desk }, latency: { turn: 1 ms } }',
        '- user: Bye',
        '  expect: { reply: Bye }',
        '- user: Bye again',
        '  expect: { reply: Bye }',
      ].join('\n'),
      played,
    )
    const text = `${formatTrace(traceConversation(result), null, createPaint(false)).join('\n')}\n`
    if (process.env.UPDATE_GOLDENS === '1') writeFileSync(golden, text)
    expect(existsSync(golden), 'trace.out is missing; write it with UPDATE_GOLDENS=1').toBe(true)
    expect(text).toBe(readFileSync(golden, 'utf8'))
  })
})
