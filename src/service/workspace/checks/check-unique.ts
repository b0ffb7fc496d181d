import type { WithPlace } from '../../../suite/yaml/place.ts'
import { type Reading, refuse } from '../../../suite/yaml/shape.ts'

/** Refuses every name that stands there before. `what` is the thing that it names: one would silently replace the other. */
export function checkUnique(names: readonly WithPlace<string>[], what: string, reading: Reading): void {
  const lines = new Map<string, number>()
  for (const { value, at } of names) {
    const line = lines.get(value)
    if (line === undefined) lines.set(value, at.line)
    else {
      const where = line === at.line ? 'one before it' : `that in line ${line}`
      refuse(reading, 'wrong-value', at, `the ${what} "${value}" is here twice`, `give it another name than ${where}`)
    }
  }
}
