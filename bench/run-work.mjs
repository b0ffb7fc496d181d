import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { runOnce } from './run-once.mjs'

/**
 * Measures the contenders on one work, interleaved: every round runs each of them once, starting with a
 * different one. A first round warms up the stub and the file cache and is discarded; third-party tools take
 * part only in the first rounds. Gives `{ contender, runs, failure }` for each: a third-party tool that fails
 * is reported and left out.
 * @throws Error when one of our own fails
 */
export async function runWork({ work, contenders, rounds, peerRounds, stub, folder, onRound }) {
  const { oneRounds = peerRounds } = work
  const roundsOf = ({ peer, one }) =>
    peer !== true ? rounds : one === true ? Math.min(oneRounds, peerRounds) : peerRounds
  const all = contenders.map((contender, index) => ({
    contender,
    folder: prepare({ contender, work, url: stub.url, folder: join(folder, String(index)) }),
    left: roundsOf(contender),
    runs: [],
    failure: null,
  }))
  for (let round = 0; round <= rounds; round += 1) {
    for (let place = 0; place < all.length; place += 1) {
      const each = all[(round + place) % all.length]
      const warming = round === 0
      const wanted = warming ? each.contender.peer !== true : each.left > 0 && each.failure === null
      if (wanted) await runInto(each, { work, stub, warming })
    }
    onRound(round)
  }
  return all.map(({ contender, runs, failure }) => ({ contender, runs, failure }))
}

function prepare({ contender, work, url, folder }) {
  mkdirSync(folder, { recursive: true })
  contender.write({ work, url, folder })
  return folder
}

async function runInto(each, { work, stub, warming }) {
  try {
    const run = await runOnce({ work, contender: each.contender, stub, folder: each.folder })
    if (warming) return
    each.runs.push(run)
    each.left -= 1
  } catch (error) {
    if (each.contender.peer !== true) throw error
    each.failure = error.message
  }
}
