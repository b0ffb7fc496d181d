import type { Budgets } from '../../engine/verdict/allowance.ts'
import type { Config } from './config.ts'
import { readTime } from './read-time.ts'
import { UsageError } from './usage-error.ts'

/** The budgets of a run: flags over config over none. @throws UsageError for what is no number of turns or no time */
export function settleBudgets(
  flags: { maxTurns?: string; maxTime?: string },
  { maxTurns, maxTimeMs }: Pick<Config, 'maxTurns' | 'maxTimeMs'>,
): Budgets {
  return {
    turns: flags.maxTurns === undefined ? (maxTurns ?? null) : readTurns(flags.maxTurns),
    timeMs: flags.maxTime === undefined ? (maxTimeMs ?? null) : readTime('--max-time', flags.maxTime),
  }
}

function readTurns(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text)
  throw new UsageError(`--max-turns ${text} is not a whole number of at least 1`)
}
