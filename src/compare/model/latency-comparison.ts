/** How one time differs between the sides over all runs, in milliseconds. */
export interface LatencyComparison {
  subject: 'turn' | 'reply' | 'tool'
  /** The tool, where the subject is one. */
  tool: string | null
  /** The turn of the script, from 0; null for all turns together. */
  turn: number | null
  a: number[]
  b: number[]
  /** Median of b minus a over pairs; null without pairs. */
  difference: number | null
  /** Its 95 % confidence interval; null where there are too few pairs for one. */
  interval: [from: number, to: number] | null
}
