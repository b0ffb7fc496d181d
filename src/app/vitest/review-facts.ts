import type { RunSettled } from '../project/settings.ts'
import type { ReviewSettings } from './review-settings.ts'

/** What a run is followed with. `whole`: all conversations were asked for. */
export interface ReviewFacts {
  settled: RunSettled
  whole: boolean
  review: ReviewSettings
  /** Where this run of Vitest keeps its talks. */
  talks: string
}
