import type { RunSettings } from '../../../engine/perform-run.ts'
import type { RunListener } from '../../../engine/run-event.ts'
import { addressOf } from '../../../engine/verdict/address-of.ts'
import type { Plan } from '../../../suite/plan/plan.ts'
import type { Talk } from './talk.ts'

/** The conversations of a run that are on their way through tapes. */
export interface Talks {
  openAttempt: NonNullable<RunSettings['openAttempt']>
  /** Ends each talk with its conversation. */
  listen: RunListener
  /** What a person should know of them, a line each, in the order in which they ended. */
  notes: string[]
  /** The plans, by id, whose tape was no recording of what ran. */
  notComparable: Set<string>
}

/** Begins a talk with the first attempt at its plan, and lets go of it when the conversation is done. */
export function createTalks(begin: (plan: Plan) => Talk): Talks {
  const open = new Map<string, Talk>()
  const notes: string[] = []
  const notComparable = new Set<string>()
  return {
    notes,
    notComparable,
    async openAttempt(plan, index) {
      const talk = open.get(plan.id) ?? begin(plan)
      open.set(plan.id, talk)
      return talk.open(index)
    },
    listen(event) {
      if (event.kind !== 'conversation done') return
      const { id, name, version } = event.result
      const talk = open.get(id)
      open.delete(id)
      if (talk?.notComparable() === true) notComparable.add(id)
      for (const line of talk?.close(event.result) ?? [])
        notes.push(`${addressOf(event.result)} ${name} [${version}]: ${line}`)
    },
  }
}
