import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkCounts } from '../../check-counts.mjs'
import { measure } from '../../measure.mjs'
import { startStub } from '../../start-stub.mjs'
import { writeSuites } from './write-suites.mjs'

const turns = 5
const command = join(import.meta.dirname, '../../../bin/tableread.js')

/**
 * Runs conversations of five turns, 64 at once, against the bench's stub, which counts what it receives:
 * first a tenth of them, then all, with only the terminal report and with the whole result as JSON. Prints
 * the memory of each run, and gives what went wrong.
 */
export async function runMany({ conversations, folder }) {
  const stub = await startStub()
  const wrong = []
  for (const count of [conversations / 10, conversations]) {
    for (const flags of [[], ['--json', join(folder, 'result.json')]]) {
      const name = `${count} conversations of ${turns} turns${flags.length === 0 ? '' : ' with --json <file>'}`
      wrong.push(...(await runOnce({ name, count, flags, stub, folder })))
    }
  }
  await stub.stop()
  return wrong
}

async function runOnce({ name, count, flags, stub, folder }) {
  const work = { conversations: count, turns, delayMs: 0 }
  writeSuites(join(folder, 'work'), work)
  await stub.begin(work)
  const args = ['run', 'work', '--target', stub.url, '--concurrency', '64', '--no-history', ...flags]
  const env = { ...process.env, NODE_OPTIONS: '', TABLEREAD_API_KEY: 'stub-key' }
  const log = join(folder, 'output.txt')
  const run = await measure({ command: process.execPath, args: [command, ...args], env, cwd: folder, log })
  const perSecond = Math.round((count * turns) / (run.wallMs / 1_000))
  console.log(
    `${name}: ${(run.wallMs / 1_000).toFixed(1)} s, ${perSecond} turns/s, at most ${Math.round(run.treeMb)} MB`,
  )
  const passed = readFileSync(log, 'utf8').includes(`${count} passed of ${count}`)
  return [
    ...(run.code === 0 ? [] : [`${name}: exit code ${run.code}: ${run.output.slice(-300)}`]),
    ...(passed ? [] : [`${name}: not all passed`]),
    ...checkCounts(await stub.counts(), work, 1).map((each) => `${name}: ${each}`),
  ]
}
