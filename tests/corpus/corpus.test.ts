import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { ConversationResult } from '../../src/results/conversation-result.ts'
import { readDialogues } from './dialogue.ts'
import { type Mutant, mutate, mutationKinds } from './mutate.ts'
import { replayAll } from './replay.ts'
import { toRecording } from './to-recording.ts'

const seed = 20_261_121
const shared = readDialogues(resolve(import.meta.dirname, '../../../shared/data/dialogues'))
const sample = readDialogues(resolve(import.meta.dirname, 'sample'))
const corpora = shared.size > 0 ? shared : sample

if (shared.size === 0) console.warn('../shared/data is not there: only the committed sample of dialogues is replayed')

const recordings = [...corpora.values()].flat().map(toRecording)

/** A small generator with a fixed seed, so that every run mutates the same turns. */
function createPick(): (count: number) => number {
  let state = seed
  return (count) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state % Math.max(1, count)
  }
}

const callCount = recordings.reduce(
  (sum, { turns }) => sum + turns.flatMap(({ lines }) => lines.filter(({ kind }) => kind === 'call')).length,
  0,
)
const turnCount = recordings.reduce((sum, { turns }) => sum + turns.length, 0)
const tally = (results: readonly ConversationResult[]) => results.filter(({ verdict }) => verdict === 'passed').length

describe('recorded dialogues', () => {
  it('replay over HTTP, and the suites generated from them are all green', async () => {
    const results = await replayAll(recordings.map((recording) => ({ recording, pinned: recording })))
    const poor = results.filter(({ verdict }) => verdict !== 'passed')
    console.log(
      `corpus: ${tally(results)} of ${recordings.length} dialogues green, ${turnCount} turns, ${callCount} calls (${[...corpora].map(([name, all]) => `${name} ${all.length}`).join(', ')})`,
    )
    expect(
      poor.map(({ name, turns, outcomes }) => [
        name,
        JSON.stringify([
          turns.flatMap((turn) => turn.outcomes.filter(({ verdict }) => verdict !== 'passed')),
          outcomes,
        ]).slice(0, 600),
      ]),
    ).toEqual([])
    expect(results.length).toBeGreaterThan(0)
  }, 300_000)

  it('fail at the mutated turn, whatever the agent does wrong there', async () => {
    const pick = createPick()
    const mutants = recordings.flatMap((pinned) =>
      mutationKinds.flatMap((kind) =>
        [mutate(pinned, kind, pick)].flatMap((mutant) => (mutant === null ? [] : [{ mutant, pinned }])),
      ),
    )
    const results = await replayAll(mutants.map(({ mutant, pinned }) => ({ recording: mutant.recording, pinned })))
    const survivors = mutants.flatMap(({ mutant }, index) => survival(mutant, results[index]))
    const counts = mutationKinds.map((kind) => `${kind} ${mutants.filter(({ mutant }) => mutant.kind === kind).length}`)
    const inapplicable = recordings.length * mutationKinds.length - mutants.length
    console.log(
      `mutants: ${mutants.length - survivors.length} of ${mutants.length} failed at the mutated turn (${counts.join(', ')}; ${inapplicable} not applicable; seed ${seed})`,
    )
    expect(survivors).toEqual([])
    expect(mutants.length).toBeGreaterThan(recordings.length)
  }, 300_000)
})

/** Why a mutant was not caught as it should be; nothing when it failed at its turn, at a place inside that turn. */
function survival({ kind, turn, recording }: Mutant, result: ConversationResult | undefined): string[] {
  const first = result?.turns.find(({ verdict }) => verdict !== 'passed')
  const places = first?.outcomes.filter(({ verdict }) => verdict === 'failed').map(({ at }) => at.line) ?? []
  const [from, to] = [result?.turns[turn]?.at.line ?? 0, result?.turns[turn + 1]?.at.line ?? Number.POSITIVE_INFINITY]
  const caught =
    result?.verdict === 'failed' &&
    first?.verdict === 'failed' &&
    first.index === turn &&
    places.some((line) => line >= from && line < to)
  return caught
    ? []
    : [`${recording.id}: ${kind} at turn ${turn + 1} came out ${result?.verdict} at turn ${(first?.index ?? -1) + 1}`]
}
