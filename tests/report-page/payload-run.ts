import type { RunResult } from '../../src/engine/run-result.ts'
import { called, gave, said } from '../../src/engine/transcript/entries.fixture.ts'
import { verdicts } from '../../src/engine/verdict/verdict.ts'
import { everyPayload } from '../hostile/payloads.ts'
import { countBy, coverage, result, turn } from './results.ts'

/**
 * A run with one conversation per payload, placed wherever a result contains text from others. The target
 * contains all payloads.
 */
export function makePayloadRun(): RunResult {
  const conversations = everyPayload.map((text, index) => {
    const name = text.slice(0, 80)
    const entries = [
      said('user', text, 0),
      called(name, 'c1', { [name]: text, deep: [{ query: text }] }),
      gave(name, 'c1', JSON.stringify({ found: text }), { is_error: index % 2 === 0 }),
      { type: 'thinking' as const, thinking: text, timestamp: '2026-01-01T00:00:00.000Z' },
      said(
        'assistant',
        [
          { type: 'text', text },
          { type: 'button', text, payload: text },
          { type: 'file', mimeType: 'text/html', url: `javascript:window.ran=6//${name}`, filename: text },
          { type: 'image', mimeType: 'image/png', url: 'https://evil.example/pixel.png', caption: text },
        ],
        500,
        text,
      ),
    ]
    return result(
      10 + index,
      text,
      [
        turn(0, text, entries, {
          verdict: 'failed',
          failure: {
            kind: 'garbled',
            url: `https://agents.example/${name}`,
            status: 200,
            contentType: text,
            excerpt: text,
          },
          sent: { method: 'POST', url: `https://agents.example/${name}`, keyHeaders: ['x-api-key'], body: text },
        }),
      ],
      {
        ...{
          verdict: index % 3 === 0 ? 'errored' : 'failed',
          reason: text,
          sessionId: text,
          tags: [text],
          suite: text,
        },
        ...{ agent: text, failure: null },
      },
    )
  })
  return {
    schemaVersion: 1,
    tableread: '0.1.0',
    startedAt: '2026-11-20T10:00:00.000Z',
    ms: 9_400,
    target: everyPayload.join(' ').slice(0, 3_000),
    versions: ['default'],
    totals: countBy(verdicts, conversations),
    turns: conversations.length,
    problems: [],
    coverage: coverage('default', 0),
    conversations,
  }
}
