import { defineConfig } from 'vitest/config'

/** Runs the tests that scripts/mutate.mjs selects for the code it mutates. */
export default defineConfig({
  test: {
    pool: 'threads',
    isolate: false,
    include: JSON.parse(process.env.MUTANTS_TESTS ?? '[]'),
    testTimeout: 30_000,
    strictTags: false, // the tiers of tests mean nothing here
    env: { TABLEREAD_HISTORY: 'off', TABLEREAD_JOURNAL: 'off' },
  },
})
