import { join } from 'node:path'
import { measure } from '../measure.mjs'
import { ratios, spread } from '../statistics.mjs'
import { format, table } from '../table.mjs'

const bin = join(import.meta.dirname, '../../bin/tableread.js')
const commands = {
  'node -e 0': ['-e', '0'],
  'tableread --version': [bin, '--version'],
  'tableread --help': [bin, '--help'],
  'tableread run --help': [bin, 'run', '--help'],
}
const limit = 1.4

/**
 * The time the command line takes to print its version and its help, compared with a Node that does nothing;
 * interleaved.
 */
export async function measureStart({ quick, folder, onRound }) {
  const rounds = quick ? 9 : 31
  const names = Object.keys(commands)
  const runs = Object.fromEntries(names.map((name) => [name, []]))
  for (let round = 0; round <= rounds; round += 1) {
    for (let place = 0; place < names.length; place += 1) {
      const name = names[(round + place) % names.length]
      const log = join(folder, 'start.txt')
      const env = { ...process.env, NODE_OPTIONS: '' }
      const { code, output, ...measured } = await measure({
        ...{ command: process.execPath, args: commands[name], env, cwd: folder, log },
        limitMs: 60_000,
      })
      if (code !== 0) throw new Error(`${name} ended with ${code}\n${output}`)
      if (round > 0) runs[name].push(measured)
    }
    onRound(`round ${round} of ${rounds}`)
  }
  return { rounds, runs }
}

/** The times in a table, with a target for the one command that does nothing else. */
export function reportStart({ rounds, runs }) {
  const times = (name) => runs[name].map(({ wallMs }) => wallMs)
  const over = (name) => ratios(times(name), times('node -e 0'))
  const rows = Object.keys(runs).map((name) => [
    `\`${name}\``,
    format(spread(times(name)), 0),
    name === 'node -e 0' ? '1' : format(over(name), 2),
  ])
  const targets = ['tableread --version'].map((name) => ({
    what: `\`${name}\` over a bare \`node -e 0\``,
    limit,
    actual: over(name).median,
    unit: '×',
  }))
  return { targets, text: `### Start\n\n${rounds} rounds.\n\n${table(['', 'wall, ms', '× bare'], rows)}`, pictures: {} }
}
