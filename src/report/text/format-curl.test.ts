import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { SentRequest } from '../../wire/client/sent-request.ts'
import { formatCurl } from './format-curl.ts'

const request = (value: unknown, more: Partial<SentRequest> = {}): SentRequest => ({
  method: 'POST',
  url: 'https://api.example.com/api/chat-agent/trigger',
  keyHeaders: ['x-api-key'],
  body: JSON.stringify(value),
  ...more,
})

/** The arguments that a shell gives to curl. */
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
  it('gives a shell the same body, whatever is in it, and runs nothing of it', () => {
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
