import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

/**
 * Runs that tests start keep no history and no journal in this repository (tests of those set their own), add no
 * annotations to lines, and answer as they do outside of CI, wherever the tests themselves are run.
 */
const env = { TABLEREAD_HISTORY: 'off', TABLEREAD_JOURNAL: 'off', TABLEREAD_ANNOTATIONS: 'off', CI: '' }

/** The test files below a folder, sorted; those of installed packages are not ours. */
const testsIn = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true })
    .flatMap((entry) => {
      const path = `${folder}/${entry.name}`
      if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : testsIn(path)
      return path.endsWith('.test.ts') ? [path] : []
    })
    .sort()

/**
 * What takes long because it plays very many cases, kills processes over and over, or starts Vitest and browsers: tagged
 * `stress`, a test by its options and a whole file by a comment. The tier reads no file that has no such test, and the
 * others read no file that has nothing else.
 */
const texts = ['src', 'suites', 'tests'].flatMap(testsIn).map((path) => ({ path, text: readFileSync(path, 'utf8') }))
const whole = texts.filter(({ text }) => /^\/\/ @module-tag stress$/m.test(text)).map(({ path }) => path)
const inPart = texts
  .filter(({ path, text }) => /\btags: 'stress'|\/tiers\.fixture\.ts'/.test(text) && !whole.includes(path))
  .map(({ path }) => path)

export default defineConfig({
  test: {
    pool: 'threads',
    // Some tests wait for processes and clocks, so one more worker than processors keeps those busy; each loads the code.
    maxWorkers: availableParallelism() + 1,
    // The limits of a tier are stated here: long enough for a busy machine, where only what hangs reaches them.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    // `npm run test:unit` leaves out both, and `npm test` what is tagged `stress`.
    tags: [
      { name: 'slow', description: 'takes half a second or more, or waits as long' },
      { name: 'stress', description: 'takes seconds, or plays a long list', timeout: 300_000 },
    ],
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
          exclude: [...whole, '**/node_modules/**'],
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
          include: [...whole, ...inPart],
          exclude: ['**/node_modules/**'],
          setupFiles: ['tests/fresh-process.ts'],
          // Each file in a thread of its own: what one takes of memory, or leaves running, is nobody else's.
          isolate: true,
          env,
        },
      },
    ],
  },
})
