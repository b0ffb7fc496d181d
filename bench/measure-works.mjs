import { join } from 'node:path'
import { contenders } from './contenders.mjs'
import { runWork } from './run-work.mjs'
import { works } from './works.mjs'

/** Every work, run by every contender: its sizes, and the measurements of each run. */
export async function measureWorks({ quick, only, peers, stub, folder, onRound }) {
  const chosen = works.filter((work) => work.name.includes(only) && (!quick || work.quick === true))
  if (chosen.length === 0) throw new Error(`no work has "${only}" in its name`)
  const measured = []
  for (const [index, work] of chosen.entries()) {
    const rounds = quick ? Math.ceil(work.rounds / 3) : work.rounds
    const peerRounds = quick ? Math.min(1, work.conversations > 100 ? 0 : work.peerRounds) : work.peerRounds
    const running = peers.filter(({ one }) => work.delayMs === 0 || one !== true)
    const done = await runWork({
      work,
      contenders: [...contenders, ...(peerRounds > 0 ? running : [])],
      rounds,
      peerRounds,
      stub,
      folder: join(folder, `work-${index}`),
      onRound: (round) => onRound(`${work.name}: round ${round} of ${rounds}`),
    })
    const entries = done.map(({ contender: { name, peer = false, config = false, one = false }, runs, failure }) => ({
      ...{ name, peer, config, one },
      runs,
      failure,
    }))
    measured.push({ work, rounds, entries })
  }
  return measured
}
