/** How much the agent differs from itself, measured by running one version against itself. */
export interface NoiseFloor {
  /** Pairs of runs that were judged, and those of them where one passed and one failed. */
  pairs: number
  discordant: number
  /** Ids of the conversations that had such pairs. */
  conversations: string[]
  /** The middle half of the differences between two runs' turn times, in milliseconds; null without turns. */
  turnMs: [from: number, to: number] | null
  measuredAt: string
}
