import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

/**
 * Runs that tests start keep no history and no journal in this repository (tests of those set their own), and
 * add no annotations to lines.
 */
const env = { TABLEREAD_HISTORY: 'off', TABLEREAD_JOURNAL: 'off', TABLEREAD_ANNOTATIONS: 'off' }

/**
 * What takes long because it plays very many cases, kills processes over and over, or waits on clocks that a busy machine
 * spoils: `npm run test:stress`, with fewer workers.
 */
const stress = [
  ...['bisect-commits', 'crash-safety', 'evaluator', 'judge-canaries', 'parser-fuzz', 'scale'],
  ...[
    'queue',
    'queue-follow',
    'queue-judges',
    'queue-kills',
    'queue-limits',
    'queue-sealed',
    'queue-silence',
    'queue-takeover',
  ],
  ...['comparison', 'contract-teeth', 'frameworks', 'hostile', 'reliability', 'service'].map(
    (folder) => `${folder}/**/*`,
  ),
].map((name) => `tests/${name}.test.ts`)

export default defineConfig({
  test: {
    pool: 'threads',
    // System tests spend half of their time waiting for processes and clocks, so a few more workers than
    // processors keep those busy.
    maxWorkers: availableParallelism() + 2,
    testTimeout: 60_000,
    // `npm run test:unit` leaves them out.
    tags: [{ name: 'slow', description: 'takes a second or more, or waits as long' }],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['src/**/*.test.ts'],
          setupFiles: ['tests/fresh-process.ts'],
          isolate: false,
          env,
        },
      },
      {
        extends: true,
        test: {
          name: 'system',
          include: ['tests/**/*.test.ts', 'suites/**/*.test.ts'],
          exclude: [...stress, '**/node_modules/**'],
          setupFiles: ['tests/fresh-process.ts'],
          isolate: false,
          env,
        },
      },
      {
        extends: true,
        test: {
          name: 'stress',
          testTimeout: 300_000,
          hookTimeout: 300_000,
          include: stress,
          exclude: ['**/node_modules/**'],
          setupFiles: ['tests/fresh-process.ts'],
          isolate: false,
          env,
        },
      },
    ],
  },
})
