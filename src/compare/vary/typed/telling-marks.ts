import type { Fact } from '../../../engine/transcript/facts/fact.ts'
import type { Span } from './span.ts'

/** Marks with something behind them in the same line: what ends a message tells nothing. */
const mark = /[.,!?;:…–—]+(?=[^\S\n]+\S)/gu

/** Words that answer: `no, cancel it` and `no cancel it` are two answers. */
export const answer: RegExp =
  /(?<![\p{L}\p{N}])(?:yes|yeah|yep|yup|no|nope|nah|ok|okay|sure|correct|right|ja|nein|doch|oui|non|si|sí)(?![\p{L}\p{N}])/iu
const answerBefore = new RegExp(`${answer.source}$`, 'iu')
const answerBehind = new RegExp(`^\\s*${answer.source}`, 'iu')
/** After a word that agrees, a mark before one of these tells nothing: `yes, please` and `yes please`. */
const courteous = /^\s*(?:please|thanks|thank you)(?![\p{L}\p{N}])/iu

/**
 * Marks on which the meaning of a text rests, so that without them it may say something else: beside a word that denies or answers, in
 * what comes after a denial in its sentence ("do not ship it, cancel it"), behind a number, and between two facts.
 */
export function tellingMarks(text: string, facts: readonly Fact[], denials: readonly Span[]): Span[] {
  return [...text.matchAll(mark)].flatMap(({ 0: found, index: from }) => {
    const span = { from, to: from + found.length }
    return isTelling(text, span, facts, denials) ? [span] : []
  })
}

function isTelling(text: string, { from, to }: Span, facts: readonly Fact[], denials: readonly Span[]): boolean {
  const [before, behind] = [text.slice(0, from), text.slice(to)]
  const next = to + behind.length - behind.trimStart().length
  if (/\p{N}\s*$/u.test(before) || answerBehind.test(behind)) return true
  if (answerBefore.test(before)) return !courteous.test(behind) || denials.some((each) => each.to === from)
  const sentence = Math.max(...['. ', '! ', '? ', '\n'].map((end) => before.lastIndexOf(end)))
  if (denials.some((each) => each.from === next || (each.from > sentence && each.to <= from))) return true
  return facts.some(({ at, text: own }) => at + own.length === from) && facts.some(({ at }) => at === next)
}
