import type { Plugin } from 'vitest/config'
import type { Vitest } from 'vitest/node'
import type { RunSettled } from '../project/settings.ts'
import type { Chosen } from './choose-conversations.ts'
import { ReviewReporter } from './review-reporter.ts'
import type { ReviewSettings } from './review-settings.ts'

const watched = new WeakSet<Vitest>()

/**
 * Follows a run in the process that started it, whatever reporters a person chose: tells the workers how far each suite
 * is, and ends the run with the report and the snapshots that are obsolete. One for all projects.
 */
export function reviewPlugin(
  settled: RunSettled,
  chosen: Chosen | null,
  review: ReviewSettings,
  talks: string,
): Plugin {
  return {
    name: 'tableread:review',
    configureVitest({ vitest }) {
      if (watched.has(vitest)) return
      watched.add(vitest)
      const reporter = new ReviewReporter({ settled, whole: chosen === null, review, talks })
      vitest.config.reporters.push(reporter as never)
    },
  }
}
