import { replaceKeys } from '../../privacy/patterns.ts'
import type { DraftSuite, Note } from './draft/draft.ts'

/** A name that says what follows it is a secret, and that: `"apiKey": "…"`, `Authorization|Bearer …`. */
const named =
  /((?:api[-_]?key|secret|password|passwd|token|authorization|credentials?)["']?\s{0,9}[:=|]\s{0,9}["']?(?:(?:bearer|basic)\s{1,9})?)[^\s"'|,}]{1,2000}/gi

/** A text for a note, without keys and without what stands after a name such as `apiKey`. */
export function hideSecrets(text: string): string {
  return replaceKeys(text.replace(named, '$1(hidden)'), '(hidden)')
}

/** A suite whose notes, which are written into it and reported, show no secrets. */
export function withoutSecrets(suite: DraftSuite): DraftSuite {
  const hide = (notes: readonly Note[]): Note[] => notes.map((note) => ({ ...note, what: hideSecrets(note.what) }))
  return {
    ...suite,
    notes: hide(suite.notes),
    conversations: suite.conversations.map((conversation) => ({
      ...conversation,
      notes: hide(conversation.notes),
      turns: conversation.turns.map((turn) => ({ ...turn, notes: hide(turn.notes) })),
    })),
  }
}
