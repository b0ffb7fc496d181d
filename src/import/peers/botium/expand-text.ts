import type { Note } from '../draft/note.ts'
import type { Origin } from '../draft/origin.ts'
import { type ConvoWords, expectPieces } from './convo-words.ts'
import type { Library } from './library.ts'
import type { Pieces } from './match-text.ts'

/** The texts that an expected text stands for: those of the utterances of that name, or itself. */
export function expandText(text: string, words: ConvoWords, library: Library, origin: Origin, notes: Note[]): Pieces[] {
  const utterances = library.utterances.get(text)
  if (utterances === undefined) return [expectPieces(text, words, origin, notes)]
  library.used.set(utterances.origin.file, origin.file)
  return utterances.texts.map((each) => expectPieces(each, words, utterances.origin, notes))
}
