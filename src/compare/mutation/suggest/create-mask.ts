import { maskValue } from '../../../engine/transcript/mask-volatile.ts'
import { startMasking, type VolatileFacts } from '../../../engine/transcript/volatile-facts.ts'
import { type Conceal, scopeOf } from '../../../engine/verdict/conceal.ts'
import type { Talk } from '../mutant/talk.ts'
import type { MaskTalks } from './suggest.ts'

/** What reports mask in values from talks, and what is another value whenever an agent is asked. */
export function createMask(conceal: Conceal | undefined): MaskTalks {
  const facts = new Map<Talk, VolatileFacts>()
  const factsOf = (talk: Talk): VolatileFacts => {
    const known =
      facts.get(talk) ??
      startMasking(
        talk.turns.flatMap(({ view }) => view.entries),
        [talk.session?.sessionId ?? null],
      )
    facts.set(talk, known)
    return known
  }
  return (value, talks) =>
    talks.reduce(
      (rest, talk) => {
        const { file, conversation } = talk.plan
        const steady = maskValue(rest, factsOf(talk))
        return conceal === undefined ? steady : conceal.rest(steady, scopeOf({ file, at: conversation.at }))
      },
      conceal === undefined ? value : conceal.rest(value),
    )
}
