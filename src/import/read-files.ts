import { readdirSync, statSync } from 'node:fs'
import { join, sep } from 'node:path'
import { readDocuments } from './read-documents.ts'
import { readTalks } from './read-talk.ts'
import type { TalksRead } from './talk.ts'

/** Every conversation in a file, or in the .json, .jsonl and .ndjson files below a folder; what is broken is listed beside. `show` gives a path as messages show it. */
export function readFiles(path: string, show: (path: string) => string): TalksRead {
  const all: TalksRead = { talks: [], refused: [] }
  for (const file of filesAt(path)) {
    try {
      for (const document of readDocuments(file, show(file))) {
        if (!document.ok) all.refused.push(document.refused)
        else {
          const { talks, refused } = readTalks(document.value, document.text, document.origin)
          all.talks.push(...talks)
          all.refused.push(...refused)
        }
      }
    } catch (error) {
      const origin = { file: show(file), line: 1, column: 1 }
      const message = `the file cannot be read: ${(error as Error).message}`
      all.refused.push({ origin, message, hint: 'name a file that is there and may be read' })
    }
  }
  return all
}

function filesAt(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(json|jsonl|ndjson)$/.test(name) && !name.split(sep).includes('node_modules'))
    .sort()
    .map((name) => join(path, name))
}
