import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { importTalks } from '../../src/import/sessions/import-talks.ts'
import { readFiles } from '../../src/import/sessions/read-files.ts'
import type { TalksRead } from '../../src/import/sessions/talk.ts'

/** Real dialogues, beside the checkout; they are not a part of the repository. */
const folder = resolve(import.meta.dirname, '../../../shared/data')

/** The files of the corpus, and whether they are there: without them the tests that need them are skipped, and their names say so. */
export const corpus: { there: boolean; note: string; files: readonly string[] } = {
  there: existsSync(folder),
  note: existsSync(folder) ? '' : ' (skipped: ../shared/data is not here)',
  files: [
    'trajectories.jsonl',
    'dialogues/star.jsonl',
    'dialogues/sgd.jsonl',
    'dialogues/tau-bench.jsonl',
    'dialogues/tau2-bench.jsonl',
  ],
}

/** The conversations of one file, all of them, or every n-th. */
export function readCorpus(file: string, every = 1): TalksRead {
  const read = readFiles(resolve(folder, file), () => file)
  return { ...read, talks: read.talks.filter((_, index) => index % every === 0) }
}

/** The text of a file. */
export function corpusText(file: string): string {
  return readFileSync(resolve(folder, file), 'utf8')
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
