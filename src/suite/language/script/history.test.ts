import { describe, expect, it } from 'vitest'
import type { OpenIncluded } from './include-files.ts'
import { parseScript } from './parse.ts'

const turns = '    turns: [{ user: And now?, expect: { reply: fine } }]'

function read(history: string, open?: OpenIncluded, rest = turns) {
  const text = `suite: S\nagent: desk\nconversations:\n  - name: one\n    history: ${history}\n${rest}\n`
  return parseScript(text, 's.yaml', open)
}

function problemIn(...args: Parameters<typeof read>): string {
  const parsed = read(...args)
  if (parsed.ok) return 'sound'
  const [first] = parsed.problems
  return `${first?.at.line}:${first?.at.column} ${first?.message}; ${first?.hint}`
}

const session = JSON.stringify({
  sessionId: 's',
  transcript: [
    {
      type: 'message',
      role: 'user',
      content: [{ type: 'text', text: 'Hi {{name}}' }],
      timestamp: '2026-01-01T00:00:00Z',
    },
    { type: 'thinking', thinking: 'hm', timestamp: '2026-01-01T00:00:01Z' },
    {
      type: 'message',
      role: 'assistant',
      content: [{ type: 'text', text: 'Hello' }],
      timestamp: '2026-01-01T00:00:02Z',
    },
  ],
})
const opens =
  (content: string): OpenIncluded =>
  (file) => ({ file, content })

describe('a history', () => {
  it('is cut at the messages of the user; what runs before the first belongs to it', () => {
    const parsed = read(
      '[{ call: { load: { phase: pre, returns: { tier: gold } } } }, { user: a }, { call: { find: { with: { id: 1 }, error: gone } } }, { agent: b }, { user: c }, { agent: d, agentName: other }]',
    )
    const [conversation] = parsed.ok ? parsed.script.conversations : []
    const exchanges = conversation?.history?.exchanges.map(({ turn, entries }) => [turn.user?.value, entries])
    expect(exchanges).toMatchObject([
      [
        'a',
        [
          { tool: 'load', body: { arguments: {}, output: { tier: 'gold' } }, isError: false, phase: 'pre' },
          { by: 'user', words: { value: 'a' } },
          { tool: 'find', body: { arguments: { id: 1 }, output: 'gone' }, isError: true, phase: 'during' },
          { by: 'agent', words: { value: 'b' } },
        ],
      ],
      ['c', [{ by: 'user' }, { by: 'agent', words: { value: 'd' }, agentName: { value: 'other' } }]],
    ])
  })
  it('may begin with the agent, who then opened', () => {
    const parsed = read('[{ agent: Hello }, { user: a }, { agent: b }]')
    const [conversation] = parsed.ok ? parsed.script.conversations : []
    expect(conversation?.history?.exchanges.map(({ turn }) => turn.user?.value ?? null)).toEqual([null, 'a'])
  })
  it('gives what it captures to the turns', () => {
    const sound = '[{ user: a, capture: { id: reply } }, { agent: b }, { user: "{{id}}" }, { agent: c }]'
    expect(problemIn(sound, undefined, '    turns: [{ user: "{{id}}", expect: { reply: fine } }]')).toBe('sound')
    expect(problemIn('[{ user: "{{id}}" }, { agent: b }]')).toMatch(
      /^5:23 nothing gives \{\{id\}\} a value before this/,
    )
  })
  it('comes from the file of a session, whose texts are no templates', () => {
    const parsed = read('{ from: s.json }', opens(session))
    const [conversation] = parsed.ok ? parsed.script.conversations : []
    expect(conversation?.history?.exchanges).toMatchObject([
      { turn: { user: { value: 'Hi {{name}}' } }, entries: [{}, { stored: { type: 'thinking' } }, {}] },
    ])
    expect(problemIn('{ from: s.json }', opens(JSON.stringify({ responseCode: 200, data: JSON.parse(session) })))).toBe(
      'sound',
    )
  })
})

describe('a history is refused', () => {
  it.each([
    ['[]', 'this list of entries is empty'],
    ['[{ user: a }]', 'ends with what the user says'],
    ['[{ user: a, agent: b }]', 'an entry of the history is what the user said, what the agent said, or one call'],
    ['[{ assistant: a }]', 'no key "assistant"; write what the agent said under agent:'],
    ['[{ user: a }, { agent: b, capture: { x: reply } }]', 'capture belongs to the message of the user'],
    ['[{ user: a, agentName: b }, { agent: c }]', 'agentName says who spoke'],
    ['[{ user: a }, { call: find }, { agent: c }]', 'expected a tool with its details'],
    [
      '[{ user: a }, { call: { find: { returns: 1, error: 2 } } }, { agent: c }]',
      'either returned something or failed',
    ],
    ['[{ user: a }, { call: { find: {}, more: {} } }, { agent: c }]', 'a call is one tool'],
    ['[{ user: a }, { call: { find: { args: {} } } }, { agent: c }]', 'write the arguments under with:'],
    ['{ file: s.json }', 'write from:'],
    ['{ from: s.json }', 'the file s.json cannot be read'],
  ])('%s', (history, why) => expect(problemIn(history)).toContain(why))
  it.each([
    ['hello', 's.json is no stored session'],
    ['{"transcript": []}', 'is empty'],
    ['[{ "type": "poem" }]', 'transcript[0] of s.json is no entry of a session'],
    ['[{"type":"message","role":"user","content":[],"timestamp":""}]', 'ends with what the user says'],
  ])('for its file: %s', (content, why) => expect(problemIn('{ from: s.json }', opens(content))).toContain(why))
  it('before a turn in which the agent starts, and after a message', () => {
    const history = '[{ user: a }, { agent: b }]'
    expect(problemIn(history, undefined, '    turns: [{ agent starts: true, expect: { reply: fine } }]')).toContain(
      'the agent cannot start a conversation that has a history',
    )
    expect(problemIn(history, undefined, `    before: [{ user: hi }]\n${turns}`)).toContain(
      'nothing can be said before it',
    )
    expect(problemIn(history, undefined, `    history from: latest\n${turns}`)).toContain('"latest" is no version')
  })
})
