import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parseScript } from '../language/script/parse.ts'
import type { Place } from '../yaml/place.ts'
import { readSuite } from './plan-suite.ts'
import { conversation, suite } from './suite.ts'

const yaml = `
suite: Order desk
agent: order-desk
agent version: "2"
metadata: { customer_name: Asha }
variables: { order: "1042" }
tags: [orders]
time limit: 20 s
every turn: { reply: { not: { matches: /as an ai/i } }, calls: { never: [issue_refund] } }
laws: { unique call ids: this model reuses ids }
conversations:
  - name: tracks an order
    tags: [smoke]
    stop after failure: false
    clock: 2026-03-27T10:00:00Z
    turns:
      - user: Where is my order {{order}}?
        attachments: [https://shop.example/a.png]
        expect:
          reply: { contains: ["1042", shipped], words: { at most: 60 }, button: { text: "Yes" } }
          calls: [{ lookup_order: { with: { order_id: "1042" }, returns: { status: shipped, kind: { one of: [a, b] } }, phase: during, within: 800 ms } }]
          latency: { turn: 3 s, tool: < 800 ms }
        capture: { tracking: calls.lookup_order.output.tracking_id }
      - user: Send me {{tracking}}
        context: Answer in one sentence.
        time limit: 5 s
        requires: { reply: { contains: link } }
        expect: { calls: none, reply: none }
  - name: is greeted
    agent: other-desk
    turns:
      - agent starts: true
        metadata: { customer_name: Ben }
        expect: { reply: { agentName: other-desk, messages: 2 } }
      - user: bye
        expect: { error: messageRequired }
`

const inCode = suite(
  'Order desk',
  {
    agent: 'order-desk',
    'agent version': '2',
    metadata: { customer_name: 'Asha' },
    variables: { order: '1042' },
    tags: ['orders'],
    'time limit': '20 s',
    'every turn': { reply: { not: { matches: /as an ai/i } }, calls: { never: ['issue_refund'] } },
    laws: { 'unique call ids': 'this model reuses ids' },
  },
  [
    conversation('tracks an order')
      .tags(['smoke'])
      .stopAfterFailure(false)
      .clock('2026-03-27T10:00:00Z')
      .user('Where is my order {{order}}?', { attachments: ['https://shop.example/a.png'] })
      .expect({
        reply: { contains: ['1042', 'shipped'], words: { 'at most': 60 }, button: { text: 'Yes' } },
        calls: [
          {
            lookup_order: {
              with: { order_id: '1042' },
              returns: { status: 'shipped', kind: { 'one of': ['a', 'b'] } },
              phase: 'during',
              within: '800 ms',
            },
          },
        ],
        latency: { turn: '3 s', tool: '< 800 ms' },
      })
      .capture({ tracking: 'calls.lookup_order.output.tracking_id' })
      .user('Send me {{tracking}}', { context: 'Answer in one sentence.', 'time limit': '5 s' })
      .requires({ reply: { contains: 'link' } })
      .expect({ calls: 'none', reply: 'none' }),
    conversation('is greeted')
      .agent('other-desk')
      .agentStarts({ metadata: { customer_name: 'Ben' } })
      .expect({ reply: { agentName: 'other-desk', messages: 2 } })
      .user('bye')
      .expect({ error: 'messageRequired' }),
  ],
)

const source = readFileSync('src/suite/builder/suite.test.ts', 'utf8').split('\n')

/** A script without places and file. */
const bare = (script: unknown): unknown =>
  JSON.parse(JSON.stringify(script, (key, value) => (key === 'at' || key === 'file' ? undefined : value)))

describe('a suite in code', () => {
  it('reads to the same script as its YAML', () => {
    const text = parseScript(yaml, 'suite.yaml')
    const code = readSuite(inCode)
    if (!text.ok || !code.ok) throw new Error(JSON.stringify([text, code]))
    expect(bare(code.script)).toEqual(bare(text.script))
  })

  it('is plain data', () => {
    expect(structuredClone(inCode)).toEqual(inCode)
  })

  it('points at the calls in this file', () => {
    const read = readSuite(inCode)
    if (!read.ok) throw new Error(JSON.stringify(read.problems))
    const [tracks, greeted] = read.script.conversations
    expect(read.script.file).toBe('src/suite/builder/suite.test.ts')
    const line = (at: Place | undefined) => source[(at?.line ?? 0) - 1]?.slice((at?.column ?? 0) - 1)
    const [first, second] = tracks?.turns ?? []
    expect([read.script.suite.at, tracks?.at, first?.at, first?.expect?.at, first?.capture?.[0]?.at].map(line)).toEqual(
      [
        'suite(',
        "conversation('tracks an order')",
        "user('Where is my order {{order}}?', { attachments: ['https://shop.example/a.png'] })",
        'expect({',
        "capture({ tracking: 'calls.lookup_order.output.tracking_id' })",
      ],
    )
    expect([second?.requires?.at, second?.expect?.reply?.at, greeted?.at, greeted?.turns[0]?.at].map(line)).toEqual([
      "requires({ reply: { contains: 'link' } })",
      "expect({ calls: 'none', reply: 'none' }),",
      "conversation('is greeted')",
      "agentStarts({ metadata: { customer_name: 'Ben' } })",
    ])
  })
})
