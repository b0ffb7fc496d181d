import { parseArgs } from 'node:util'
import { describeLoad, describeMachine } from '../machine.mjs'
import { printIdeal } from './ideal.mjs'
import { printLimit } from './limit.mjs'
import { printChaos } from './print-chaos.mjs'
import { printNights } from './simulate-night.mjs'

/**
 * `npm run bench:queue`: faults over eight workers, a changing limit, how close a queue comes to the ideal, and
 * simulated nights. It needs redis-server on PATH. `-- --only chaos`, `limit`, `ideal` or `night` runs one of them.
 */
const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true, default: ['chaos', 'limit', 'ideal', 'night'] },
    kills: { type: 'string', default: '50' },
    seed: { type: 'string', default: '1' },
    workers: { type: 'string', default: '8' },
    conversations: { type: 'string', default: '1000' },
    rounds: { type: 'string', default: '2' },
    /** When Redis writes to disk in *ideal*: `everysec` or `always`. */
    sync: { type: 'string', default: 'everysec' },
  },
})
const print = (line) => process.stdout.write(`${line}\n`)
const [kills, seed, workers, conversations, rounds] = ['kills', 'seed', 'workers', 'conversations', 'rounds'].map(
  (name) => Number(values[name]),
)
const parts = {
  chaos: () => printChaos({ kills, seed, workers }, print),
  limit: () => printLimit({ workers }, print),
  ideal: () => printIdeal({ conversations, rounds, sync: values.sync }, print),
  night: () => printNights({ seed }, print),
}

print(`${describeMachine()}; load ${describeLoad()}`)
for (const name of values.only) {
  const held = await parts[name]()
  if (!held) {
    print(`${name}: what docs/measurements-scale.md says did not hold`)
    process.exitCode = 1
  }
}
