import { join } from 'node:path'
import { measure } from '../measure.mjs'
import { writeWorkspace } from '../service/work.mjs'
import { spread } from '../statistics.mjs'
import { format, table } from '../table.mjs'
import { writeSuites } from '../write-suite.mjs'

const bin = join(import.meta.dirname, '../../bin/tableread.js')
const files = 1_000
const limit = 3

/**
 * `tableread lint` on a folder of 1,000 suites, each with one conversation of 5 turns, with and without the
 * agents' blueprints.
 */
export async function measureLint({ quick, folder, onRound }) {
  const suites = join(folder, 'suites')
  writeSuites(folder, { conversations: files, turns: 5, perFile: 1 })
  const workspace = writeWorkspace(folder)
  const ways = { 'files only': ['--no-blueprints'], 'against blueprints': ['--workspace', workspace] }
  const rounds = quick ? 1 : 5
  const runs = Object.fromEntries(Object.keys(ways).map((name) => [name, []]))
  for (let round = 1; round <= rounds; round += 1) {
    for (const [name, flags] of Object.entries(ways)) {
      const env = { ...process.env, NODE_OPTIONS: '' }
      const { code, output, ...measured } = await measure({
        ...{ command: process.execPath, args: [bin, 'lint', suites, ...flags], env, cwd: folder },
        ...{ log: join(folder, 'lint.txt'), limitMs: 120_000 },
      })
      if (code !== 0) throw new Error(`lint ended with ${code}\n${output}`)
      runs[name].push(measured)
    }
    onRound(`round ${round} of ${rounds}`)
  }
  return { rounds, runs }
}

/** The times in a table; the target is for the slower way. */
export function reportLint({ rounds, runs }) {
  const of = (name, field) => spread(runs[name].map((run) => run[field]))
  const names = Object.keys(runs)
  const rows = names.map((name) => [
    name,
    format(of(name, 'wallMs'), 0),
    format(of(name, 'cpuMs'), 0),
    format(of(name, 'treeMb'), 0),
  ])
  const actual = Math.max(...names.map((name) => of(name, 'wallMs').median)) / 1_000
  const targets = [{ what: '`lint` of 1,000 suite files', limit, actual, unit: ' s' }]
  const head = ['', 'wall, ms', 'processor, ms', 'process tree, MB']
  return { targets, text: `### Lint of 1,000 suite files\n\n${rounds} rounds.\n\n${table(head, rows)}`, pictures: {} }
}
