import type { DraftTurn } from '../draft/draft.ts'

import { negateCondition } from '../draft/negate-condition.ts'

import type { Note } from '../draft/note.ts'
import { applyAsserter, reasonFor } from './apply-asserter.ts'
import { applyHook } from './apply-hook.ts'
import { textIn } from './apply-me.ts'
import type { ConvoWords } from './convo-words.ts'
import { expandText } from './expand-text.ts'
import type { Library } from './library.ts'
import { defaultMode, matchAny } from './match-text.ts'
import type { Step } from './read-step.ts'

/** Expects what a step of the bot's asserts, in the turn that it answers. */
export function applyBot(step: Step, turn: DraftTurn, words: ConvoWords, library: Library): void {
  const { text, json, not, optional, calls, origin } = step
  const lose = (what: string, why: string, at = origin): void => {
    turn.notes.push({ origin: at, kind: 'lost', what, why } satisfies Note)
  }
  const mode = modeOf(step)
  const said = json === null ? text : textIn(json)
  if (!optional) turn.answered = true
  if (optional) {
    const why = 'an optional message may come or not, so that nothing can be held against it'
    if (said !== null || calls.length === 0) lose(said ?? '?', why)
  } else {
    if (json !== null)
      lose(
        JSON.stringify(json),
        said === null ? 'the raw answer of the bot is another one here' : 'only its text is held against the reply',
      )
    if (said !== null) {
      const matching = matchAny(expandText(said, words, library, origin, turn.notes), mode)
      if (matching.ok) turn.conditions.push(not ? negateCondition(matching.condition) : matching.condition)
      else lose(said, matching.why)
    } else if (json === null && !calls.some(({ role }) => role === 'asserter' || role === 'custom'))
      turn.conditions.push({ empty: false })
  }
  for (const call of calls) {
    if (call.role === 'hook') applyHook(call, words, turn.notes, optional ? undefined : turn)
    else if (call.role === 'custom') lose(call.written, reasonFor(call.name), call.origin)
    else if (call.optional)
      lose(call.written, 'what is optional may be or not, so that nothing can be held against it', call.origin)
    else {
      const why = applyAsserter(call, turn, mode, (each) => expandText(each, words, library, call.origin, turn.notes))
      if (why !== null) lose(call.written, why, call.origin)
    }
  }
}

/** How a step compares texts, where it says so itself. */
function modeOf({ calls }: Step): string {
  const parameters = calls.find(({ name }) => name === 'CONVO_STEP_PARAMETERS')
  return /"matchingMode"\s*:\s*"(\w+)"/.exec(parameters?.args.join('|') ?? '')?.[1] ?? defaultMode
}
