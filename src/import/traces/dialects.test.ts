import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readTraces } from './read-traces.ts'

/** What is said and called in the only conversation of a document, and what was left out. */
function read(document: unknown): { said: string[]; leftOut: readonly string[] } {
  const folder = mkdtempSync(join(tmpdir(), 'tableread-dialects-'))
  try {
    const path = join(folder, 'a.json')
    writeFileSync(path, JSON.stringify(document))
    const { talks, refused } = readTraces([path], 'auto', () => 'a.json')
    expect([talks.length, refused]).toEqual([1, []])
    const [talk] = talks
    const lines = (talk?.session.transcript ?? []).flatMap((entry) => {
      if (entry.type === 'message') return `${entry.role} ${JSON.stringify(entry.content)}`
      if (entry.type === 'function_call') return `${entry.name} ${JSON.stringify(entry.arguments)}`
      return entry.type === 'function_call_output' ? `${entry.name} gave ${entry.output}` : []
    })
    return { said: lines, leftOut: talk?.leftOut ?? [] }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const withCall = (call: object): unknown => ({
  messages: [
    { role: 'user', content: 'sum' },
    { role: 'assistant', tool_calls: [call] },
    { role: 'assistant', content: '3' },
  ],
})

it.each([
  { tool: 'Read', input: { path: 'a' }, id: 'c', output: 'x' },
  { tool_name: 'Read', tool_input: { path: 'a' }, tool_output: 'x' },
  { function: 'Read', params: { path: 'a' }, result: 'x' },
  { tool: { name: 'Read' }, args: '{"path":"a"}', observation: 'x' },
])('reads the name, the arguments and the output of %j', (call) => {
  expect(read(withCall(call)).said.slice(1, 3)).toEqual(['Read {"path":"a"}', 'Read gave x'])
})

it('ends a conversation where a call has no name, and tells of arguments that nobody knows', () => {
  expect(read(withCall({ id: '1', payload: {} })).leftOut).toEqual(['1 call without a name that is known'])
  expect(read(withCall({ tool: 'Read', payload: {} })).leftOut).toEqual(['1 call whose arguments may be under payload'])
})

it('reads ShareGPT and test cases of Dialogflow CX', () => {
  const sharegpt = {
    conversations: [
      { from: 'human', value: 'hi' },
      { from: 'gpt', value: 'hello' },
    ],
  }
  const input = { input: { text: { text: 'hi' } } }
  const dialogflow = {
    testCaseConversationTurns: [{ userInput: input, virtualAgentOutput: { textResponses: [{ text: ['hello'] }] } }],
  }
  for (const each of [sharegpt, dialogflow])
    expect(read(each).said).toEqual([
      'user [{"type":"text","text":"hi"}]',
      'assistant [{"type":"text","text":"hello"}]',
    ])
})

it('reads traces of Jaeger', () => {
  const tag = (key: string, value: string) => ({ key, type: 'string', value })
  const say = (role: string, content: string) => JSON.stringify([{ role, parts: [{ type: 'text', content }] }])
  const tags = [
    tag('gen_ai.operation.name', 'chat'),
    tag('gen_ai.input.messages', say('user', 'hi')),
    tag('gen_ai.output.messages', say('assistant', 'hello')),
  ]
  const span = {
    traceID: 'a',
    spanID: 'b',
    operationName: 'chat',
    references: [],
    startTime: 1.7e15,
    duration: 9,
    tags,
    logs: [],
  }
  expect(read({ data: [{ traceID: 'a', spans: [span] }] }).said).toHaveLength(2)
})
