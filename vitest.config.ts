import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

/** Runs that tests start keep no history and no journal in this repository; tests of them name their own. */
const env = { TABLEREAD_HISTORY: 'off', TABLEREAD_JOURNAL: 'off' }

export default defineConfig({
  test: {
    pool: 'threads',
    // Most system tests wait for processes and clocks, so one worker more than there are processors keeps them busy.
    maxWorkers: availableParallelism() + 1,
    testTimeout: 30_000,
    projects: [
      {
        extends: true,
        test: { name: 'unit', include: ['src/**/*.test.ts'], isolate: false, env },
      },
      {
        extends: true,
        test: { name: 'system', include: ['tests/**/*.test.ts', 'suites/**/*.test.ts'], isolate: false, env },
      },
    ],
  },
})
