import type { Place } from '../../suite/yaml/place.ts'

/** The outcome of a simulated user, as in results. */
export interface SimulatedTalk {
  wants: string
  /** The place of `done when` in the script. */
  at: Place
  /** The seed it ran with, counted from 1; null if there was only one. */
  seed: number | null
  /**
   * `done`: its goal was reached. `gave up`, `out of patience`: the goal was missed. `fault`: the user itself
   * made a mistake. `cut`: the talk ended early, by a turn that failed or was not answered, a budget or a
   * signal.
   */
  ended: 'done' | 'gave up' | 'out of patience' | 'fault' | 'cut'
  /** More detail, where there is any. */
  why: string | null
  /** The law that the user would have broken, and the message it would have sent. */
  fault: { law: string; said: string | null } | null
  /** How many messages it sent, and how many it was allowed. */
  turns: number
  patience: number
  /** The agent's questions that nothing on the card answers, with the turn that asked, counted from 0. */
  unanswered: { turn: number; question: string }[]
  /** Deliberate mistakes, by turn; `mended` is the turn that corrected one. */
  slips: { turn: number; kind: string; mended: number | null }[]
  /** Whether the goal could be judged when the talk ended. */
  unclear: boolean
}

/**
 * Says why a talk with an unanswered question ended, and which card line would answer it. A card with
 * `otherwise` answers everything; the agent then asked for something that it should not need.
 */
export function describeUnanswered({ turn, question }: SimulatedTalk['unanswered'][number], isMeant: boolean): string {
  if (isMeant) return `turn ${turn + 1} asked what only otherwise: answers: "${question}"`
  const line = `answers: [{ when: ${subjectOf(question)}, says: … }]`
  return `nothing on its card answers what turn ${turn + 1} asked: "${question}"; write ${line}, or otherwise: where nobody should ask it`
}

/** The subject of a question, as a text that occurs in it: what follows `your`, else its longest word. */
function subjectOf(question: string): string {
  const named =
    /\byour ((?:[\p{L}\p{N}]+ ?){1,3}?)(?= ?(?:[^\p{L}\p{N} ]|$)| (?:to|for|of|in|on|so|and|or|please)\b)/iu.exec(
      question,
    )?.[1]
  const words = question.match(/\p{L}+/gu) ?? []
  return named?.trim() ?? words.toSorted((one, other) => other.length - one.length)[0] ?? '/./'
}
