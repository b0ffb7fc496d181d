/** How a time differs between the sides, in milliseconds, over all runs. */
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
  /** Where it lies with 95 % confidence; null where there are too few pairs to say. */
  interval: [from: number, to: number] | null
}
