import type { Checks } from '../../src/engine/judge/check-run.ts'
import type { Bench } from './criteria.ts'
import { fails, holds, type Outcome, unjudged } from './outcome.ts'
import { callsOf, type Entries, replyText } from './transcript.ts'

/** What a function of the user's own gives back of a reply and the number of calls; `undefined` where it throws. */
const doubles: Record<string, (reply: string, calls: number) => unknown> = {
  './own.mjs#says_sorry': (reply) => reply.includes('Sorry'),
  './own.mjs#says_shipped': (reply) => ({ pass: reply.includes('shipped'), message: 'not a word of it' }),
  './own.mjs#calls': (_, calls) => calls > 0,
  './own.mjs#nothing': () => null,
  './own.mjs#text': () => 'true',
  './own.mjs#throws': () => undefined,
}

/** The checks that there are. */
export const checks: readonly string[] = Object.keys(doubles)

/** These functions, as the product is given them. */
export const ownChecks: Checks = {
  run: async ({ check }, subject) => {
    const turn = 'turns' in subject ? subject.turns.at(-1) : subject
    const answer = doubles[check]?.(turn?.reply ?? '', turn?.calls.length ?? 0)
    if (answer === undefined) throw new Error('it threw')
    return answer as never
  },
}

/** Asks functions about a turn, and records their outcomes: only `true`, `false` and `pass` say something. */
export function askChecks(
  bench: Bench,
  names: readonly string[],
  entries: Entries,
  note: (name: string, outcome: Outcome) => Outcome,
): void {
  for (const check of names) {
    const answer = doubles[check]?.(replyText(entries), callsOf(entries).length)
    const { pass } = typeof answer === 'object' && answer !== null ? (answer as { pass?: unknown }) : { pass: answer }
    bench.decided = true
    bench.outcomes.push(note('check', pass === true ? holds : pass === false ? fails : unjudged))
  }
}
