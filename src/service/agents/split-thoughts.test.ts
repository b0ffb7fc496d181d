import { expect, it } from 'vitest'
import { splitThoughts } from './split-thoughts.ts'

it.each<[text: string, thoughts: string[], reply: string]>([
  ['Hello.', [], 'Hello.'],
  [' Hello. ', [], ' Hello. '],
  ['<think>Hm.</think>\n\nHello.', ['Hm.'], 'Hello.'],
  ['<THINKING> Hm. </Thinking>Hello.', ['Hm.'], 'Hello.'],
  ['<think>\n\n</think>\n\nHello.', [], 'Hello.'],
  ['Well <think>a</think>then <think>b</think>go.', ['a', 'b'], 'Well then go.'],
  ['<think>a <think> b</think>Hello.', ['a <think> b'], 'Hello.'],
  ['<think>I never', ['I never'], ''],
  ['Write <think> before a thought.', [], 'Write <think> before a thought.'],
  ['It ends with </think>.', [], 'It ends with </think>.'],
  ['', [], ''],
])('%j', (text, thoughts, reply) => {
  expect(splitThoughts(text)).toEqual({ thoughts, reply: reply })
})
