import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { JsonValue } from '../../base/json/json.ts'
import { formatTape } from './format-tape.ts'
import { parseTape } from './read-tape.ts'
import { tapeOf, turnOf } from './tape.fixture.ts'

describe('a tape file', () => {
  it('is YAML that a person can review', () => {
    const tape = tapeOf(turnOf('Where is it?', 'On its way.\nIt comes tomorrow.', { agentVersion: 'default' }))
    expect(formatTape(tape)).toMatchInlineSnapshot(`
      "# What a service answered in this talk, so that "tableread replay" needs none. Record it again rather than edit it.

      tableread tape: 1
      tableread: "0.1.0"
      suite: Orders
      conversation: tracks an order
      agent: order-desk
      version: default
      answered: null
      script: beef0000beef0000
      service: local service (workspace demo)
      recorded: "2026-11-20T10:00:00Z"
      private values: null
      blueprint:
        hash: cafe0000cafe0000
        number: 3
        functions:
          preCall: []
          duringCall:
            - find
          postCall: []
      redacted: {}
      attempts:
        - exchanges:
            - request: POST /api/chat-agent/trigger
              body:
                doReturnResponse: true
                message: Where is it?
                agentVersion: default
              ms: 12.5
              status: 200
              answer:
                responseCode: 200
                data:
                  reply: |-
                    On its way.
                    It comes tomorrow.
      "
    `)
  })
  it('gives back whatever a service said', { tags: 'slow' }, () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6, stringUnit: 'binary' }), fc.string({ unit: 'binary' }), (value, text) => {
        const body = JSON.parse(JSON.stringify({ value, text, ['__proto__']: text })) as JsonValue
        const tape = tapeOf(turnOf(text, text, { value: body }))
        expect(parseTape(formatTape(tape), 'tape.yaml')).toEqual({ kind: 'read', tape })
      }),
      { seed: 16, numRuns: 300 },
    )
  })
  it('keeps every kind of answer', () => {
    const request = { method: 'GET', path: '/api/session/fetch/a%20b' }
    const tape = tapeOf(
      { request, ms: 0, answer: { kind: 'text', status: 502, headers: { 'content-type': 'text/html' }, text: '' } },
      { request, ms: 30_000, answer: { kind: 'none', reason: 'timed out', code: '30000 ms' } },
      { request: { ...request, body: null }, ms: 1, answer: { kind: 'json', status: 200, headers: {}, body: null } },
    )
    expect(parseTape(formatTape(tape), 'tape.yaml')).toEqual({ kind: 'read', tape })
  })
})
