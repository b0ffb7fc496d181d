import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ConversationResult } from '../../engine/verdict/conversation-result.ts'
import type { Recovery, SentRequest } from '../../wire/client/failure.ts'
import { plainText } from '../document/door.ts'
import { conversationLine } from '../terminal/terminal-reporter.ts'
import { describeRecovery, formatCurl } from './describe-exchange.ts'

const fetched: Recovery = {
  how: 'fetched',
  breaks: [{ kind: 'timed out', limitMs: 2_000 }],
  sendings: 1,
  looks: 2,
  ms: 2_100,
}
const reset = { kind: 'unreachable', url: 'http://localhost', code: 'ECONNRESET' } as const
const again: Recovery = { how: 'sent again', breaks: [reset, reset], sendings: 3, looks: 9, ms: 900 }

describe('a recovered turn', () => {
  it('is told in one line, each break once', () => {
    expect(describeRecovery(fetched)).toBe(
      'recovered: its answer was lost and found in the stored session (no answer within 2000 ms)',
    )
    expect(describeRecovery(again)).toBe(
      'recovered: it was not taken at first, and sent 3 times (the connection to http://localhost broke before the answer was whole (ECONNRESET))',
    )
  })
  it('shows in the line of its conversation, also where that passed', () => {
    const turns = [
      { index: 0, turnMs: 1 },
      { index: 1, turnMs: 1, recovered: fetched },
    ]
    const result = { verdict: 'passed', name: 'n', turns, ms: 5, at: { line: 1 }, reason: null }
    expect(plainText(conversationLine(result as unknown as ConversationResult, false))).toContain(
      '2 turns  5 ms  turn 2 recovered: its answer was lost and found in the session',
    )
  })
})

const request = (value: unknown, more: Partial<SentRequest> = {}): SentRequest => ({
  method: 'POST',
  url: 'https://api.example.com/api/chat-agent/trigger',
  keyHeaders: ['x-api-key'],
  body: JSON.stringify(value),
  ...more,
})

/** The arguments that a shell passes to curl. */
function shellOut(line: string): string[] {
  const text = execFileSync('sh', ['-c', `curl() { printf '%s\\0' "$@"; }; ${line}`], {
    encoding: 'utf8',
    env: { TABLEREAD_API_KEY: 'the-key' },
  })
  return text.split('\0').slice(0, -1)
}

describe('a curl line', () => {
  it('holds the request, and the name of the key instead of the key', () => {
    expect(formatCurl(request({ message: "it's" }))).toBe(
      `curl -sS -X POST 'https://api.example.com/api/chat-agent/trigger' -H "x-api-key: $TABLEREAD_API_KEY" -H 'content-type: application/json' --data-raw '{"message":"it'\\''s"}'`,
    )
  })
  it('has as many headers as the request had', () => {
    const local = formatCurl(request(null, { method: 'POST', keyHeaders: [], body: null }))
    expect(local).toBe("curl -sS -X POST 'https://api.example.com/api/chat-agent/trigger'")
    expect(formatCurl(request({}, { keyHeaders: ['x-api-key', 'authorization'] }))).toContain(
      '-H "authorization: Bearer $TABLEREAD_API_KEY"',
    )
  })
  it('gives a shell the same body, whatever is in it, and runs nothing of it', { tags: 'stress' }, () => {
    const nasty = fc.string({
      unit: fc.constantFrom(
        "'",
        '"',
        '\\',
        '$',
        '`',
        '!',
        '\n',
        '*',
        '~',
        ';',
        '$(id)',
        'é',
        '\u202e',
        '\u009b',
        '\ud800',
      ),
    })
    fc.assert(
      fc.property(nasty, (message) => {
        const args = shellOut(formatCurl(request({ message, metadata: { [message]: message } })))
        expect(args).toHaveLength(10)
        expect(args[5]).toBe('x-api-key: the-key')
        expect(JSON.parse(args.at(-1) ?? '')).toEqual({ message, metadata: { [message]: message } })
      }),
      { seed: 5, numRuns: 40 },
    )
  })
  it('shows no character that a terminal acts on', () => {
    expect(formatCurl(request({ message: '\u001b[31m \u009b31m \u202e \u2028' }))).toMatch(/^[ -~]+$/)
  })
})
