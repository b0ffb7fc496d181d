import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { alter } from './alter.ts'
import { readDialogues } from './dialogue.ts'
import { mutate, mutationKinds } from './mutate.ts'
import { createPick } from './pick.ts'
import { toRecording } from './to-recording.ts'

const recordings = [...readDialogues(resolve(import.meta.dirname, 'sample')).values()].flat().map(toRecording)

describe('mutate', () => {
  it.each(mutationKinds)('%s: changes the turn it names, none before it, and leaves the original alone', (kind) => {
    const pick = createPick(1)
    for (const recording of recordings) {
      const before = structuredClone(recording)
      const mutant = mutate(recording, kind, pick)
      expect(recording).toEqual(before)
      if (mutant === null) continue
      const changed = mutant.recording.turns.findIndex(
        (turn, index) => JSON.stringify(turn) !== JSON.stringify(recording.turns[index]),
      )
      expect([recording.id, changed]).toEqual([recording.id, mutant.turn])
    }
  })

  it('makes the same mutants from the same seed, and others from another', () => {
    const all = (seed: number): string => {
      const pick = createPick(seed)
      return JSON.stringify(recordings.map((recording) => mutationKinds.map((kind) => mutate(recording, kind, pick))))
    }
    expect(all(1)).toBe(all(1))
    expect(all(1)).not.toBe(all(2))
  })

  it('has no mutant where nothing can be mutated', () => {
    const silent = { id: 'silent', turns: [{ lines: [] }] }
    const possible = mutationKinds.filter((kind) => mutate(silent, kind, createPick(1)) !== null)
    expect(possible).toEqual(['add a destructive call'])
  })

  it('swaps no outputs that are the same JSON', () => {
    const call = { kind: 'call' as const, name: 'look_up', arguments: {} }
    const lines = [
      { ...call, output: '{"a":1,"b":2}' },
      { ...call, output: '{ "b": 2, "a": 1 }' },
    ]
    expect(mutate({ id: 'same', turns: [{ user: 'Hi', lines }] }, 'swap two outputs', createPick(1))).toBeNull()
  })
})

describe('alter', () => {
  it('gives no value that equals the one it began with', () => {
    for (const value of ['', 'a', '21', ' ', 0, -0.5, 7, true, null, [], ['a', 1], {}, { a: { b: [null] } }]) {
      expect(alter(value).map((each) => JSON.stringify(each))).not.toContain(JSON.stringify(value))
    }
  })
})
