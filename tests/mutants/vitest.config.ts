import { defineConfig } from 'vitest/config'

/** The tests that judge what `npm run mutants` changes: those beside the sources, and the table of verdicts that have to come. */
export default defineConfig({
  test: {
    pool: 'threads',
    include: [
      'src/{expect,compare,results}/**/*.test.ts',
      'tests/no-false-green.test.ts',
      'tests/evaluator/**/*.test.ts',
    ],
    testTimeout: 30_000,
    env: { TABLEREAD_HISTORY: 'off', TABLEREAD_JOURNAL: 'off' },
  },
})
