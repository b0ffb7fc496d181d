import { addTurn, type DraftConversation, startConversation } from '../draft/draft.ts'
import { settleConversation, skipFor } from '../draft/settle-conversation.ts'
import { applyBot } from './apply-bot.ts'
import { applyHook } from './apply-hook.ts'
import { applyMe } from './apply-me.ts'
import type { Convo } from './convo.ts'
import { type ConvoWords, namesIn } from './convo-words.ts'
import { includePartials } from './include-partials.ts'
import { isConditional, joinConditional } from './join-conditional.ts'
import { crossRows, type Library, numberRows } from './library.ts'
import type { Step } from './read-step.ts'

/** One convo as a conversation of a suite; null when nothing is said in it. */
export function draftConvo(convo: Convo, library: Library): DraftConversation | null {
  const conversation = startConversation(convo.name, convo.origin)
  const steps = includePartials(convo, library, conversation.notes)
  if (conversation.notes.length > 0) skipFor(conversation, 'a part of it is missing: write the turns that it included')
  const words: ConvoWords = { conversation, given: new Set(), captured: new Set(), spoken: new Map() }
  const rows = giveMemories(steps, words, library)
  for (let index = 0; index < steps.length; index += 1) {
    const step = steps[index]
    if (step === undefined) continue
    if (step.sender === 'me') rows.push(...applyMe(step, words, library))
    else if (step.sender === 'bot') {
      const turn =
        conversation.turns.findLast(({ speaker }) => speaker !== 'wait') ??
        addTurn(conversation, 'agent', '', step.origin)
      const alternatives = isConditional(step) ? steps.slice(index, endOfRun(steps, index)) : []
      if (alternatives.length > 0) joinConditional(alternatives, turn, words, library)
      else applyBot(step, turn, words, library)
      index += Math.max(0, alternatives.length - 1)
    } else for (const call of step.calls) applyHook(call, words, conversation.notes)
  }
  const crossed = crossRows(rows)
  conversation.parameters = numberRows(crossed.rows)
  if (crossed.cut) {
    const why =
      'there are more combinations of utterances and values than a conversation has rows: the first 200 are here'
    conversation.notes.push({ origin: convo.origin, kind: 'changed', what: convo.name, why })
  }
  return settleConversation(conversation) ? conversation : null
}

/** Conditional steps one after the other are alternatives. */
function endOfRun(steps: readonly Step[], from: number): number {
  const end = steps.findIndex((step, index) => index > from && !(step.sender === 'bot' && isConditional(step)))
  return end === -1 ? steps.length : end
}

/** Scripting memory gives values to a convo that names one of its variables: a case is a row. */
function giveMemories(steps: readonly Step[], words: ConvoWords, library: Library): Record<string, string>[][] {
  const texts = steps.flatMap(({ text, calls }) => [text ?? '', ...calls.flatMap(({ args }) => args)])
  const named = new Set(
    texts.flatMap((text) => [...namesIn(text), ...(library.utterances.get(text)?.texts.flatMap(namesIn) ?? [])]),
  )
  return library.memories.flatMap(({ rows, origin }) => {
    const columns = Object.keys(rows[0] ?? {}).filter((column) => named.has(column.replace(/^\$/, '')))
    if (columns.length === 0) return []
    library.used.set(origin.file, words.conversation.origin.file)
    for (const column of columns) words.given.add(column.replace(/^\$/, ''))
    return [
      rows.map((row) => Object.fromEntries(columns.map((column) => [column.replace(/^\$/, ''), row[column] ?? '']))),
    ]
  })
}
