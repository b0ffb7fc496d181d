import { asserts, type Condition, type DraftConversation, type DraftTurn, expectItem, notesAt } from './draft.ts'

/**
 * Makes a conversation valid: where nothing of its own would be checked it gets a TODO and is skipped; `checked` says
 * whether its script checks anything, and `isOwnLost` whether only what it inherits is left. False without turns.
 */
export function completeConversation(
  conversation: DraftConversation,
  { checked = true, isOwnLost = false }: { checked?: boolean; isOwnLost?: boolean } = {},
): boolean {
  const { turns, notes, origin, shown, simulated } = conversation
  const last = turns.findLast(({ speaker }) => speaker !== 'wait')
  if (last === undefined) return simulated !== null
  for (const turn of turns) {
    if (turn.speaker !== 'user' || turn.text !== '') continue
    turn.text = 'TODO: what the user says'
    skipFor(conversation, 'what the user says is not known: write it at TODO')
  }
  if (simulated === null && Object.keys(shown).length === 0 && (isOwnLost || !turns.some(asserts))) {
    const whose = turns.some(asserts) ? 'its own' : 'its'
    last.conditions.push({ contains: 'TODO: what the agent must say' })
    const toDo = 'fill in the TODO, and take out skip'
    const why = checked ? `none of ${whose} checks can be expressed in a suite: ${toDo}` : `it checks nothing: ${toDo}`
    const kind = checked ? 'lost' : 'changed'
    if (!notes.some((note) => note.why === why)) notesAt(conversation, origin)(kind, conversation.name, why)
    skipFor(conversation, 'it asserts nothing yet: write what the agent must say at TODO')
  }
  allowSilence(conversation)
  return true
}

/** Relaxes `agent answers` where the peer goes on without one; turns that need an answer demand it themselves. */
function allowSilence(conversation: DraftConversation): void {
  const open = conversation.turns.filter((turn) => turn.speaker !== 'wait' && !needsAnswer(turn))
  const silent = open.filter(({ answered }) => !answered)
  if (silent.length === 0) return
  for (const turn of open) if (turn.answered) expectItem(turn, 'messages', { 'at least': 1 })
  conversation.laws['agent answers'] = 'the agent may stay silent where the imported script waits for no answer'
  const why = 'no answer has to come here, so the law agent answers is relaxed for this conversation'
  for (const turn of silent) notesAt(turn, turn.origin)('changed', turn.text || 'the agent opens', why)
}

/** Whether the expectations of a turn need an answer to hold: a negation holds for silence too. */
function needsAnswer({ conditions, items }: DraftTurn): boolean {
  const demands = (condition: Condition): boolean => Object.keys(condition).some((key) => !allowing.has(key))
  const { content = [], ...others } = items
  return Object.keys(others).length > 0 || [...conditions, ...(content as Condition[])].some(demands)
}

const allowing = new Set(['not', 'none', 'ignore case', 'ignore spaces'])

/** Skips a conversation, with every reason once. */
export function skipFor(conversation: DraftConversation, reason: string): void {
  const { skip } = conversation
  if (skip === null) conversation.skip = reason
  else if (!skip.split('; ').includes(reason)) conversation.skip = `${skip}; ${reason}`
}
