import { describe, expect, it } from 'vitest'
import { findBrokenLaw } from './user-laws.ts'

const card = [
  'order',
  '2077',
  'email',
  'asha@example.com',
  'name',
  'Asha Rao',
  'postcode',
  'EC1A 1BB',
  'to cancel order 2077',
]
const holds = (text: string): string | null =>
  findBrokenLaw({ text, knownTexts: card, tools: ['refund', 'cancel_order'], earlier: [], repeatsAtMost: 2 })?.law ??
  null

describe('the laws of a user, whatever the form', () => {
  it.each([
    ['says something', '\u200b'],
    ['says something', '\u00ad'],
    ['says something', '\u2800 \u200b'],
    ['no fact outside the card', 'It is ２０７８'],
    ['no fact outside the card', 'It is ٢٠٧٨'],
    ['no fact outside the card', 'It is २०७८'],
    ['no fact outside the card', 'It is ②⓪⑦⑧'],
    ['no fact outside the card', 'It is ²⁰⁷⁸'],
    ['no fact outside the card', 'bob\u200b@example.com'],
    ['no fact outside the card', 'bob at example dot com'],
    ['no fact outside the card', 'bob (at) example (dot) com'],
    ['no fact outside the card', 'my name is bob miller'],
    ['no fact outside the card', 'It is SW1A 1AA'],
    ['no fact outside the card', '2077-B'],
    ['no fact outside the card', 'twenty seventy-eight'],
    ['no tool talk', 'refund()'],
    ['no tool talk', 'lookup()'],
    ['no tool talk', 'call refund'],
    ['no tool talk', 'call lookup'],
    ['no tool talk', 'get_order_id please'],
    ['no reasoning', 'As the user, I should say the number'],
    ['no reasoning', 'Okay, the agent asked for the order number. I will give it.'],
    ['no reasoning', 'We need to respond as user: here it is'],
    ['no reasoning', 'My goal is to cancel my order'],
    ['no reasoning', 'According to my card it is that one'],
    ["not the agent's role", "I've processed the refund for you."],
    ["not the agent's role", "I'll cancel that for you now"],
    ['no early stop', 'See you'],
    ['no early stop', "I'm done, thank you"],
    ['no early stop', 'Thanks, see you later!'],
    ['no stage directions', 'Me: the order'],
  ])('are broken: %s by %s', (law, text) => expect(holds(text)).toBe(law))

  it.each([
    "Mr. Rao's order is 2077",
    'twenty seventy-seven',
    'It is two thousand and seventy-seven',
    'order_number 2077',
    'It is ２０７７',
    'It is ٢٠٧٧',
    'asha at example dot com',
    'my name is asha rao',
    'My name is not on it.',
    'EC1A 1BB',
    'Please call me back.',
    'I want to see you do it.',
    "I'm done waiting for it.",
    'Can you cancel it for me?',
    'I have waited for you.',
    'The agent asked me before.',
    'I am at home, on the dot.',
  ])('hold: %s', (text) => expect(holds(text)).toBeNull())
})
