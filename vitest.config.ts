import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    pool: 'threads',
    include: ['src/**/*.test.ts', 'tests/**/*.test.ts', 'suites/**/*.test.ts'],
    testTimeout: 30_000,
    // Runs that tests start keep no history in this repository; tests of the history name a file.
    env: { TABLEREAD_HISTORY: 'off' },
  },
})
