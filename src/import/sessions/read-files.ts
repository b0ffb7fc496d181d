import { join } from 'node:path'
import { lookAt } from '../../base/read-file.ts'
import { walkFiles } from '../../base/walk-files.ts'
import { readDocuments } from './read-documents.ts'
import { readTalks } from './read-talk.ts'
import type { TalksRead } from './talk.ts'

/** Every conversation in a file, or in the .json, .jsonl and .ndjson files below a folder; what is broken is listed beside. `show` gives a path as messages show it. */
export function readFiles(path: string, show: (path: string) => string): TalksRead {
  const all: TalksRead = { talks: [], refused: [] }
  const tell = (file: string, error: unknown): void => {
    const origin = { file: show(file), line: 1, column: 1 }
    const message = `the file cannot be read: ${(error as Error).message}`
    all.refused.push({ origin, message, hint: 'name a file that is there and may be read' })
  }
  for (const file of filesAt(path, tell)) {
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
      tell(file, error)
    }
  }
  return all
}

function filesAt(path: string, tell: (path: string, error: unknown) => void): string[] {
  if (lookAt(path)?.isDirectory() !== true) return [path]
  try {
    return walkFiles(path, (name) => name !== 'node_modules')
      .filter((name) => /\.(json|jsonl|ndjson)$/.test(name))
      .map((name) => join(path, name))
  } catch (error) {
    tell(path, error)
    return []
  }
}
