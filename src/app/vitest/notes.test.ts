import { describe, expect, it } from 'vitest'
import { performConversation } from '../../engine/perform/perform-conversation.ts'
import type { TurnResult } from '../../engine/verdict/conversation-result.ts'
import { echo, fakeClient, plansOf } from '../../engine/verdict/fake-client.fixture.ts'
import type { TranscriptEntry } from '../../wire/api/transcript-entry.ts'
import { annotateTurn, asksForTrace, fold, traceNote } from './notes.ts'

const timestamp = '2026-03-01T09:00:00.000Z'
const call = { name: 'lookup_order', call_id: 'c1', phase: 'during', timestamp } as const

function say(
  role: 'user' | 'assistant' | 'backgroundAgent',
  content: unknown[],
  agentName: string | null = 'desk',
): TranscriptEntry {
  return {
    type: 'message',
    role,
    content,
    senderId: null,
    senderName: null,
    agentName,
    metadata: null,
    timestamp,
  } as TranscriptEntry
}

function note(...entries: TranscriptEntry[]): [string, string][] {
  const turn: TurnResult = {
    index: 0,
    at: { line: 1, column: 1, length: 1 },
    user: 'hi',
    verdict: 'passed',
    turnMs: 1,
    outcomes: [],
    entries,
    failure: null,
  }
  return annotateTurn(turn, 'desk', '2026-11-20T09:00:00.000Z').map(({ type, text }) => [type, text])
}

describe('annotateTurn', () => {
  it('tells calls with their outputs and replies in the order of the turn, without the user', () => {
    const notes = note(
      say('user', [{ type: 'text', text: 'hi' }], null),
      { type: 'function_call', ...call, arguments: { order_id: '1042', verbose: true } },
      { type: 'function_call_output', ...call, output: '{"status":"shipped"}', is_error: false, executionTimeMs: 12 },
      say('assistant', [{ type: 'text', text: 'It has shipped.' }]),
    )
    expect(notes).toEqual([
      ['calls', 'lookup_order(order_id: "1042", verbose: true) -> {"status":"shipped"} (12 ms)'],
      ['agent', 'It has shipped.'],
    ])
  })

  it('names a call that failed and one that has no output', () => {
    const notes = note(
      { type: 'function_call', ...call, arguments: {} },
      { type: 'function_call_output', ...call, output: 'boom', is_error: true, executionTimeMs: null },
      { type: 'function_call', ...call, call_id: 'c2', arguments: {} },
    )
    expect(notes).toEqual([
      ['calls', 'lookup_order() -> error boom'],
      ['calls', 'lookup_order() -> no output'],
    ])
  })

  it('shows every kind of content and names another speaker', () => {
    const content = [
      { type: 'text', text: 'Here you are' },
      { type: 'image', mimeType: 'image/png', url: 'https://x.example/a.png', caption: 'A map' },
      { type: 'audio', mimeType: 'audio/ogg', url: 'https://x.example/a.ogg' },
      { type: 'file', mimeType: 'application/pdf', url: 'https://x.example/a.pdf', filename: 'bill.pdf' },
      { type: 'button', text: 'Track', payload: 'track' },
    ]
    const notes = note(
      say('assistant', content, 'returns'),
      say('backgroundAgent', [{ type: 'text', text: 'checked' }]),
    )
    expect(notes[0]?.[1].split(/ ?\n +/)).toEqual([
      '(returns) Here you are',
      '[image A map]',
      '[audio]',
      '[file bill.pdf]',
      '[button Track -> track]',
    ])
    expect(notes[1]).toEqual(['background', 'checked'])
  })

  it('folds long replies, and keeps the character that the UI takes before the first break', () => {
    const [[, text] = ['', '']] = note(say('assistant', [{ type: 'text', text: 'word '.repeat(40).trim() }]))
    const lines = text.split('\n')
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(92)
    expect(text.replace(/[^\r]\n/, '\r\n').replace(/\s+/g, ' ')).toBe('word '.repeat(40).trim())
  })
})

async function noted(reply: string): Promise<string | null> {
  const yaml = `suite: S\nagent: desk\nconversations:\n  - name: n\n    turns: [{ user: hi, expect: { reply: ${reply} } }]\n`
  const [plan] = plansOf(yaml)
  if (plan === undefined) throw new Error('no plan')
  return traceNote(await performConversation(plan, { client: fakeClient(echo).client, reconcile: false }))
}

describe('the trace under a failed test', () => {
  it('is that of the terminal, indented below the note', async () => {
    expect(await noted('{ contains: bye }')).toBe(
      ['', 'turn 1  user "hi"', '        reply "You said hi"   failed contains "bye": not in it'].join('\n       '),
    )
  })
  it('is not there for one that passed', async () => {
    expect(await noted('You said hi')).toBeNull()
  })
  it.each([
    [{}, false],
    [{ TABLEREAD_TRACE: '0' }, false],
    [{ TABLEREAD_TRACE: 'false' }, false],
    [{ TABLEREAD_TRACE: '1' }, true],
  ])('is asked for by the environment: %j', (environment, isWanted) => {
    expect(asksForTrace(environment)).toBe(isWanted)
  })
})

describe('fold', () => {
  it('breaks between words and keeps the indent of the line', () => {
    expect(fold('  one two three four\nfive', 12)).toBe('  one two\n  three four\nfive')
  })

  it('breaks inside a word only when it is longer than a line', () => {
    expect(fold('a abcdefghijklm', 10)).toBe('a\nabcdefghij\nklm')
  })

  it('ends for a line of nothing but spaces', () => {
    expect(
      fold(' '.repeat(300))
        .split('\n')
        .every((line) => line.length <= 90),
    ).toBe(true)
  })
})
