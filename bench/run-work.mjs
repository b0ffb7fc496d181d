import { join } from 'node:path'
import { checkCounts } from './check-counts.mjs'
import { measure } from './measure.mjs'
import { writeSuite } from './write-suite.mjs'

/**
 * Measures the contenders on one work, interleaved: every round runs each of them once, and each round begins with
 * another one. A first round warms the stub and the file cache and is thrown away.
 * @throws Error when a contender fails, or the stub heard anything but the work
 */
export async function runWork({ work, contenders, rounds, stub, folder, onRound }) {
  writeSuite(join(folder, 'work.yaml'), work)
  const runs = new Map(contenders.map(({ name }) => [name, []]))
  for (let round = 0; round <= rounds; round += 1) {
    for (let turn = 0; turn < contenders.length; turn += 1) {
      const contender = contenders[(round + turn) % contenders.length]
      const run = await runOnce({ work, contender, stub, folder })
      if (round > 0) runs.get(contender.name).push(run)
    }
    onRound(round)
  }
  return runs
}

async function runOnce({ work, contender, stub, folder }) {
  await stub.begin(work)
  const { command, args, env } = contender.command({ work, url: stub.url, suite: 'work.yaml' })
  const environment = { ...process.env, NODE_OPTIONS: '', ...env }
  const log = join(folder, 'output.txt')
  const { code, output, ...measured } = await measure({ command, args, env: environment, cwd: folder, log })
  const wrong = checkCounts(await stub.counts(), work, contender.fetches)
  if (code === 0 && wrong.length === 0) return measured
  const told = [`${contender.name} on ${work.name} ended with ${code}`, ...wrong, output]
  throw new Error(told.join('\n'))
}
