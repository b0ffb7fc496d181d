// Measures how well approvals hold, and prints the row of docs/measurements.md: node bench/reviews.mjs [drafts]
import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')
const args = ['vitest', 'run', '--project', 'stress', 'tests/comparison/reviews.test.ts', '--reporter=dot']
const { status } = spawnSync('npx', args, {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, TABLEREAD_DRAFTS: process.argv[2] ?? '20', NO_COLOR: '1' },
})
process.exitCode = status ?? 1
