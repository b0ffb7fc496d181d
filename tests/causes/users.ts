import { chooseBy } from '../../src/base/choose-by.ts'
import type { Judges } from '../../src/engine/judge/judges.ts'
import { drawUserFault, userFaults } from '../../src/engine/user/faults.fixture.ts'
import type { Random } from '../../src/service/answer/random.ts'
import type { AgentFunction } from '../../src/service/workspace/agent-function.ts'
import type { Injected } from './talk.ts'

/** A conversation whose user is simulated by a card or by a model. */
const suite = (more: string): string => `suite: Causes
agent: desk
conversations:
  - name: tracks an order
    simulated user:
      wants: the link for order {order}
      knows: { order: "1042", name: Mia Li, email: asha@example.com }
      patience: 6 turns
      done when: { calls: [send_link] }
${more}
    session:
      agent: desk
      calls: { in order: [lookup_order, send_link] }
`

/** Asks for one thing after another, and finally sends the link. */
export const patientAgent: AgentFunction = async function* ({ state, call }) {
  const askCount = Number(state.asked ?? 0)
  state.asked = askCount + 1
  if (askCount < questions.length) return yield questions[askCount] ?? ''
  await call('lookup_order', { order_id: '1042' })
  await call('send_link', { order_id: '1042' })
  yield 'Here is the link.'
}

const questions = ['What is your order number?', 'And your name, please?', 'And your email?']
const lawful = ['I want the link for my order', 'It is order 1042', 'Mia Li', 'asha@example.com is my email']
const says = (text: string): string => JSON.stringify(text)

/** A card that says these words in answer to successive questions. */
function cardOf(words: readonly string[]): string {
  const [opening = '', ...rest] = words
  const answers = ['order number', 'your name', 'your email'].map(
    (when, index) => `        - { when: ${when}, says: ${says(rest[index] ?? '')} }`,
  )
  return suite(`      opens with: ${says(opening)}\n      answers:\n${answers.join('\n')}`)
}

/** A model that says these words, one message after another, however often it is asked for a replacement. */
function modelOf(words: (turn: number) => string): Judges {
  let turn = -1
  return {
    answer: () => Promise.reject(new Error('nobody judges')),
    say: async ({ attempt }) => {
      if (attempt === 1) turn += 1
      return { text: words(turn), usage: [] }
    },
  }
}

/** Cards and models that cannot play the user, whatever they say. */
const helpless: Record<string, Injected> = {
  'a card that opens with a question of the agent’s': {
    script: cardOf(['What is your order number?', ...lawful.slice(1)]),
  },
  'a card without an answer': {
    script: suite(
      '      opens with: I want the link\n      answers: [{ when: order number, says: It is 1042 }]',
    ).replace('knows: { order: "1042", name: Mia Li, email: asha@example.com }', 'knows: { order: "1042" }'),
  },
  'a card that goes round in circles': {
    script: suite(
      '      opens with: I want the link\n      answers: [{ when: /./, says: Send it please }]\n      repeats at most: 1',
    ),
  },
  'a model that is not there': { script: suite('      model: m') },
  'a model that gives no answer': {
    script: suite('      model: m'),
    judges: {
      ...modelOf(() => ''),
      say: async () => ({ none: 'localhost broke while m was asked (500)', halted: false, usage: [] }),
    },
  },
  'a model that goes round in circles': {
    script: suite('      model: m'),
    judges: modelOf(() => 'I want the link for my order'),
  },
}

/** A talk in which the card or model says one wrong message. */
export interface FaultyTalk {
  name: string
  script: string
  /** The user's messages, in order. */
  words: readonly string[]
  /** The index of the wrong message: neither it nor any later one may be sent. */
  at: number
  /** The words are on the card; otherwise a model says them. */
  isCard: boolean
}

/** Draws a wrong message, who says it, and when; `index` cycles through the kinds. */
export function drawFaultyTalk(random: Random, index: number): FaultyTalk {
  const at = random.pick([0, 1, 2, 3])
  const kind = userFaults[index % userFaults.length] as (typeof userFaults)[number]
  const fault = drawUserFault(kind, chooseBy(`user ${index}`))
  const words = lawful.map((each, turn) => (turn === at ? fault : each))
  const isCard = random.pick([true, false]) && fault.trim() !== '' && !/[{}]/.test(fault)
  const name = `${kind} in message ${at + 1}, by ${isCard ? 'card' : 'model'}: ${fault}`
  return { name, script: isCard ? cardOf(words) : suite('      model: m'), words, at, isCard }
}

/** Draws a fault of the simulated user: a wrong message by card or model, or a user that cannot play at all. */
export function drawUser(random: Random, index: number): [name: string, injected: Injected] {
  const odd = Object.entries(helpless)
  if (index < odd.length) {
    const [name, injected] = odd[index] as [string, Injected]
    return [name, { agent: patientAgent, ...injected }]
  }
  const { name, script, words, isCard } = drawFaultyTalk(random, index)
  const judges = isCard ? {} : { judges: modelOf((turn) => words[turn] ?? goesOn) }
  return [name, { agent: patientAgent, script, ...judges }]
}

/** What a model says once it has no words left. */
export const goesOn = 'Please go on'
