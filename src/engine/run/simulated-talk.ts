import type { Place } from '../../suite/yaml/place.ts'

/** What became of a simulated user, as results have it. */
export interface SimulatedTalk {
  wants: string
  /** Where `done when` stands in the script. */
  at: Place
  /** The seed it ran with, counted from 1; null where it ran with one alone. */
  seed: number | null
  /**
   * `done`: its goal was reached. `gave up`, `out of patience`: the goal was missed. `fault`: a mistake of the user itself.
   * `cut`: the talk ended before, by a turn that failed or was not answered, a budget or a signal.
   */
  ended: 'done' | 'gave up' | 'out of patience' | 'fault' | 'cut'
  /** Why, where there is more to say. */
  why: string | null
  /** The law that it would have broken, and what it would have said. */
  fault: { law: string; said: string | null } | null
  /** How many messages it said, and how many it might. */
  turns: number
  patience: number
  /** Questions of the agent that nothing on the card answers, by the turn that asked them, counted from 0. */
  unanswered: { turn: number; question: string }[]
  /** Mistakes that were made on purpose, by turn; `mended` is the turn that mended one. */
  slips: { turn: number; kind: string; mended: number | null }[]
  /** Whether the goal could be judged when the talk ended. */
  unclear: boolean
}

/**
 * Why a talk ended in which a question stood without an answer, and the line of the card that would answer it. A card that says
 * `otherwise` has an answer to everything: then the agent asked for what it was not to get.
 */
export function describeUnanswered({ turn, question }: SimulatedTalk['unanswered'][number], isMeant: boolean): string {
  if (isMeant) return `turn ${turn + 1} asked what only otherwise: answers: "${question}"`
  const line = `answers: [{ when: ${subjectOf(question)}, says: … }]`
  return `nothing on its card answers what turn ${turn + 1} asked: "${question}"; write ${line}, or otherwise: where nobody should ask it`
}

/** What a question is about, as a text that is in it: what stands behind `your`, else its longest word. */
function subjectOf(question: string): string {
  const named =
    /\byour ((?:[\p{L}\p{N}]+ ?){1,3}?)(?= ?(?:[^\p{L}\p{N} ]|$)| (?:to|for|of|in|on|so|and|or|please)\b)/iu.exec(
      question,
    )?.[1]
  const words = question.match(/\p{L}+/gu) ?? []
  return named?.trim() ?? words.toSorted((one, other) => other.length - one.length)[0] ?? '/./'
}
