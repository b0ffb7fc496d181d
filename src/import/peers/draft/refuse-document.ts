import type { Refused } from './note.ts'
import { originAt } from './read-members.ts'
import type { SourceFile } from './source-file.ts'

/** Why the YAML or JSON of a file cannot be read; none where it can. */
export function refuseDocument({ name, document }: SourceFile): Refused[] {
  if (document === null) {
    const origin = { file: name, line: 1, column: 1 }
    return [{ origin, message: 'this is neither YAML nor JSON', hint: 'name a file that ends in .yaml, .yml or .json' }]
  }
  if (document.ok) return []
  return document.problems.map(({ at, message, hint }) => ({
    origin: originAt(name, at),
    message,
    hint: hint ?? 'mend the file, and import it again',
  }))
}
