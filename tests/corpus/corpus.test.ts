// @module-tag stress
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findShared } from '../shared-data.ts'
import { readDialogues } from './dialogue.ts'
import { lacking, mutate, mutationKinds } from './mutate.ts'
import { createPick } from './pick.ts'
import { replayAll } from './replay.ts'
import { explainSurvival } from './survival.ts'
import { toRecording } from './to-recording.ts'
import { countTraps } from './traps.ts'

const seed = Number(process.env.CORPUS_SEED ?? 20_261_121)
const shared = findShared('dialogues')
const corpora: [name: string, folder: string, there: boolean][] = [
  ['the committed sample', resolve(import.meta.dirname, 'sample'), true],
  ['the shared corpora', shared.at('dialogues'), shared.there],
]

describe.each(corpora)('%s', (name, folder, there) => {
  const absent = !there
  const dialogues = there ? readDialogues(folder) : new Map<string, never[]>()
  const recordings = [...dialogues.values()].flat().map(toRecording)

  it.skipIf(absent)('hold every trap of real recordings', () => {
    const traps = countTraps(recordings)
    console.log(`${name}: ${list(traps)}`)
    expect(Object.entries(traps).filter(([, count]) => count === 0)).toEqual([])
  })

  it.skipIf(absent)('replay over HTTP, and the suites generated from them are all green', async () => {
    const replays = recordings.map((recording) => ({ recording, pinned: recording }))
    const results = await replayAll(replays, 'http')
    const poor = results.filter(({ verdict }) => verdict !== 'passed')
    const lines = recordings.flatMap(({ turns }) => turns.map((turn) => turn.lines))
    const calls = lines.flat().filter(({ kind }) => kind === 'call')
    const green = poor.length === 0 ? 'all green' : `${results.length - poor.length} green`
    console.log(
      `corpus: ${recordings.length} dialogues, ${lines.length} turns, ${calls.length} calls: ${green} (${[...dialogues].map(([corpus, all]) => `${corpus} ${all.length}`).join(', ')})`,
    )
    expect(
      poor.map(({ name, verdict, turns, outcomes }) => {
        const missed = turns.flatMap((turn) => turn.outcomes.filter(({ verdict }) => verdict !== 'passed'))
        return [name, verdict, JSON.stringify([missed, outcomes]).slice(0, 600)]
      }),
    ).toEqual([])
    expect(results.length).toBe(recordings.length)
  })

  it.skipIf(absent)('fail at the mutated turn, whatever the agent does wrong there', async () => {
    const pick = createPick(seed)
    const attempts = recordings.flatMap((pinned) =>
      mutationKinds.map((kind) => ({ kind, pinned, mutant: mutate(pinned, kind, pick) })),
    )
    const pairs = attempts.flatMap(({ pinned, mutant }) => (mutant === null ? [] : [{ pinned, mutant }]))
    const replays = pairs.map(({ mutant, pinned }) => ({ recording: mutant.recording, pinned }))
    const results = await replayAll(replays, 'memory')
    const survivors = pairs.flatMap(({ mutant }, index) => explainSurvival(mutant, results[index]) ?? [])
    const caught = count(pairs.map(({ mutant }) => mutant.kind))
    const inapplicable = count(
      attempts.flatMap(({ kind, mutant }) => (mutant === null ? [`${kind} (${lacking[kind]})`] : [])),
    )
    console.log(
      `mutants: ${pairs.length - survivors.length} of ${pairs.length} failed at the mutated turn (by kind: ${list(caught)}; not applicable: ${list(inapplicable)}; seed ${seed})`,
    )
    expect(survivors).toEqual([])
    expect(pairs.length).toBeGreaterThan(recordings.length * 4)
  })
})

function count(names: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1
  return counts
}

function list(counts: Record<string, number>): string {
  const parts = Object.entries(counts).map(([name, number]) => `${name} ${number}`)
  return parts.length === 0 ? 'none' : parts.join(', ')
}
