import { duration } from '../../suite/language/budget.ts'
import { nodeFromJson } from '../../suite/yaml/node-from-json.ts'
import { UsageError } from './usage-error.ts'

/** The milliseconds that a flag names. @throws UsageError for what is no time */
export function readTime(flag: string, text: string): number {
  const ms = duration.read(nodeFromJson(text), { file: flag, problems: [] })
  if (ms !== undefined) return ms
  throw new UsageError(`${flag} ${text} is not a time`, 'write a number and a unit: 800ms, 3s, 2min')
}
