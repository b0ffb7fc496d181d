import type { JsonValue } from '../../base/json/json.ts'
import type { Tape, TapedExchange } from './tape.ts'

/** A chat turn as it was recorded. */
export function turnOf(message: string, reply: string, more: { [key: string]: JsonValue } = {}): TapedExchange {
  return {
    request: { method: 'POST', path: '/api/chat-agent/trigger', body: { doReturnResponse: true, message, ...more } },
    ms: 12.5,
    answer: { kind: 'json', status: 200, headers: {}, body: { responseCode: 200, data: { reply } } },
  }
}

/** A tape of some exchanges in one attempt. */
export function tapeOf(...exchanges: TapedExchange[]): Tape {
  return {
    header: {
      tableread: '0.1.0',
      suite: 'Orders',
      conversation: 'tracks an order',
      agent: 'order-desk',
      version: 'default',
      answered: null,
      script: 'beef0000beef0000',
      privateValues: null,
      blueprint: {
        hash: 'cafe0000cafe0000',
        number: 3,
        functions: { preCall: [], duringCall: ['find'], postCall: [] },
      },
      service: 'local service (workspace demo)',
      recorded: '2026-11-20T10:00:00Z',
    },
    redacted: {},
    attempts: [exchanges],
  }
}
