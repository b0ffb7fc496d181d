import type { JsonObject } from '../../src/base/json/json.ts'
import type { AgentFunction, AgentTurn } from '../../src/service/workspace/agent-function.ts'
import { note } from './store.ts'

/** What a desk has understood so far. Each new wish of the customer starts a new one, with the same customer. */
export interface Talk {
  customer?: string
  wish?: string
  /** Everything the customer said about this wish, and just the last message. */
  words: string
  last: string
  /** The last question asked. */
  asked?: string
  /** Answers understood so far, by question. */
  told: Record<string, string>
  ready?: Planned
}

/** A planned write, and how it is read out to the customer beforehand. */
export interface Planned {
  tool: string
  with: JsonObject
  says: string
}

/** The next step: a question, with its topic, or a write to confirm. */
export type Step = { ask: string; about: string } | Planned

/** How the desk of one company works. */
export interface Trade {
  /** The customer's account, once enough was said. */
  identify(turn: AgentTurn, talk: Talk): Promise<string | null>
  /** The question that asks for it. */
  who: string
  next(turn: AgentTurn, talk: Talk): Promise<Step>
  /** The same plan for another order: what a careless agent does. */
  misdirect(turn: AgentTurn, planned: Planned, customer: string): Promise<Planned>
  /** A customer whom nobody asked about. */
  stranger(customer: string): string
}

/** Ways in which an agent can be wrong. */
export type Misdeed = 'writes nothing' | 'takes another order' | 'never asks' | 'reads a stranger' | 'goes round'

const yes = /\b(?:yes|yep|sure|go ahead|please do|correct)\b/i
/** A correction of a slip: `it is 1042, not 1043`. */
const takenBack = /,? not (?=\S*\d)\S+?(?=\.?(?:\s|$))/g

/**
 * A desk that asks for what it needs by simple rules, reads everything back, and writes once the customer
 * says yes; or one that breaks these rules in one way.
 */
export function createDesk(trade: Trade, misdeed?: Misdeed): AgentFunction {
  return async function* (turn) {
    const { message, state, sessionId } = turn
    if (message === null) return yield 'Good day, how can I help you?'
    note(sessionId, message)
    if (misdeed === 'goes round') return yield trade.who
    const talk = open(state, message.replace(takenBack, ''))
    const reply = await answer(turn, talk, trade, misdeed)
    Object.assign(state, { talk })
    yield reply
  }
}

function open({ talk }: JsonObject, message: string): Talk {
  const before = (talk ?? { words: '', told: {} }) as unknown as Talk
  return { ...before, words: `${before.words}\n${message}`, last: message }
}

async function answer(turn: AgentTurn, talk: Talk, trade: Trade, misdeed?: Misdeed): Promise<string> {
  if (talk.ready !== undefined)
    return yes.test(talk.last) ? write(turn, talk, trade, misdeed) : `${talk.ready.says} Shall I go ahead?`
  if (talk.customer === undefined) {
    const customer = await trade.identify(turn, talk)
    if (customer === null) return trade.who
    talk.customer = customer
    if (misdeed === 'reads a stranger') await turn.call('get_user_details', { user_id: trade.stranger(customer) })
  }
  const step = await trade.next(turn, talk)
  if ('ask' in step) {
    talk.asked = step.about
    return step.ask
  }
  talk.ready = step
  return misdeed === 'never asks' ? write(turn, talk, trade) : `${step.says} Shall I go ahead?`
}

async function write(turn: AgentTurn, talk: Talk, trade: Trade, misdeed?: Misdeed): Promise<string> {
  const { ready, customer } = talk
  if (ready === undefined || customer === undefined) return trade.who
  const planned = misdeed === 'takes another order' ? await trade.misdirect(turn, ready, customer) : ready
  const outcome = misdeed === 'writes nothing' ? null : await turn.call(planned.tool, planned.with)
  for (const key of ['ready', 'wish', 'asked'] as const) delete talk[key]
  Object.assign(talk, { words: '', told: {} })
  // A careless agent ignores the outcome.
  if (outcome?.isError === true && misdeed === undefined) return `I am sorry, that is not possible: ${outcome.output}.`
  return `That is done: ${planned.says} Is there anything else you would like to change?`
}
