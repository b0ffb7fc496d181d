import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Hand-written Vitest tests with fetch: a concurrent test per conversation, no isolation. */
export const plainVitest = {
  name: 'Vitest and fetch',
  packages: [],
  write({ work, url, folder }) {
    const settings = JSON.stringify({ url, conversations: work.conversations, turns: work.turns })
    const test = join(import.meta.dirname, 'vitest-suite.mjs')
    writeFileSync(join(folder, 'work.test.mjs'), `import { declare } from '${test}'\ndeclare(${settings})\n`)
    const config = { pool: 'threads', isolate: false, maxConcurrency: work.concurrency, testTimeout: 60_000 }
    const text = `export default ${JSON.stringify({ test: { ...config, include: ['work.test.mjs'] } })}\n`
    writeFileSync(join(folder, 'vitest.config.mjs'), text)
  },
  command: ({ folder }) => ({
    args: [join(import.meta.dirname, '../../node_modules/vitest/vitest.mjs'), 'run', '--root', folder],
    env: { CI: 'true' },
  }),
}
