import type { Choose } from '../../base/choose-by.ts'

/**
 * Ways in which a model speaking for a user goes wrong, as published for tau-bench and tau2-bench, and similar
 * ones.
 */
export type UserFault =
  | 'invents a fact'
  | 'tells a wrong id'
  | 'leaks its reasoning'
  | 'swaps the roles'
  | 'stops early'
  | 'describes what it does'
  | 'talks of tools'
  | 'says nothing'

/** Example messages for each fault, by seed; the user's order is 1042, her name Mia Li, her email asha@example.com. */
const faults: Record<UserFault, (draw: Draw) => string[]> = {
  'invents a fact': (draw) => [
    `I paid $${draw('amount', 11, 99)}.50 for it`,
    `It is for me and my friend ${pick(draw, names)}`,
    `My email is ${pick(draw, names).split(' ')[0]?.toLowerCase()}@example.net`,
    `I bought it on ${draw('day', 1, 28)} March 2025`,
    `You can call me at 555-${draw('a', 100, 999)}-${draw('b', 1000, 9999)}`,
    `I live at ${draw('house', 11, 999)} Elm Street`,
    `It arrived at ${draw('hour', 2, 11)}:45 pm`,
    `There were ${draw('count', 3, 40)} of them in the box`,
    `The parcel was ${draw('kilos', 3, 40)} kg`,
    `Half of it is missing, about ${draw('share', 20, 80)} %`,
    `My name is ${pick(draw, names)}`,
    `See https://photos.example.com/${draw('photo', 1000, 9999)}`,
  ],
  'tells a wrong id': (draw) => [
    `It is order ${draw('order', 2000, 9999)}`,
    `The number is 10${draw('end', 43, 99)}`,
    `#W${draw('order', 1000000, 9999999)}`,
    `Order ${draw('order', 2000, 9999)}, please`,
    `My reservation is AB${draw('order', 1000, 9999)}`,
    `credit_card_${draw('card', 1000000, 9999999)}`,
  ],
  'leaks its reasoning': () => [
    'Thought: the agent needs my number.\nUser Response: 1042',
    '<think>I will wait for the refund</think> Yes',
    'I should now give the agent my order number. 1042',
    'The agent is asking for my order number, so I will answer. It is 1042.',
    'According to my instructions, I should not tell more. It is 1042.',
    'As a simulated user I want a refund.',
    'The user wants a refund. I want a refund for order 1042.',
    'Reasoning: they need the order.\n\n1042',
    'As an AI language model I cannot have an order.',
    "Let's think step by step. The agent has asked for the order.",
    'My goal is to get a refund, so next I provide the order number: 1042',
    'Okay, so the agent wants my number. I will reply with it: 1042',
    '**Analysis**: it is about the order. 1042',
    'I need to stay in character. Yes, 1042.',
    'The instruction says that I want a refund.',
    'I am playing the customer, so: 1042',
  ],
  'swaps the roles': () => [
    'Sure, how can I help you today?',
    'How may I assist you?',
    'Your order has been refunded.',
    'Your refund was issued and will be on your card soon.',
    'I have processed your refund.',
    'I have successfully cancelled your order.',
    'Could you please provide your order number?',
    'Please provide me with your email address.',
    'Thank you for contacting us.',
    'Is there anything else I can help you with?',
    "I'd be happy to help you with your refund!",
    'Let me look that up for you.',
    'Agent: I see your order.',
    "I can help you with that. What's your order number?",
    'I understand your frustration, and I apologize for the inconvenience.',
    'May I have your full name, please?',
    'To verify your identity, please confirm your email.',
    'We have received your request and our team will look into it.',
  ],
  'stops early': () => [
    'Thanks, that is all. Goodbye!',
    '###STOP###',
    'Great, ###STOP###',
    "That's all I needed, thanks!",
    'Bye',
    'Thank you, have a nice day!',
    'No further questions, thank you.',
    "I'm all set, thanks!",
    '[end of conversation]',
    'That will be all.',
    'Thank you for your help! Have a great day!',
    '###TRANSFER###',
    'Never mind, forget it. Bye.',
    "No, that's everything. Thank you.",
    "Perfect, I don't need anything else.",
  ],
  'describes what it does': () => [
    '*waits for the agent*',
    '*sighs* It is 1042',
    '(waits patiently)',
    '[User provides the order number]',
    'User: I want a refund',
    'Customer: 1042',
    '*checks the confirmation* 1042',
    '(typing)',
    '[sends a photo of the parcel]',
    '*hangs up*',
    '(The customer is angry) I want a refund',
    '_nods_ Yes',
    '(pauses for a moment) Yes.',
  ],
  'talks of tools': () => [
    'issue_refund(order_id="1042")',
    'Please call issue_refund with my order',
    '<tool_call>issue_refund</tool_call>',
    'Action: issue_refund[1042]',
    '```json\n"order_id": "1042"\n```',
    'Use the function get_order for 1042',
    'tool: issue_refund, order_id: 1042',
    'The API returned an error for order 1042',
    '[{"name": "issue_refund"}]',
    '{"name": "issue_refund", "arguments": {}}',
  ],
  'says nothing': () => ['', '   ', '\n', 'please '.repeat(700)],
}

/** A whole number from `least` to `most`, by seed. */
type Draw = (what: string, least: number, most: number) => number

const names = ['Noah Kim', 'Lena Brandt', 'Pedro Alves', 'Aiko Tanaka', 'Olu Adeyemi', 'Jane Miller', 'Tom Becker']
const pick = (draw: Draw, from: readonly string[]): string => from[draw('pick', 0, from.length - 1)] ?? ''

/** All faults, for tests to iterate over. */
export const userFaults: UserFault[] = Object.keys(faults) as UserFault[]

/** A message of a user with this fault, by seed. */
export function drawUserFault(kind: UserFault, choose: Choose): string {
  const draw: Draw = (what, least, most) => {
    const [high, low] = ['high', 'low'].map(
      (part) =>
        choose(
          Array.from({ length: 100 }, (_, each) => each),
          kind,
          what,
          part,
        ) ?? 0,
    )
    return least + Math.floor((((high ?? 0) * 100 + (low ?? 0)) / 10_000) * (most - least + 1))
  }
  return choose(faults[kind](draw), kind, 'words') ?? ''
}
