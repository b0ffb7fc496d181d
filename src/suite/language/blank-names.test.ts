import { describe, expect, it } from 'vitest'
import { parseScript } from './script/parse.ts'

/** A suite with additional keys, written as JSON, which is valid YAML. */
const suite = (more: object = {}, own: object = {}, turn: object = {}): string =>
  JSON.stringify({
    ...{ suite: 'S', agent: 'desk', ...more },
    conversations: [{ name: 'n', ...own, turns: [{ user: 'hi', expect: { reply: { matches: '/./' } }, ...turn }] }],
  })
const called = (calls: unknown): string => suite({}, {}, { expect: { reply: { matches: '/./' }, calls } })
const step = (kind: string, body: object, more: object = {}): string =>
  JSON.stringify({ suite: 'S', agent: 'desk', conversations: [{ name: 'n', turns: [{ [kind]: body, ...more }] }] })

/** Every place of the language for a name, a number or an address. */
const places: [string, (blank: string) => string][] = [
  ['suite', (blank) => suite({ suite: blank })],
  ['agent of the suite', (blank) => suite({ agent: blank })],
  ['agent of a conversation', (blank) => suite({}, { agent: blank })],
  ['version', (blank) => suite({ 'agent version': blank })],
  ['conversation', (blank) => suite({}, { name: blank })],
  ['tag', (blank) => suite({}, { tags: [blank] })],
  ['template', (blank) => suite({}, { template: blank })],
  ['variable of the suite', (blank) => suite({ variables: { [blank]: 1 } })],
  ['variable of a conversation', (blank) => suite({}, { variables: { [blank]: 1 } })],
  ['parameter', (blank) => suite({}, { parameters: [{ [blank]: 1 }] })],
  ['capture', (blank) => suite({}, {}, { capture: { [blank]: 'reply' } })],
  ['what is captured', (blank) => suite({}, {}, { capture: { a: blank } })],
  ['tool', (blank) => called([blank])],
  ['tool with details', (blank) => called([{ [blank]: { with: { a: 1 } } }])],
  ['tool in order', (blank) => called({ 'in order': [blank] })],
  ['forbidden tool', (blank) => called({ never: [blank] })],
  ['tool before', (blank) => called([{ a: { before: blank } }])],
  ['tool of a claim', (blank) => suite({ claims: { done: blank } })],
  ['tool with a latency', (blank) => suite({}, {}, { expect: { latency: { tools: { [blank]: '< 1 s' } } } })],
  ['why it is skipped', (blank) => suite({}, { skip: blank })],
  ['number of the customer', (blank) => suite({}, { customer: { number: blank } })],
  ['email of the customer', (blank) => suite({}, { customer: { email: blank } })],
  ['link', (blank) => suite({}, {}, { attachments: [blank] })],
  ['fact of a user', (blank) => suite({}, { 'simulated user': { wants: 'a', knows: { [blank]: 'x' } } })],
  ['channel of a step', (blank) => step('send', { communicationChannel: blank, customerNumber: '+1' })],
  ['number of a step', (blank) => step('call', { phoneNumber: blank })],
  ['workflow of a step', (blank) => step('workflow call', { workflow: blank, customer_number: '+1' })],
]

describe.each(places)('a blank name is refused by the language: %s', (_, make) => {
  it.each(['', ' ', '\t', '\u00a0', '\u3000', '\u200b', '\u2060', '\ufeff'])('%j', (blank) => {
    const sound = parseScript(make('name'), 'a.yaml')
    const problems = sound.ok ? [] : sound.problems.map(({ code }) => code)
    expect(problems.filter((code) => code === 'wrong-type')).toEqual([])
    const read = parseScript(make(blank), 'a.yaml')
    expect(read.ok).toBe(false)
    expect(read.ok ? [] : read.problems.map(({ message }) => message).join()).toMatch(
      /blank|expected text|cannot be a tag|version/,
    )
  })
})

it('may be sent where the service is expected to refuse it', () => {
  const refused = step('call', { phoneNumber: ' ' }, { expect: { error: { status: 400 } } })
  expect(parseScript(refused, 'a.yaml').ok).toBe(true)
})
