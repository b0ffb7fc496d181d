import { UsageError } from '../../project/usage-error.ts'

/** The flags that say how often a comparison runs, and how sure it must be. */
export interface CountFlags {
  repeat?: string
  alpha?: string
  untilSure?: boolean
  turnBudget?: string
}

/** How often to run, and how sure to be. */
export interface Counts {
  /** Null: as the scripts say. */
  pairs: number | null
  /** The level at which differences are called. */
  alpha: number
  untilSure: { pairs: number; turns: number } | null
}

/** Reads them. @throws UsageError for what is no number in its range */
export function readCounts({ repeat, alpha, untilSure, turnBudget }: CountFlags): Counts {
  if (turnBudget !== undefined && untilSure !== true)
    throw new UsageError('--turn-budget limits --until-sure, which is not there', 'add --until-sure')
  return {
    pairs: repeat === undefined ? null : readWhole('--repeat', repeat, 1_000),
    alpha: alpha === undefined ? 0.05 : readAlpha(alpha),
    untilSure:
      untilSure === true
        ? { pairs: 60, turns: turnBudget === undefined ? 5_000 : readWhole('--turn-budget', turnBudget, 10_000_000) }
        : null,
  }
}

function readWhole(flag: string, text: string, most: number): number {
  const count = Number(text)
  if (/^[1-9]\d*$/.test(text) && count <= most) return count
  throw new UsageError(`${flag} ${text} is not a whole number from 1 to ${most}`)
}

function readAlpha(text: string): number {
  const alpha = Number(text)
  if (/^0?\.\d+$/.test(text) && alpha > 0 && alpha <= 0.5) return alpha
  throw new UsageError(`--alpha ${text} is not a share between 0 and 0.5`, 'write 0.05 for one false alarm in twenty')
}
