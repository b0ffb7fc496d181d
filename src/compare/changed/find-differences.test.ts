import { describe, expect, it } from 'vitest'
import type { JsonObject, JsonValue } from '../../base/json/json.ts'
import { type AgentState, findDifferences } from './find-differences.ts'

interface Written {
  prompt?: JsonValue
  pre?: string[]
  during?: string[]
  post?: string[]
  tools?: Record<string, unknown>
  handsOffTo?: JsonValue
  settings?: JsonObject
  always?: string[]
  rest?: unknown
}

const prompt = 'You are a desk.\nUse `search` and look_up.\n\nNever pay twice. Call pay_back once.'
const desk = {
  ...{ prompt, pre: ['load'], during: ['look_up', 'pay_back', 'search'], post: ['log'] },
  ...{ handsOffTo: [{ transferTo: 'human', agentVersion: 'DEFAULT' }], settings: { llmService: { temperature: 0 } } },
  ...{
    tools: { look_up: { description: 'Finds.' }, pay_back: { output: 1 }, search: {} },
    always: ['wrap_up'],
    rest: { steps: 5 },
  },
}

function state(changed: Written = {}): AgentState {
  const { prompt: text, pre, during, post, tools, handsOffTo, settings, always, rest } = { ...desk, ...changed }
  return {
    config: {
      ...settings,
      agentInstructions: { systemContext: typeof text === 'string' ? [{ system: text }] : text },
      ...{ functionSettings: { preCall: pre, duringCall: during, postCall: post }, agentsList: handsOffTo },
    },
    ...{ tools: new Map(Object.entries(tools)), always, rest },
  }
}

/** What differs, and what it touches: tools, or agents, or all. */
function found(before: Written, after: Written): string[] {
  return findDifferences(state(before), state(after)).map(({ what, touches }) => {
    const of = touches === null ? 'all' : [...touches.tools, ...touches.agents].join(' ')
    return `${what} -> ${of}`
  })
}

const line = (old: string, now: string): Written => ({ prompt: prompt.replace(old, now) })

describe('what differs between two versions', () => {
  it.each<[string, Written, Written, string[]]>([
    ['nothing', {}, {}, []],
    [
      'a description',
      {},
      { tools: { ...desk.tools, look_up: { description: 'Looks.' } } },
      ['the tool look_up -> look_up'],
    ],
    [
      'a tool that is gone',
      {},
      { during: ['pay_back', 'search'], tools: { pay_back: { output: 1 }, search: {} } },
      ['the tool look_up (gone) -> look_up'],
    ],
    ['a new tool', {}, { during: [...desk.during, 'cancel'] }, ['the tool cancel (new) -> all']],
    ['a new tool of its file', {}, { tools: { ...desk.tools, cancel: {} } }, ['the tool cancel (new) -> all']],
    ['a tool that no list has any more', {}, { during: ['pay_back', 'search'] }, ['the tool look_up -> look_up']],
    [
      'a tool in another phase',
      {},
      { during: ['pay_back', 'search'], pre: ['load', 'look_up'] },
      ['the tool look_up -> all'],
    ],
    ['a tool that runs before', { tools: { load: 1 } }, { tools: { load: 2 } }, ['the tool load -> all']],
    ['a tool that runs after', { tools: { log: 1 } }, { tools: { log: 2 } }, ['the tool log -> all']],
    ['a tool of the steps around', { tools: { wrap_up: 1 } }, { tools: { wrap_up: 2 } }, ['the tool wrap_up -> all']],
    [
      'no lists any more',
      {},
      { pre: [], during: [], post: [] },
      expect.arrayContaining(['whether its tools are listed -> all']),
    ],
    [
      'the order of tools',
      {},
      { tools: { pay_back: { output: 1 }, look_up: { description: 'Finds.' }, search: {} } },
      ['the order of its tools -> all'],
    ],
    [
      'a sentence about nothing',
      {},
      line('Never pay twice.', 'Be kind.'),
      new Array(2).fill('a sentence of the prompt that names no tool -> all'),
    ],
    [
      'a sentence about a tool',
      {},
      line('Call pay_back once.', 'Call pay_back twice.'),
      new Array(2).fill('a sentence of the prompt about pay_back -> pay_back'),
    ],
    [
      'one of two sentences of a line',
      {},
      line('Never pay twice. Call', 'Pay. Call'),
      new Array(2).fill('a sentence of the prompt that names no tool -> all'),
    ],
    [
      'a new sentence about a tool',
      {},
      line('once.', 'once. Then call (look_up).'),
      ['a sentence of the prompt about look_up -> look_up'],
    ],
    [
      'a name in marks',
      {},
      line('once.', 'once. Or call `search`.'),
      ['a sentence of the prompt about search -> search'],
    ],
    [
      'a word that is also a name',
      {},
      line('once.', 'once. When they search, wait.'),
      ['a sentence of the prompt that names no tool -> all'],
    ],
    [
      'a longer name',
      {},
      line('once.', 'once. See look_up_all.'),
      ['a sentence of the prompt that names no tool -> all'],
    ],
    [
      'a tool of every session',
      { always: ['log_out'] },
      { always: ['log_out'], ...line('once.', 'once. Then log_out.'), tools: { ...desk.tools } },
      ['a sentence of the prompt that names no tool -> all'],
    ],
    [
      'a sentence about what runs before',
      { pre: ['load_it'] },
      { pre: ['load_it'], ...line('once.', 'once. Mind load_it.') },
      ['a sentence of the prompt about load_it -> all'],
    ],
    [
      'lines that change places',
      {},
      { prompt: prompt.split('\n').toReversed().join('\n') },
      expect.arrayContaining(['a sentence of the prompt that names no tool -> all']),
    ],
    ['spacing alone', {}, line('\n\n', '\n\n\n'), ['the order or the spacing of something -> all']],
    ['a prompt in two parts', {}, { prompt: [{ system: prompt }, { system: '' }] }, ['agentInstructions -> all']],
    ['a prompt of another form', {}, { prompt: [{ system: prompt, when: 'late' }] }, ['agentInstructions -> all']],
    ['a setting', {}, { settings: { llmService: { temperature: 1 } } }, ['llmService -> all']],
    ['a setting that is gone', {}, { settings: {} }, ['llmService -> all']],
    ['what plays it', {}, { rest: { steps: 6 } }, ['behaviour -> all']],
    ['nobody to hand over to', {}, { handsOffTo: [] }, ['the agent human that it hands over to -> human']],
    [
      'somebody else to hand over to',
      {},
      { handsOffTo: [{ transferTo: 'human', agentVersion: 'DRAFT' }] },
      ['the agent human that it hands over to -> all', 'another agent that it hands over to -> all'],
    ],
    [
      'a list that is none',
      {},
      { handsOffTo: 'human' },
      expect.arrayContaining(['another agent that it hands over to -> all']),
    ],
  ])('%s', (_, before, after, expected) => expect(found(before, after)).toEqual(expected))
})
