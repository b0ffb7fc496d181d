import { parseArgs } from 'node:util'
import { describeLoad, describeMachine } from '../machine.mjs'
import { printChaos } from './print-chaos.mjs'

/**
 * `npm run bench:queue`: kills over eight workers, a limit that changes, and how near to the ideal a queue comes. It needs
 * redis-server on PATH. `--only chaos`, `limit`, `ideal` or `night` does one of them.
 */
const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    kills: { type: 'string', default: '50' },
    seed: { type: 'string', default: '1' },
    workers: { type: 'string', default: '8' },
  },
})
const print = (line) => process.stdout.write(`${line}\n`)
const does = (name) => values.only === undefined || values.only === name

print(`${describeMachine()}; load ${describeLoad()}`)
let held = true
if (does('chaos')) {
  const [kills, seed, workers] = [values.kills, values.seed, values.workers].map(Number)
  held = await printChaos({ kills, seed, workers }, print)
}
process.exitCode = held ? 0 : 1
