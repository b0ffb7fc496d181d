import { defineConfig } from 'vitest/config'

/** The tests that scripts/mutate.mjs names for what it changes. */
export default defineConfig({
  test: {
    pool: 'threads',
    isolate: false,
    include: JSON.parse(process.env.MUTANTS_TESTS ?? '[]'),
    testTimeout: 30_000,
    env: { TABLEREAD_HISTORY: 'off', TABLEREAD_JOURNAL: 'off' },
  },
})
