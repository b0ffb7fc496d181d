import { describe, expect, it } from 'vitest'
import { parseScript } from '../language/script/parse.ts'
import type { Problem } from '../yaml/problem.ts'
import { type FixedText, fixProblems } from './fix-problems.ts'
import type { KnownAgents } from './known-agents.ts'
import { agentsWith, facts, lintScript } from './lint-text.fixture.ts'

function examining(agents: KnownAgents | null, versions?: string[]): (text: string) => readonly Problem[] {
  return (text) => {
    const parsed = parseScript(text, 's.yaml')
    return parsed.ok ? lintScript(parsed.script, agents, versions) : parsed.problems
  }
}

function mend(text: string, agents: KnownAgents | null = null, versions?: string[]): FixedText {
  const examine = examining(agents, versions)
  return fixProblems(text, examine(text), examine)
}

const suite = (more: string) =>
  `suite: S # a slip: expects\nagent: desk\nconversations:\n  - name: one\n    turns:\n${more}\n`
const turn = (expected: string) => suite(`      - { user: hi, expect: ${expected} }`)

const desk = agentsWith({
  'desk default': facts({ during: ['find_order', 'cancel_order'] }),
  'shop default': facts({ during: ['findOrder'] }),
})

describe('what is mended', () => {
  it.each([
    ['a key', suite('      - { user: hi, expects: { reply: hi } }'), 'expects:', 'expect:'],
    ['a key in other letters', turn('{ Reply: hi }'), 'Reply:', 'reply:'],
    ['a key in quotes', turn('{ "replay": hi }'), '"replay"', '"reply"'],
    ['a text condition', turn('{ reply: { contians: hi } }'), 'contians', 'contains'],
    ['a condition in camel case', turn('{ reply: { startsWith: hi } }'), 'startsWith', 'starts with'],
    ['a word', turn('{ calls: [{ look: { phase: durring } }] }'), 'durring', 'during'],
    ['a law', `${turn('{ reply: hi }')}laws: { agent answer: a reason }\n`, 'agent answer', 'agent answers'],
    [
      'a variable',
      `${turn('{ reply: "oder {{ oder }} {{oder}}" }')}variables: { order: "1" }\n`,
      /(?<=\{\{ ?)oder/g,
      'order',
    ],
    [
      'the second of two slips on a line',
      turn('{ reply: { contians: a, matchs: /b/ } }'),
      /contians|matchs/g,
      (wrong: string) => (wrong === 'matchs' ? 'matches' : 'contains'),
    ],
  ])('%s', (_, wrong, slip, correction) => {
    const right = wrong.replace(slip, correction as string)
    expect(mend(wrong)).toEqual({ content: right, fixed: expect.any(Number) })
    expect(examining(null)(right)).toEqual([])
  })
  it.each([
    ['a tool', turn('{ calls: [find_ordr] }'), 'find_ordr', 'find_order'],
    ['a tool in camel case', turn('{ calls: [{ findOrder: { within: 1 s } }] }'), 'findOrder', 'find_order'],
    [
      'a tool in a path',
      suite('      - { user: hi, expect: { reply: a }, capture: { x: calls.find_ordr.output.find_ordr } }'),
      'find_ordr',
      'find_order',
    ],
    [
      'the neighbour of a tool',
      turn('{ calls: [{ find_order: { before: cancel_odrer } }] }'),
      'cancel_odrer',
      'cancel_order',
    ],
  ])('%s', (_, wrong, slip, correction) => {
    expect(mend(wrong, desk)).toEqual({ content: wrong.replace(slip, correction), fixed: 1 })
  })
  it('an agent, in its quotes', () => {
    const none = agentsWith({ 'desk default': facts({}) }, { kind: 'no agent', names: ['desk', 'shop'] })
    const wrong = turn('{ reply: x }').replace('agent: desk', 'agent: "desc"')
    expect(mend(wrong, none)).toEqual({ content: wrong.replace('desc', 'desk'), fixed: 1 })
  })
  it('what another slip hid, and lets stand what needs judgement', () => {
    const wrong = suite('      - { usr: hi, expects: { replay: hi }, capture: { x: nowhere } }')
    const right = wrong.replace('usr', 'user').replace('expects: ', 'expect: ').replace('replay', 'reply')
    expect(mend(wrong)).toEqual({ content: right, fixed: 3 })
  })
  it('nothing but the word: line ends, tabs, comments and blanks stay', () => {
    const wrong = suite(
      '      - user: "\u{1F600} hi"  \t# expects\n        expects:   { reply: "\u{1F600}", "calls" : none }   ',
    ).replaceAll('\n', '\r\n')
    expect(mend(wrong)).toEqual({ content: wrong.replace('expects:   ', 'expect:   '), fixed: 1 })
  })
})

describe('what stays a suggestion', () => {
  const template = (calls: string) => `suite: S
agent: desk
templates:
  looks: [{ user: hi, expect: { calls: [${calls}] } }]
conversations:
  - { name: one, template: looks, turns: [{ user: a, expect: { reply: a } }] }
  - { name: two, agent: shop, template: looks, turns: [{ user: a, expect: { reply: a } }] }
`
  it.each([
    ['a negation', turn('{ reply: { not contains: refund } }')],
    ['a negation in camel case', turn('{ reply: { notContains: refund } }')],
    ['no reply', turn('{ no reply: true }')],
    ['a word that may be true', turn('{ calls: [{ find_order: { with: { covered: yes } } }] }')],
    ['a number with a nought before it', turn('{ calls: [{ find_order: { with: { id: 012 } } }] }')],
    ['a number with an exponent', turn('{ calls: [{ find_order: { with: { id: 1e3 } } }] }')],
    ['an hour', turn('{ calls: [{ find_order: { with: { at: 22:00 } } }] }')],
    ['a comparison that may be text', turn('{ calls: [{ find_order: { with: { n: < 3 } } }] }')],
    ['a name that may be a member', turn('{ calls: [{ find_order: { returns: { oneOf: [a, b] } } }] }')],
    ['a key that is there already', suite('      - { user: hi, usr: ho, expect: { reply: a } }')],
    ['two slips of one key', suite('      - { user: hi, expects: { reply: a }, expct: { reply: b } }')],
    ['a key of another place', suite('      - { user: hi, calls: { never: [cancel_order] } }')],
    ['a key whose value it does not take', turn('{ calls: [{ find_order: { tims: often } }] }')],
    ['a variable as near as another', `${turn('{ reply: "{{order3}}" }')}variables: { order1: a, order2: b }\n`],
    ['another number', `${turn('{ reply: "{{order3}}" }')}variables: { order1: a }\n`],
    ['a tool that is forbidden, which may be meant', turn('{ calls: { never: [cancel_ordr] } }')],
    ['a tool that would stand twice', turn('{ calls: [find_order, find_ordr] }')],
    ['a tool that another agent has', template('findOrder')],
    ['the same, the other way', template('find_order')],
    [
      'a word with an alias',
      suite('      - { user: &word durring, expect: { calls: [{ find_order: { phase: *word } }] } }'),
    ],
    ['a word with escapes', turn('{ "repl\\u0061y": hi }')],
  ])('%s', (_, text) => {
    expect(examining(desk)(text)).not.toEqual([])
    expect(mend(text, desk)).toEqual({ content: text, fixed: 0 })
  })
  it('one slip of a key that is there once the other is mended', () => {
    const text = suite('      - { user: hi, expects: { reply: a }, capture: { x: nowhere } }')
    expect(mend(text).fixed).toBe(1)
  })
  it('a hint at a place that holds something else', () => {
    const at = { line: 1, column: 1, length: 5 }
    const problem = { code: 'unknown-key' as const, file: 's', at, message: 'a suite has no key "agnt"' }
    const problems = [{ ...problem, hint: 'did you mean "agent"?' }]
    expect(fixProblems('suite: S', problems, () => [])).toEqual({ content: 'suite: S', fixed: 0 })
  })
})
