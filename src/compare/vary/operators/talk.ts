import { nameWords } from '../../../base/text/name-words.ts'
import type { CallsExpectation } from '../../../suite/language/expectations/calls-expectation.ts'
import type { Turn } from '../../../suite/language/script/turn.ts'
import { sentencesOf, type TypedConversation, type TypedTurn } from '../typed/about.ts'
import { pointing } from '../typed/answering.ts'
import { type Edit, standsIn } from '../typed/edit.ts'
import { answer, type TextSpan, touches } from '../typed/telling-marks.ts'
import { type Draw, isFree, likeCase, notation, partOf, type Replacement, type VariantOperator } from './operator.ts'
import { familyNames, givenNames } from './tables.ts'

function swapSentences(turn: TypedTurn, first: number): Replacement[] {
  const sentences = sentencesOf(turn.text)
  const edits: Replacement[] = []
  for (let index = first; index + 1 < sentences.length; index += 2) {
    const [one, other] = [sentences[index], sentences[index + 1]]
    if (one === undefined || other === undefined || pointing.test(other.text) || pointing.test(one.text)) continue
    const isOneQuote = turn.sealed.some(({ from, to }) => from < one.to && to > other.from)
    if (one.text.length < 8 || !/[.!?]$/.test(one.text) || isOneQuote) continue
    const gap = turn.text.slice(one.to, other.from)
    const now = `${/[.!?]$/.test(other.text) ? other.text : `${other.text}.`}${gap}${one.text}`
    edits.push({ at: one.from, was: turn.text.slice(one.from, other.to), now })
  }
  return edits
}

/** "Please cancel my order for Friday." as "For Friday, please cancel my order." */
function frontLast(turn: TypedTurn): Replacement[] {
  return sentencesOf(turn.text).flatMap(({ from, text }): Replacement[] => {
    // Moving a part to the front may change what a denial refers to.
    if (text.length > 200 || touches(turn.denials, { from, to: from + text.length }) || answer.test(text)) return []
    const [, front = '', part = '', mark = ''] =
      /^([^,;:]{8,}) ((?:for|on|at|with|from) (?:\S+? ?){1,4}?)([.!?]*)$/u.exec(text) ?? []
    const start = from + front.length + 1
    if (front === '' || /(?<![\p{L}])(?:and|or|that|which|who|because|if)(?![\p{L}])/iu.test(text)) return []
    if (!touches(turn.about, { from: start, to: start + part.length }) || !isFree(turn, { from, to: from + 1 }))
      return []
    const lowered = /^(?:I(?:['’\s])|\p{Lu}\p{Lu})/u.test(front)
      ? front
      : front.replace(/^\p{Lu}/u, (letter) => letter.toLowerCase())
    return [{ at: from, was: text, now: `${likeCase(front, part)}, ${lowered}${mark}` }]
  })
}

function isPlain(turn: Turn | undefined): turn is Turn & { user: { value: string } } {
  return turn?.user != null && turn.attachments === undefined && turn.step === undefined
}

/** Splits messages between two sentences; the first part contains nothing of what the turn is about. */
function splitMessages({ plan, turns }: TypedConversation, { choose, number }: Draw): Edit[] {
  return turns.flatMap((typed): Edit[] => {
    if (!isPlain(plan.conversation.turns[typed.turn])) return []
    const { turn, text } = typed
    const sentences = sentencesOf(text)
    const gaps = sentences.slice(1).flatMap(({ from }, index): TextSpan[] => {
      const first = sentences.slice(0, index + 1)
      const isAbout = !isFree(typed, { from: 0, to: from }) || answer.test(text.slice(0, from))
      // A question in the first part may be answered at once, with calls that the second part would change.
      return isAbout || first.some((each) => each.text.endsWith('?')) ? [] : [{ from: first.at(-1)?.to ?? 0, to: from }]
    })
    const gap = choose(partOf(gaps, Math.min(gaps.length, splits), { number }), 'gap', turn)
    return gap === undefined ? [] : [{ kind: 'split', turn, at: gap.from, was: text.slice(gap.from, gap.to) }]
  })
}

/** The most variants that split the same messages, each at another end of a sentence where there are several. */
const splits = 2

/** Whether a turn expects no tool call, so that nothing is lost by saying it together with the next turn. */
function expectsNoCall({ expect, capture, requires }: Turn): boolean {
  const keys: (keyof CallsExpectation)[] = ['inOrder', 'exactly', 'anyOrder', 'count', 'pre', 'during', 'post']
  return capture === undefined && requires === undefined && keys.every((key) => expect?.calls?.[key] === undefined)
}

/** Joins two messages where the first expects no call; its expectations on the reply are dropped. */
function joinMessages({ plan, turns }: TypedConversation, number: number): Edit[] {
  const { turns: scriptTurns } = plan.conversation
  const all = turns.filter(({ turn }) => {
    const [one, other] = [scriptTurns[turn], scriptTurns[turn + 1]]
    if (!isPlain(one) || !isPlain(other) || one.context !== undefined || other.context !== undefined) return false
    if (other.requires !== undefined || one.metadata !== undefined || /\?\s*$/.test(one.user.value)) return false
    return expectsNoCall(one)
  })
  const answers = ({ turn }: TypedTurn): boolean => turns.some((next) => next.turn === turn + 1 && next.answers)
  const fits = [...all.filter((each) => !answers(each)), ...all.filter(answers)]
  const typedTurn = fits[number]
  const text = typedTurn?.text.trimEnd() ?? ''
  return typedTurn === undefined ? [] : [{ kind: 'join', turn: typedTurn.turn, now: /[.!?]$/.test(text) ? ' ' : '. ' }]
}

/** Whether a value may be replaced everywhere: in no quoted text, and no part of a date, time or number. */
function isSwappable({ turns }: TypedConversation, value: string): boolean {
  return turns.every(({ text, facts, sealed }) => {
    const parts = facts.filter(({ kind }) => ['date', 'time', 'number', 'amount'].includes(kind))
    const texts = [...sealed.map(({ from, to }) => text.slice(from, to)), ...parts.map((fact) => fact.text)]
    return !texts.some((each) => each !== value && standsIn(each, value))
  })
}

/** The values of metadata and variables that are names of a person, with what may replace them. */
function namesIn({ plan }: TypedConversation): { value: string; among: readonly string[] }[] {
  return Object.entries({ ...plan.metadata, ...plan.variables }).flatMap(([key, value]) => {
    if (typeof value !== 'string' || !/^\p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+)?$/u.test(value)) return []
    const isAbout = (words: readonly string[]): boolean => nameWords(key).some((word) => words.includes(word))
    if (!isAbout(ofPeople) || isAbout(ofThings)) return []
    const full = givenNames.map((name, index) => `${name} ${familyNames[index % familyNames.length]}`)
    return [{ value, among: value.includes(' ') ? full : isAbout(ofFamilies) ? familyNames : givenNames }]
  })
}

const ofPeople = 'name firstname lastname fullname surname customer guest passenger'.split(' ')
const ofThings = 'product company agent tool store shop file city brand'.split(' ')
const ofFamilies = ['last', 'lastname', 'surname']

type Talk = Pick<VariantOperator, 'name' | 'does' | 'edits'> & Partial<VariantOperator>

/** What sends a turn in other messages: calls are compared over both. */
const messages = (own: Talk): VariantOperator => ({
  ...{ family: 'messages', changes: 'messages', languages: null, variants: 1 },
  ...own,
})

/** What gives the customer other values, everywhere: calls are compared with the values swapped. */
const customer = (own: Talk): VariantOperator => ({
  ...{ family: 'names', changes: 'customer', languages: null, variants: 2 },
  ...own,
})

/** What is said in another order, in other messages, or by another customer. */
export const talkOperators: readonly VariantOperator[] = [
  notation(
    { name: 'sentences in another order', family: 'order', does: 'two sentences change places', variants: 2 },
    (turn, { number }) => swapSentences(turn, number),
  ),
  notation({ name: 'facts first', family: 'order', does: 'what it is about goes first' }, frontLast),
  messages({ name: 'two messages', does: 'one message is sent as two', variants: splits, edits: splitMessages }),
  messages({
    name: 'one message',
    does: 'two messages are sent as one',
    variants: 2,
    edits: (typed, { number }) => joinMessages(typed, number),
  }),
  customer({
    name: 'another name',
    does: 'the customer has another name, everywhere',
    edits: (typed, draw) =>
      namesIn(typed).flatMap(({ value, among }): Edit[] => {
        const others = among.filter((each) => !value.includes(each))
        const now = draw.choose(partOf(others, 2, draw), 'name', value)
        return now === undefined || !isSwappable(typed, value) ? [] : [{ kind: 'swap', was: value, now }]
      }),
  }),
  customer({
    name: 'values that are alike',
    does: 'an id is swapped for another that the config lists as equivalent, everywhere',
    variants: 3,
    edits: (typed, { alike, number }) =>
      Object.entries({ ...typed.plan.metadata, ...typed.plan.variables }).flatMap(([key, value]): Edit[] => {
        const was = typeof value === 'string' || typeof value === 'number' ? String(value) : null
        const now = (alike[key] ?? []).filter((each) => each !== was)[number]
        return now === undefined || was === null || !isSwappable(typed, was) ? [] : [{ kind: 'swap', was, now }]
      }),
  }),
]
