/** How much the agent differs from itself, measured by running one version against itself. */
export interface NoiseFloor {
  /** Judged pairs of runs, and how many of them had one pass and one failure. */
  pairs: number
  discordant: number
  /** Ids of the conversations that had such pairs. */
  conversations: string[]
  /** The middle half of the differences between two runs' turn times, in milliseconds; null without turns. */
  turnMs: [from: number, to: number] | null
  measuredAt: string
}
