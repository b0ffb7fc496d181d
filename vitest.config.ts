import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    pool: 'threads',
    include: ['src/**/*.test.ts', 'tests/**/*.test.ts', 'suites/**/*.test.ts'],
    testTimeout: 30_000,
    // Runs that tests start keep no history and no journal in this repository; tests of them name their own.
    env: { TABLEREAD_HISTORY: 'off', TABLEREAD_JOURNAL: 'off' },
  },
})
