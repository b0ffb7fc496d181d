import { describe, expect, it } from 'vitest'
import { findBrokenLaw, type Utterance } from './user-laws.ts'

const card = ['order', '1042', 'email', 'asha@example.com', 'passengers', 'Mia Li', 'a refund for my order']
const holds = (text: string, more: Partial<Utterance> = {}): string | null =>
  findBrokenLaw({
    text,
    knownTexts: card,
    tools: ['issue_refund', 'think', 'refund'],
    earlier: [],
    repeatsAtMost: 2,
    ...more,
  })?.law ?? null

describe('the laws of a user', () => {
  it.each([
    // reasoning leaked into the turn
    ['no reasoning', 'Thought: the agent wants my order number.\nUser Response: It is 1042'],
    ['no reasoning', '<think>I should give the number</think> It is 1042'],
    ['no reasoning', 'I should wait for the agent to confirm before I go on.'],
    ['no reasoning', 'As an AI language model I have no order.'],
    ['no reasoning', 'According to my instructions I want a refund.'],
    ['no reasoning', 'The user wants a refund for order 1042.'],
    // roles swapped
    ["not the agent's role", 'Sure! How can I help you today?'],
    ["not the agent's role", "I'd be happy to assist you with your refund."],
    ["not the agent's role", 'Your order has been cancelled.'],
    ["not the agent's role", 'Could you please provide your order number?'],
    ["not the agent's role", 'Agent: one moment'],
    ["not the agent's role", 'I have processed your refund.'],
    ["not the agent's role", 'Thank you for contacting us.'],
    ["not the agent's role", 'Your order 1042 was cancelled.'],
    ["not the agent's role", 'Your booking #1042 is now confirmed'],
    ["not the agent's role", 'What is your order number?'],
    ['no reasoning', 'Let me think: the order is 1042'],
    ['no reasoning', 'Plan: say 1042'],
    ['no tool talk', 'refund(1042)'],
    ['no tool talk', 'call refund(order 1042)'],
    ['no tool talk', '[TOOL] refund 1042'],
    ['no tool talk', 'I will call refund now'],
    ['no tool talk', '`refund`'],
    ['no tool talk', '{"a":"asha"}'],
    ['no tool talk', 'find(order=1042)'],
    // a passenger invented, and other facts
    ['no fact outside the card', 'Please add Noah Kim as well.'],
    ['no fact outside the card', 'It is order 1043.'],
    ['no fact outside the card', 'Write to asha@example.org please.'],
    ['no fact outside the card', 'I bought it on 2026-10-01.'],
    ['no fact outside the card', 'I bought it yesterday.'],
    ['no fact outside the card', 'There are three bags.'],
    // stopped before the write
    ['no early stop', 'Great, thanks, goodbye!'],
    ['no early stop', '###STOP###'],
    ['no early stop', "Thanks, that's all I needed."],
    ['no early stop', 'STOP'],
    ['no early stop', 'That is all, thank you.'],
    ['no tool talk', 'Please call issue_refund for me.'],
    ['no tool talk', 'issue_refund(order_id=1042)'],
    ['no tool talk', '{"name": "refund", "arguments": {}}'],
    ['no stage directions', '*sighs* I want a refund.'],
    ['no stage directions', 'I want a refund. (waits for the answer)'],
    ['no stage directions', 'User: I want a refund'],
    ['no reasoning', 'I am playing the customer, so it is 1042.'],
    ['no reasoning', 'I want a refund, so next I provide the order: 1042'],
    ["not the agent's role", 'Let me look that up for you.'],
    ["not the agent's role", 'Your refund was issued and will be there soon.'],
    ["not the agent's role", 'I understand your frustration.'],
    ["not the agent's role", 'We have received your request.'],
    ["not the agent's role", "I can help you with that. What's your order number?"],
    ['no early stop', 'No further questions, thank you.'],
    ['no early stop', "I'm all set, thanks!"],
    ['no early stop', "No, that's everything."],
    ['no early stop', "Perfect, I don't need anything else."],
    ['no tool talk', 'Use the function for orders.'],
    ['no tool talk', 'Please run get_order for 1042.'],
    ['no tool talk', 'The API returned an error.'],
    ['no stage directions', '[sends a photo of the parcel]'],
    ['no stage directions', '(The customer is angry) I want a refund.'],
    ['no stage directions', '_nods_ Yes.'],
    ['says something', '  '],
  ])('%s: %s', (law, text) => expect(holds(text)).toBe(law))

  it.each([
    'It is 1042.',
    'My order is 1042, my email is asha@example.com.',
    'Mia Li flies as well, please.',
    'I *really* need this, please.',
    'I cancelled an order before, and you told me to wait.',
    'One moment please, just a second.',
    'Thanks for confirming, please go on.',
    "That's all I know.",
    'Yes, please.',
    'I think so.',
    'Why do you need my email?',
    'The agent I spoke with before was nice.',
    'Is the refund (for my order) on its way?',
    'I want the refund(s) for my order.',
    'Let me think about it, please call me back.',
    'Is your order line open?',
    'What is your phone number?',
    'Can you help me with that? I have no more time.',
    'What is your name?',
    'I understand. Let me look for the number.',
    'Was my refund issued? I do not have any other email.',
    'I apologize, I gave you the wrong number.',
    'I do not know what else you need.',
    'Is that everything that you need?',
  ])('lets a person say: %s', (text) => expect(holds(text)).toBe(null))

  it('lets a person say a name with underscores that somebody gave it', () => {
    expect(holds('My id is mia_li', { knownTexts: [...card, 'mia_li'] })).toBe(null)
    expect(holds('My id is mia_li')).toBe('no tool talk')
  })

  it('knows what the agent said, and the wrong digit that is told on purpose', () => {
    expect(holds('The 10:40 flight, please', { knownTexts: [...card, 'There are flights at 10:40 and 12:15.'] })).toBe(
      null,
    )
    expect(holds('It is 1043', { knownTexts: [...card, '1043'] })).toBe(null)
  })

  it('wants no more than a person types', () => expect(holds('a '.repeat(3_000))).toBe('says something'))

  it('counts a message as the same whatever its case and punctuation', () => {
    expect(holds('Yes, please!', { earlier: ['yes please'] })).toBe(null)
    expect(holds('Yes, please!', { earlier: ['yes please', 'Yes please.'] })).toBe('no loop')
  })
})
