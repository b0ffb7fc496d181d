import { type Choose, chooseBy } from '../../base/choose-by.ts'
import {
  fillFacts,
  type SimulatedUser,
  type SlipKind,
  type UserAnswer,
} from '../../suite/language/script/simulated-user.ts'
import { evaluateTurn } from '../expect/evaluate-turn.ts'
import { describeUnanswered, type SimulatedTalk } from '../run/simulated-talk.ts'
import type { TurnView } from '../transcript/turn-view.ts'
import { asksAgain, asksForThat, asksForTheSame, asksSomething, offersHelp } from './asked.ts'
import { describeFacts, echoedIn, factsAskedIn, firstWords, onlyNumber, questionIn } from './card.ts'

export interface AgendaTurn {
  /** The index of its turn, counted from 0, and how many messages it has left, this one included. */
  index: number
  left: number
  /** The last answer of the agent; null where there is none yet. */
  reply: TurnView | null
  /** The turn of that answer; below 0 in the history. */
  replyIndex: number
}

/** The agenda's move; `allows` are wrong facts that it states on purpose. */
export type AgendaMove =
  | {
      kind: 'says'
      text: string
      allows: string[]
      from: 'opening' | 'answer' | 'card' | 'otherwise' | 'mend' | 'slip'
    }
  | { kind: 'gives up'; why: string }
  | { kind: 'fault'; law: 'no loop' | 'answers what is asked'; why: string; said: string }

/** A user without a model: it answers questions from its card, choosing by seed, and tracks what it said. */
export interface Agenda {
  next(turn: AgendaTurn): AgendaMove
  /** Called when somebody else said this in place of its last or next message, which then counts as not said. */
  saidInstead(text: string): void
  /** Called at the end, to note what it could not have answered. */
  hears(turn: AgendaTurn): void
  owes(): boolean
  told(): Pick<SimulatedTalk, 'unanswered' | 'slips'>
}

interface Debt {
  kind: SlipKind
  /** The correction to send first, if the mistake was in a message. */
  mend: string | null
  /** The reply whose answer was put off. */
  reply: TurnView | null
  at: number
}

interface Draft {
  text: string
  from: 'opening' | 'answer' | 'card' | 'otherwise' | 'mend'
  slips?: SlipKind
}

const usualOtherwise = 'Sorry, I do not know that.'

/** `opens` is false if fixed turns came first and no opening is given: it then responds to the last answer. */
export function createAgenda(user: SimulatedUser, seed: string, opens: boolean): Agenda {
  const choose = chooseBy(seed)
  const { knows, reveals, repeatsAtMost, slips } = user
  let counts = new Map<string, number>()
  let askedBefore = new Map<string, string[]>()
  let unanswered: SimulatedTalk['unanswered'] = []
  let slipped: SimulatedTalk['slips'] = []
  let allows: string[] = []
  let names = new Set<string>()
  let debt: Debt | null = null
  /** The last reply that its card could answer. */
  let answered: TurnView | null = null
  /** The last draft, before manners were added. */
  let last: Draft | null = null
  let begun = false
  let takeBack = (): void => undefined

  const remember = (): void => {
    const before = {
      counts: new Map(counts),
      askedBefore: new Map(askedBefore),
      told: new Set(names),
      debt,
      answered,
      last,
      begun,
    }
    const lists = { unanswered: [...unanswered], slipped: slipped.map((each) => ({ ...each })), allows: [...allows] }
    takeBack = () => {
      ;({ counts, askedBefore, told: names, debt, answered, last, begun } = before)
      ;({ unanswered, slipped, allows } = lists)
      takeBack = () => undefined
    }
  }

  const tell = (text: string): void => {
    for (const { name, value } of knows) if (value.every((each) => text.includes(each.value))) names.add(name)
  }

  const say = (texts: readonly string[], occasion: string): string => {
    const messages = texts.map((each) => fillFacts(each, knows))
    const least = Math.min(...messages.map((each) => counts.get(each) ?? 0))
    const fresh = messages.filter((each) => (counts.get(each) ?? 0) === least)
    return choose(fresh, occasion, least) ?? ''
  }

  const answerTo = (reply: TurnView): Draft | null => {
    const position = user.answers.findIndex((each) => fits(each, reply))
    const answer = user.answers[position]
    if (answer !== undefined) {
      const text = say(values(answer.says), `answer ${position}`)
      return { text, from: 'answer', ...(answer.slips === undefined ? {} : { slips: answer.slips }) }
    }
    const echoed = echoedIn(reply.replyText, knows)
    if (echoed !== null) {
      const words = describeFacts(echoed.facts, user.style.manners)
      return { text: `${echoed.isRight ? 'Yes' : 'No'}. ${words}`, from: 'card' }
    }
    const facts = factsAskedIn(reply.replyText, knows)
    if (facts.length > 0) return { text: describeFacts(facts, user.style.manners), from: 'card' }
    const wants = fillFacts(user.wants.value, knows)
    return offersHelp(reply.replyText) && !counts.has(wants) ? { text: wants, from: 'card' } : null
  }

  /** The last message again, if a reply asks to repeat it or asks for it without naming it. */
  const sayAgain = ({ replyText }: TurnView): Draft | null => {
    const isUnheard = asksAgain(replyText)
    if ((!isUnheard && !asksForThat(replyText)) || last === null) return null
    if (last.from === 'opening') {
      const number = isUnheard ? null : onlyNumber(knows)
      if (number !== null) return { text: describeFacts([number], user.style.manners), from: 'card' }
      return isUnheard ? { text: last.text, from: 'card' } : null
    }
    if (last.from !== 'otherwise' && answered !== null) return answerTo(answered)
    return isUnheard && last.from === 'otherwise' ? last : null
  }

  const draft = ({ reply, replyIndex }: AgendaTurn): Draft => {
    if (!begun && opens) return { text: say(values(user.opensWith ?? [user.wants]), 'opening'), from: 'opening' }
    const questionTurn = debt?.kind === 'interruption' || debt?.kind === 'question back' ? debt.reply : null
    const direct = reply === null ? null : answerTo(reply)
    if (direct !== null) answered = reply
    const move =
      direct ?? (questionTurn === null ? null : answerTo(questionTurn)) ?? (reply === null ? null : sayAgain(reply))
    if (move !== null) return move
    if (debt?.mend != null) return { text: '', from: 'mend' }
    const question = reply === null ? null : questionIn(reply.replyText)
    if (question !== null) unanswered.push({ turn: replyIndex, question })
    return {
      text: say(values(user.otherwise ?? []).concat(user.otherwise === undefined ? usualOtherwise : []), 'otherwise'),
      from: 'otherwise',
    }
  }

  /** A wrong digit goes into the message itself; any other mistake replaces the message, which then comes later. */
  const slip = (move: Draft, { index, left, reply }: AgendaTurn): string | null => {
    if (left < 2 || debt !== null) return null
    for (const kind of new Set([...(move.slips === undefined ? [] : [move.slips]), ...slips])) {
      if (slipped.some((each) => each.kind === kind) || choose([true, false], 'slip', kind, index) !== true) continue
      if (kind === 'wrong digit') {
        const fact = knows.flatMap(({ name, value }) => value.map((each) => ({ name, value: each.value })))
        const wrong = changeDigit(move.text, fact, choose)
        if (wrong === null) continue
        const mend = `Sorry, I made a mistake: it is ${wrong.right}, not ${wrong.wrong}.`
        debt = { kind, mend, reply, at: slipped.length }
        slipped.push({ turn: index, kind, mended: null })
        allows.push(wrong.wrong)
        return wrong.text
      }
      if (move.from === 'opening' || move.from === 'mend' || reply === null) continue
      const mend =
        kind === 'change of mind' ? `Sorry, I do want it after all: ${fillFacts(user.wants.value, knows)}.` : null
      debt = { kind, mend, reply, at: slipped.length }
      slipped.push({ turn: index, kind, mended: null })
      return choose(asides[kind], 'aside', kind) ?? ''
    }
    return null
  }

  const mendOf = (index: number): string[] => {
    if (debt === null) return []
    const entry = slipped[debt.at]
    if (entry !== undefined) entry.mended = index
    const { mend } = debt
    debt = null
    return mend === null ? [] : [mend]
  }

  const revealed = (text: string, isFirst: boolean): string[] => {
    const untold = knows.filter(
      ({ name, value }) => !names.has(name) && !value.every((each) => text.includes(each.value)),
    )
    const now = reveals === 'all at once' && isFirst ? untold : reveals === 'one a turn' ? untold.slice(0, 1) : []
    return now.length === 0 ? [] : [describeFacts(now, user.style.manners)]
  }

  return {
    hears: (turn) => void draft(turn),
    owes: () => debt !== null,
    told: () => ({ unanswered: [...unanswered], slips: slipped.map((each) => ({ ...each })) }),
    saidInstead(text) {
      takeBack()
      last = null
      begun = true
      tell(text)
    },
    next(turn) {
      remember()
      const move = draft(turn)
      const isFirst = !begun
      const question = turn.reply?.replyText ?? ''
      const times = counts.get(move.text) ?? 0
      if (move.text !== '' && times >= repeatsAtMost) return stuck(move, question, times)
      begun = true
      const wasOwed = debt !== null
      const aside = wasOwed ? null : slip(move, turn)
      const parts = aside === null ? [...mendOf(turn.index), ...(move.text === '' ? [] : [move.text])] : [aside]
      if (aside === null && move.text !== '') {
        counts.set(move.text, times + 1)
        askedBefore.set(move.text, [...(askedBefore.get(move.text) ?? []), question])
      }
      last = aside === null ? move : last
      if (aside === null) parts.push(...revealed(parts.join(' '), isFirst))
      const text = withManners(parts.join(' '), move.from, user, choose, turn.index)
      tell(text)
      return { kind: 'says', text, allows: [...allows], from: aside === null ? move.from : 'slip' }
    },
  }

  /** The agent's fault if it asks again for what was answered or must not be; else the card's. */
  function stuck({ text, from }: Draft, question: string, times: number): AgendaMove {
    const [open] = unanswered
    if (from === 'otherwise' && open !== undefined) {
      const isMeant = user.otherwise !== undefined
      const why = describeUnanswered(open, isMeant)
      return isMeant ? { kind: 'gives up', why } : { kind: 'fault', law: 'answers what is asked', why, said: text }
    }
    if (from === 'otherwise')
      return { kind: 'gives up', why: 'the agent asks nothing, and what it says brings the goal no nearer' }
    if (askedBefore.get(text)?.at(-1) === question)
      return { kind: 'gives up', why: `the agent says the same again and again: "${firstWords(question)}"` }
    const isSame = from === 'card' || (from === 'answer' && asksForTheSame(question, askedBefore.get(text) ?? []))
    if (isSame && asksSomething(question))
      return { kind: 'gives up', why: `the agent asks again what was answered: "${firstWords(question)}"` }
    return {
      kind: 'fault',
      law: 'no loop',
      why: `it was said ${times === 1 ? 'once' : `${times} times`} before: "${text}"`,
      said: text,
    }
  }
}

function fits({ when, at }: UserAnswer, reply: TurnView): boolean {
  const outcomes = evaluateTurn({ at, reply: { at, text: when } }, { view: reply, turnMs: null, refusal: null })
  return outcomes.length > 0 && outcomes.every(({ verdict }) => verdict === 'passed')
}

const values = (texts: readonly { value: string }[]): string[] => texts.map(({ value }) => value)

/** Messages in place of an answer that is put off. */
const asides: Record<Exclude<SlipKind, 'wrong digit'>, string[]> = {
  'change of mind': [
    'Actually, wait. I am not sure that I still want this.',
    'Hold on, maybe I do not want that after all.',
  ],
  interruption: ['One moment please, somebody is at the door.', 'Wait a moment, my phone rings.'],
  'question back': ['Why do you need that?', 'What is that needed for?'],
}

const fillers = ['Well, let me see.', 'Right, good question.', 'Hm, just a second.']

/** Adds manners to what the agenda itself says, not to the author's words; a terse user gets none. */
function withManners(
  text: string,
  from: Draft['from'],
  { style }: SimulatedUser,
  choose: Choose,
  index: number,
): string {
  if (from === 'opening' || text === '') return text
  const before = style.manners.includes('chatty') ? `${choose(fillers, 'filler', index)} ` : ''
  return `${before}${text}${style.manners.includes('polite') ? ' Thank you.' : ''}`
}

/** By seed; null if no fact with a digit is stated. The wrong value never equals another fact. */
function changeDigit(
  text: string,
  facts: readonly { name: string; value: string }[],
  choose: Choose,
): { text: string; right: string; wrong: string } | null {
  const digits = facts.filter(({ value }) => /\d/.test(value) && text.includes(value))
  const fact = choose(digits, 'digit', 'fact')
  if (fact === undefined) return null
  const places = [...fact.value.matchAll(/\d/g)].map(({ index }) => index)
  const place = choose(places, 'digit', 'place', fact.name)
  const digit = fact.value[place ?? 0]
  const others = '0123456789'.split('').filter((each) => each !== digit)
  const candidates = others
    .map((each) => fact.value.slice(0, place) + each + fact.value.slice((place ?? 0) + 1))
    .filter((wrong) => !facts.some(({ value }) => value === wrong))
  const wrong = choose(candidates, 'digit', 'value', fact.name)
  return wrong === undefined ? null : { text: text.replaceAll(fact.value, wrong), right: fact.value, wrong }
}
