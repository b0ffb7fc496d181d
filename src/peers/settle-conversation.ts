import { asserts, type DraftConversation } from './draft.ts'

/**
 * Makes a conversation one that can be read, and that never passes for nothing: what has no words yet, or holds the agent
 * to nothing, gets a TODO and is skipped until somebody fills it in. False where it has no turns at all.
 */
export function settleConversation(conversation: DraftConversation): boolean {
  const { turns, notes, origin } = conversation
  const last = turns.findLast(({ speaker }) => speaker !== 'wait')
  if (last === undefined) return false
  for (const turn of turns) {
    if (turn.speaker !== 'user' || turn.text !== '') continue
    turn.text = 'TODO: what the user says'
    skipFor(conversation, 'what the user says is not known: write it at TODO')
  }
  if (!turns.some(asserts)) {
    last.conditions.push({ contains: 'TODO: what the agent must say' })
    const why = 'it held the agent to nothing that a suite can hold it to: fill in the TODO, and take out skip'
    if (!notes.some((note) => note.why === why)) notes.push({ origin, kind: 'lost', what: conversation.name, why })
    skipFor(conversation, 'it asserts nothing yet: write what the agent must say at TODO')
  }
  return true
}

/** Skips a conversation, with every reason once. */
export function skipFor(conversation: DraftConversation, reason: string): void {
  const { skip } = conversation
  if (skip === null) conversation.skip = reason
  else if (!skip.split('; ').includes(reason)) conversation.skip = `${skip}; ${reason}`
}
