import { hideSecrets } from '../../base/privacy/patterns.ts'
import type { DraftSuite, Note } from './draft/draft.ts'

/** A suite whose notes, which are written into it and reported, show no secrets. */
export function withoutSecrets(suite: DraftSuite): DraftSuite {
  const hide = (notes: readonly Note[]): Note[] =>
    notes.map((note) => ({ ...note, what: hideSecrets(note.what, '(hidden)') }))
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
