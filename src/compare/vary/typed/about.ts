import { visitJson } from '../../../base/json/walk-json.ts'
import { splitSentences } from '../../../base/text/split-sentences.ts'
import { readLanguages } from '../../../engine/expect/words/language.ts'
import type { Fact } from '../../../engine/transcript/facts/fact.ts'
import { findFacts } from '../../../engine/transcript/facts/find-facts.ts'
import { variablePattern } from '../../../suite/language/matchers/fill-text.ts'
import { everyTurnOf } from '../../../suite/language/script/conversation.ts'
import { isMatcher } from '../../../suite/language/script/fill-variables.ts'
import type { Plan } from '../../../suite/plan/plan.ts'
import { mayAnswer } from './answering.ts'
import { wholeValue } from './edit.ts'
import type { TextSpan } from './telling-marks.ts'
import { tellingMarks } from './telling-marks.ts'

/** What a user types in one turn, and which parts of it may not be changed. */
export interface TypedTurn {
  /** The index of the turn in the script, from 0. */
  turn: number
  text: string
  facts: readonly Fact[]
  /** What the turn is about, in order: facts, values of the script, quoted texts, codes, and `{{names}}`. */
  about: readonly TextSpan[]
  /** Those of them that no operator may touch: quoted texts and `{{names}}`. */
  sealed: readonly TextSpan[]
  /** Words that negate: without them the turn says the opposite. */
  denials: readonly TextSpan[]
  /** Punctuation on which the meaning rests, such as the comma of "no, cancel it". */
  telling: readonly TextSpan[]
  /** Whether it may answer the reply before it, and so has to stay behind that reply, whole and in its order. */
  answers: boolean
}

/** What a user types in a conversation. */
export interface TypedConversation {
  plan: Plan
  turns: readonly TypedTurn[]
  /** The code of its language, such as `en`; null where it cannot be told. */
  language: string | null
}

/** Reads what a user types; `asking` are the turns whose replies ask for something, where it ran as written. */
export function readTyped(plan: Plan, asking?: ReadonlySet<number>): TypedConversation {
  const values = namedValues(plan)
  const { history, before = [], turns: scriptTurns } = plan.conversation
  const language = languageOf(scriptTurns.flatMap(({ user }) => user?.value ?? []).join('\n'))
  const turns = scriptTurns.flatMap(({ user }, turn): TypedTurn[] => {
    if (user === null) return []
    const text = user.value
    const facts = findFacts(text)
    const sealed = [...spansOf(text, quoted), ...spansOf(text, variablePattern)]
    const denials = spansOf(text, denial)
    const telling = tellingMarks(text, facts, denials)
    const about = aboutIn(text, facts, values, sealed)
    const last = scriptTurns.slice(0, turn).findLastIndex(({ step }) => step === undefined)
    const isAsked = asking === undefined || last < 0 ? null : asking.has(last)
    const isAnswer = (): boolean =>
      mayAnswer(text, { hasQuestion: isAsked, language, isAboutSomething: about.length > 0 })
    const answers = (last >= 0 || before.length > 0 || history !== undefined) && isAnswer()
    return [{ turn, text, facts, about, sealed, denials, telling, answers }]
  })
  return { plan, turns, language }
}

/** Words that occur only in English texts, for texts too short for the detector. */
const english =
  /(?<![\p{L}\p{N}])(?:the|is|my|i|i'm|you|please|where|what|when|want|need|would|can|could|yes|thanks|hello|with|have)(?![\p{L}\p{N}])/giu
const others =
  /(?<![\p{L}\p{N}])(?:der|die|das|ich|und|nicht|bitte|le|les|je|vous|est|pas|el|los|que|por|para|quiero|het|een|niet)(?![\p{L}\p{N}])/giu

function languageOf(text: string): string | null {
  const { main } = readLanguages(text)
  if (main !== null) return main
  return (text.match(english)?.length ?? 0) > (text.match(others)?.length ?? 0) ? 'en' : null
}

/** Words that deny, in English, German, French and Spanish. */
export const denial: RegExp =
  /(?<![\p{L}\p{N}])(?:not|no(?!\.\s?#?\w*\d)|nor|never|none|nothing|nobody|nowhere|neither|without|cannot|\p{L}+n['’]t|(?:do|does|did|is|are|was|were|wo|ca|have|has|had|would|could|should)nt|nicht|kein\p{L}*|nie|niemals|ohne|ne|pas|jamais|sans|sin|nunca|nada|ningun[oa]?)(?![\p{L}\p{N}])/giu

/** Quoted texts; a single quote counts only if it opens before a word and closes after one. */
const quoted =
  /"[^"\n]+"|„[^“”\n]+[“”]|“[^”\n]+”|«[^»\n]+»|»[^«\n]+«|`[^`\n]+`|(?<![\p{L}\p{N}])['‘][^'’\n]{2,80}['’](?![\p{L}\p{N}])/gu
/** Words with a digit, links, addresses, and capitals in a text that also has lower-case letters. */
const code =
  /\S*\d[\p{L}\p{N}_./:@#-]*|\S+@[\p{L}\p{N}.-]*[\p{L}\p{N}]|https?:\S+|(?<![\p{L}\p{N}])(?!I(?![\p{L}\p{N}]))\p{Lu}{2,}(?![\p{L}\p{N}])/gu

function aboutIn(
  text: string,
  facts: readonly Fact[],
  values: readonly string[],
  sealed: readonly TextSpan[],
): TextSpan[] {
  const own = facts
    .filter(({ forms }) => forms.length > 0)
    .map(({ at, text: match }) => ({ from: at, to: at + match.length }))
  const valueSpans = values.flatMap((value) => spansOf(text, wholeValue(value, 'giu')))
  const codes = /\p{Ll}/u.test(text) ? spansOf(text, code) : []
  return merged([...own, ...valueSpans, ...codes, ...sealed])
}

function spansOf(text: string, pattern: RegExp): TextSpan[] {
  return [...text.matchAll(pattern)].map(({ 0: match, index }) => ({ from: index, to: index + match.length }))
}

function merged(spans: readonly TextSpan[]): TextSpan[] {
  const joinedSpans: TextSpan[] = []
  for (const { from, to } of spans.toSorted((one, other) => one.from - other.from)) {
    const last = joinedSpans.at(-1)
    if (last !== undefined && from <= last.to) last.to = Math.max(last.to, to)
    else joinedSpans.push({ from, to })
  }
  return joinedSpans
}

/** The values that a conversation names: those of metadata and variables, and of expected arguments. */
function namedValues({ conversation, everyTurn, metadata, variables, customer }: Plan): string[] {
  const values = new Set<string>()
  const add = (value: unknown): void => {
    if (typeof value === 'number' || (typeof value === 'string' && value.trim().length > 1)) values.add(String(value))
  }
  visitJson([metadata, variables, customer], add)
  const expected = [...everyTurn, conversation.session, ...everyTurnOf(conversation).map(({ expect }) => expect)]
  // Call arguments must equal such a value; expected outputs (`returns`) are left out.
  visitJson(
    expected.map((each) => each?.calls),
    (each, name) => {
      if (name === 'returns') return false
      if (typeof each !== 'object' || each === null || !isMatcher(each) || each.kind !== 'equals') return true
      visitJson(each.value, add)
      return false
    },
  )
  return [...values].filter((value) => value.length <= 200)
}

/** A numero sign written as an abbreviation: its dot ends no sentence. */
const numberMark = /(?<!\p{L})(?:no|nos|nr|num)\.\s*$/iu

/** The sentences of a text, each with its place and without trailing space. "No. 5" is not split. */
export function sentencesOf(text: string): (TextSpan & { text: string })[] {
  const parts: string[] = []
  for (const part of splitSentences(text)) {
    const last = parts.at(-1)
    if (last !== undefined && numberMark.test(last) && /^#?\d/.test(part)) parts[parts.length - 1] = last + part
    else parts.push(part)
  }
  let at = 0
  return parts.flatMap((sentence) => {
    const from = at
    at += sentence.length
    const own = sentence.trimEnd()
    return own === '' ? [] : [{ from, to: from + own.length, text: own }]
  })
}
