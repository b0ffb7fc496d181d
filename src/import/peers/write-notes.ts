import { shorten } from '../../suite/yaml/write-yaml.ts'
import type { Note } from './draft/note.ts'

/** A comment for each thing that the suite does not say, or says otherwise; the file is named where it is another one. */
export function writeNotes(notes: readonly Note[], file: string): string[] {
  return notes.map(({ origin, kind, what, why }) => {
    const where = `${origin.file === file ? '' : `${origin.file} `}line ${origin.line}`
    return `# ${kind} (${where}) ${shorten(what)}: ${oneLine(why)}`
  })
}

/** Reasons may carry a piece of the file, and a comment ends with its line. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
}
