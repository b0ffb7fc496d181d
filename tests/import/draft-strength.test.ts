// @module-tag stress
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readFiles } from '../../src/import/sessions/read-files.ts'
import type { Talk } from '../../src/import/sessions/talk.ts'
import { corpus, importAll, readCorpus } from './corpus.ts'
import { describeStrength, measureStrength, type Noticed } from './draft-strength.ts'
import { type Change, changes } from './mutate-recording.ts'
import { plansOf } from './replay-recordings.ts'

/** TABLEREAD_IMPORT_ALL=1 changes every dialogue instead of a sample. */
const every = process.env.TABLEREAD_IMPORT_ALL === '1' ? 1 : 10
const sample = resolve(import.meta.dirname, '../corpus/sample')
const own: Source = ['the sample in the repository', () => readFiles(sample, (file) => file).talks]
const shared = corpus.files.map((file): Source => [file, () => readCorpus(file, every).talks])

type Source = [name: string, read: () => Talk[]]

/** The minimum share of changes that drafts have to notice. */
const floors: Record<Change, number> = {
  'dropped call': 0.95,
  'renamed call': 0.95,
  'duplicated call': 0.95,
  'added call': 0.95,
  'wrong argument': 0.95,
  phase: 0.95,
  is_error: 0.95,
  'changed digit': 0.8,
}

/** Prints what drafts of each source notice, and returns the shares over all sources. */
async function shareOf(sources: readonly Source[]): Promise<Record<Change, number>> {
  const all: Noticed[][] = []
  for (const [name, read] of sources) {
    const talks = read()
    const imported = await importAll({ talks, refused: [] })
    expect([imported.conversations, imported.refused]).toEqual([talks.length, []])
    const strength = await measureStrength(imported, { seed: 20_261_121, times: Math.ceil(100 / talks.length) })
    console.log(`${name}, ${talks.length} dialogues\n${describeStrength(strength)}`)
    all.push(changes.map((kind) => strength[kind]))
  }
  const sum = (of: 'made' | 'noticed', index: number): number =>
    all.reduce((total, each) => total + (each[index]?.[of] ?? 0), 0)
  const shares = changes.map((kind, index) => [kind, sum('noticed', index) / sum('made', index)] as const)
  return Object.fromEntries(shares) as Record<Change, number>
}

describe('drafts beside agents that do otherwise than they were recorded', () => {
  const holds = async (sources: readonly Source[]): Promise<void> => {
    const shares = await shareOf(sources)
    expect(changes.filter((kind) => !(shares[kind] >= floors[kind])).map((kind) => [kind, shares[kind]])).toEqual([])
  }
  it('notice the most of it in the sample', () => holds([own]))
  it.skipIf(!corpus.there)(`notice the most of it in real dialogues${corpus.note}`, () => holds(shared))
  it('pin no question mark and no lone digit, which stand in most replies', async () => {
    const imported = await importAll({ talks: readFiles(sample, (file) => file).talks, refused: [] })
    expect(plansOf(imported.text).length).toBe(imported.conversations)
    expect(imported.text).not.toMatch(/contains: "\?"|contains: "\d"/)
  })
})
