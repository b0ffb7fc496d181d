import { type Reading, refuse } from '../grammar/shape.ts'
import type { Script } from './script.ts'

/**
 * Refuses the parts of the language that are read but not run yet. Something that nobody does must never look like a
 * pass, so a script that uses one is broken until it is done.
 */
export function refuseUnready({ include }: Script, reading: Reading): void {
  const at = include?.[0]?.at
  if (at === undefined) return
  refuse(reading, 'not-ready', at, '"include" belongs to the language but cannot be run yet', 'take it out for now')
}
