import { quoteWord } from '../../base/json/quoting.ts'
import { longOf } from '../flags/flag.ts'
import { type GivenFlags, sharedFlags } from '../flags/shared-flags.ts'

/** Flags that decide what a conversation does; the last takes every word behind it. */
const repeatable = [
  ...(['target', 'workspace', 'config', 'seed', 'seeds', 'clock', 'timeLimit', 'tapes', 'ownedSinks'] as const),
  ...(['keepGoing', 'reconcile', 'allowDispatch', 'allowTools'] as const),
] as const

/** The flags of a command that may be among those, whatever else it has. */
type RepeatableFlags = GivenFlags<(typeof repeatable)[number]>

/** The flags to do the same again, quoted for a shell; not conversations, versions, result files or budgets. */
export function repeatedFlags(flags: RepeatableFlags): string[] {
  return repeatable.flatMap((name) => {
    const value = flags[name]
    const long = longOf(sharedFlags, name)
    if (typeof value === 'boolean') return value === long.startsWith('--no-') ? [] : [long]
    if (value === undefined || value.length === 0) return []
    const words = [value].flat().flatMap((each) => (typeof each === 'string' ? quoteWord(each) : []))
    return [long, ...words]
  })
}
