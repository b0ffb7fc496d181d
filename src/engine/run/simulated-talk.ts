import { toNormalForm } from '../../base/text/normal-form.ts'
import type { SimulatedTalk } from './simulated-shape.ts'

export type { SimulatedTalk } from './simulated-shape.ts'

/** Which card line would answer it; with `otherwise` the agent asked for something that it should not need. */
export function describeUnanswered({ turn, question }: SimulatedTalk['unanswered'][number], isMeant: boolean): string {
  if (isMeant) return `${askerOf(turn)} asked what only otherwise: answers: "${question}"`
  const line = `answers: [{ when: ${subjectOf(question)}, says: … }]`
  return `nothing on its card answers what ${askerOf(turn)} asked: "${question}"; write ${line}, or otherwise: where nobody should ask it`
}

/** Where a question stands: `turn 2`, counted from 1, or `the history`. */
export function askerOf(turn: number): string {
  return turn < 0 ? 'the history' : `turn ${turn + 1}`
}

/** What follows `your`, else its longest word; in other letters all of it, as any question may have that word. */
function subjectOf(question: string): string {
  if (/[^\p{Script=Latin}\p{P}\p{N}\p{S}\p{Z}\s]/u.test(toNormalForm(question, 'NFC')))
    return JSON.stringify(question.trim().replace(/[\p{P}\s]+$/u, ''))
  const subject =
    /\byour ((?:[\p{L}\p{N}]+ ?){1,3}?)(?= ?(?:[^\p{L}\p{N} ]|$)| (?:to|for|of|in|on|so|and|or|please)\b)/iu.exec(
      question,
    )?.[1]
  const words = question.match(/[\p{L}\p{M}]+/gu) ?? []
  return subject?.trim() ?? words.toSorted((one, other) => other.length - one.length)[0] ?? '/./'
}
