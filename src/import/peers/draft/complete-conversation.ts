import { asserts, type Condition, type DraftConversation, type DraftTurn, expectItem } from './draft.ts'

/**
 * Makes a conversation valid, and keeps it from passing without checking anything: where words are missing, or
 * nothing is expected of the agent, it gets a TODO and is skipped until somebody fills it in. False if it has
 * no turns at all.
 */
export function completeConversation(conversation: DraftConversation): boolean {
  const { turns, notes, origin, shown, simulated } = conversation
  const last = turns.findLast(({ speaker }) => speaker !== 'wait')
  if (last === undefined) return simulated !== null
  for (const turn of turns) {
    if (turn.speaker !== 'user' || turn.text !== '') continue
    turn.text = 'TODO: what the user says'
    skipFor(conversation, 'what the user says is not known: write it at TODO')
  }
  if (simulated === null && Object.keys(shown).length === 0 && !turns.some(asserts)) {
    last.conditions.push({ contains: 'TODO: what the agent must say' })
    const why = 'none of its checks can be expressed in a suite: fill in the TODO, and take out skip'
    if (!notes.some((note) => note.why === why)) notes.push({ origin, kind: 'lost', what: conversation.name, why })
    skipFor(conversation, 'it asserts nothing yet: write what the agent must say at TODO')
  }
  allowSilence(conversation)
  return true
}

/**
 * Relaxes the law `agent answers` where the peer goes on without an answer, since the law would demand an
 * optional one. Turns that need an answer then demand it themselves.
 */
function allowSilence(conversation: DraftConversation): void {
  const talk = conversation.turns.filter(({ speaker }) => speaker !== 'wait')
  const open = talk.filter((turn) => !needsAnswer(turn))
  const silent = open.filter(({ answered }) => !answered)
  const [first] = silent
  if (first === undefined) return
  for (const turn of open) if (turn.answered) expectItem(turn, 'messages', { 'at least': 1 })
  conversation.laws['agent answers'] = 'the agent may stay silent where the imported script waits for no answer'
  for (const { origin, text, notes } of silent) {
    const why = 'no answer has to come here, so the law agent answers is relaxed for this conversation'
    notes.push({ origin, kind: 'changed', what: text === '' ? 'the agent opens' : text, why })
  }
}

/** Whether the expectations of a turn need an answer to hold: a negation holds for silence too. */
function needsAnswer({ conditions, items }: DraftTurn): boolean {
  const demands = (condition: Condition): boolean => Object.keys(condition).some((key) => !allowing.has(key))
  return (
    conditions.some(demands) ||
    Object.entries(items).some(
      ([kind, matchers]) => kind !== 'content' || matchers.some((each) => demands(each as Condition)),
    )
  )
}

const allowing = new Set(['not', 'none', 'ignore case', 'ignore spaces'])

/** Skips a conversation, with every reason once. */
export function skipFor(conversation: DraftConversation, reason: string): void {
  const { skip } = conversation
  if (skip === null) conversation.skip = reason
  else if (!skip.split('; ').includes(reason)) conversation.skip = `${skip}; ${reason}`
}
