import type { Fact } from '../../../engine/transcript/facts/fact.ts'

/** A range of a text in UTF-16 units; `to` is exclusive. */
export interface TextSpan {
  from: number
  to: number
}

/** Whether a range of a text overlaps any of the spans. */
export function touches(spans: readonly TextSpan[], { from, to }: TextSpan): boolean {
  return spans.some((span) => from < span.to && span.from < to)
}

/** Punctuation with something after it on the same line: at the end of a message it changes nothing. */
const mark = /[.,!?;:…–—]+(?=[^\S\n]+\S)/gu

/** Words that answer: `no, cancel it` and `no cancel it` are two different answers. */
export const answer: RegExp =
  /(?<![\p{L}\p{N}])(?:yes|yeah|yep|yup|no|nope|nah|ok|okay|sure|correct|right|ja|nein|doch|oui|non|si|sí)(?![\p{L}\p{N}])/iu
const answerBefore = new RegExp(`${answer.source}$`, 'iu')
const answerBehind = new RegExp(`^\\s*${answer.source}`, 'iu')
/** Between a word that agrees and one of these, punctuation changes nothing: `yes, please` and `yes please`. */
const courteous = /^\s*(?:please|thanks|thank you)(?![\p{L}\p{N}])/iu

/** Punctuation that meaning rests on: next to denials and answers, after numbers, between facts. In linear time. */
export function tellingMarks(text: string, facts: readonly Fact[], denials: readonly TextSpan[]): TextSpan[] {
  const begins = new Set(denials.map(({ from }) => from))
  const factBegins = new Set(facts.map(({ at }) => at))
  const factEnds = new Set(facts.map(({ at, text: own }) => at + own.length))
  const marks: TextSpan[] = []
  let [sentence, done, denied, lastDenial] = [0, 0, 0, -1]
  for (const { 0: own, index: from } of text.matchAll(mark)) {
    const to = from + own.length
    const line = text.slice(done, from).lastIndexOf('\n')
    if (line !== -1) sentence = done + line + 1
    for (let next = denials[denied]; next !== undefined && next.to <= from; next = denials[denied]) {
      lastDenial = next.from
      denied += 1
    }
    const behind = text.slice(to, to + reach)
    const next = to + behind.length - behind.trimStart().length
    const isAfterDenial = lastDenial >= sentence || begins.has(next)
    const isBetween = factEnds.has(from) && factBegins.has(next)
    if (isAfterDenial || isBetween || isBesideAnswer(text.slice(Math.max(0, from - reach), from), behind))
      marks.push({ from, to })
    if (/[.!?…]/u.test(own)) sentence = to
    done = to
  }
  return marks
}

/** How many characters on either side of a mark are examined. */
const reach = 24

function isBesideAnswer(before: string, behind: string): boolean {
  if (/\p{N}\s*$/u.test(before) || answerBehind.test(behind)) return true
  return answerBefore.test(before) && !courteous.test(behind)
}
