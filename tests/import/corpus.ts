import { readFileSync } from 'node:fs'
import { importTalks } from '../../src/import/sessions/import-talks.ts'
import { readFiles } from '../../src/import/sessions/read-files.ts'
import type { TalksRead } from '../../src/import/sessions/talk.ts'
import { findShared } from '../shared-data.ts'

const files: readonly string[] = [
  'trajectories.jsonl',
  'dialogues/star.jsonl',
  'dialogues/sgd.jsonl',
  'dialogues/tau-bench.jsonl',
  'dialogues/tau2-bench.jsonl',
]
const shared = findShared(...files)

/**
 * The files of the corpus, if they exist. Without them the tests that need them are skipped, and their names
 * say so.
 */
export const corpus: { there: boolean; note: string; files: readonly string[] } = {
  there: shared.there,
  note: shared.note,
  files,
}

/** The conversations of one file, or every n-th. */
export function readCorpus(file: string, every = 1): TalksRead {
  const read = readings.get(file) ?? readFiles(shared.at(file), () => file)
  readings.set(file, read)
  return { ...read, talks: read.talks.filter((_, index) => index % every === 0) }
}

const readings = new Map<string, TalksRead>()

/** The text of a file. */
export function corpusText(file: string): string {
  return readFileSync(shared.at(file), 'utf8')
}

/** Imports every talk, with recordings. */
export function importAll({ talks }: TalksRead): ReturnType<typeof importTalks> {
  return importTalks(talks, {
    suite: 'Imported',
    schema: './suite.json',
    agent: null,
    keep: Number.MAX_SAFE_INTEGER,
    recordings: true,
    exact: true,
    custom: [],
  })
}
