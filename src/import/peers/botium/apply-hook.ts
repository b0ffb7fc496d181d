import { addTurn, type DraftTurn } from '../draft/draft.ts'
import type { Note } from '../draft/note.ts'
import { reasonFor } from './apply-asserter.ts'
import { type ConvoWords, sayText } from './convo-words.ts'
import type { Call } from './read-step.ts'

const reasons: Readonly<Record<string, string>> = {
  WAITFORBOT: 'every turn waits for its reply',
  CLEAR_SCRIPTING_MEMORY: 'variables have one value in a conversation',
  CLEAR_QUEUE: 'a turn has its whole reply, and no queue of messages',
  SKIP_BOT_UNCONSUMED: 'a turn has its whole reply, and no queue of messages',
  ORDERED_LIST_TO_BUTTON: 'lists stay texts',
  UPDATE_CUSTOM: 'a turn sends text, context and metadata',
  ASSIGN_SCRIPTING_MEMORY: 'a suite captures a whole reply or a value of a call: write capture:',
}

/** Does what a logic hook does, where a suite can. `turn` is the one that the hook stands with, if any. */
export function applyHook(call: Call, words: ConvoWords, notes: Note[], turn?: DraftTurn): void {
  const { name, args, origin, written } = call
  const { conversation, given } = words
  const [first = '', second = ''] = args
  const note = (kind: Note['kind'], why: string): void => {
    notes.push({ origin, kind, what: written, why })
  }
  if (name === 'PAUSE' && /^\d+$/.test(first) && Number(first) > 0) {
    if (conversation.turns.length > 0) addTurn(conversation, 'wait', `${first} ms`, origin)
    else note('changed', 'nothing has been said yet that could be waited for')
  } else if (name === 'SET_SCRIPTING_MEMORY' && /^\$?[A-Za-z_]\w*$/.test(first)) {
    const variable = first.replace(/^\$/, '')
    if (given.has(variable)) note('lost', 'a variable has one value in a conversation')
    else {
      const value = sayText(second, words, origin, notes)
      conversation.variables[variable] = value
      given.add(variable)
    }
  } else if (name === 'CONVO_STEP_PARAMETERS') applyParameters(call, note, turn)
  else {
    if (name === 'ASSIGN_SCRIPTING_MEMORY') words.captured.add(first.replace(/^\$/, ''))
    note('lost', (Object.hasOwn(reasons, name) ? reasons[name] : undefined) ?? reasonFor(name))
  }
}

/** `stepTimeout` limits the turn; how texts are compared is read elsewhere. */
function applyParameters(
  { args }: Call,
  note: (kind: Note['kind'], why: string) => void,
  turn: DraftTurn | undefined,
): void {
  const text = args.join('|')
  const timeout = /"stepTimeout"\s*:\s*(\d+)/.exec(text)?.[1]
  if (timeout !== undefined && Number(timeout) > 0 && turn !== undefined) turn.timeLimit = `${timeout} ms`
  const others = text.replace(/"(?:stepTimeout|matchingMode)"\s*:\s*(?:\d+|"\w+")/g, '')
  if (/\w/.test(others)) note('lost', 'of these parameters, a step here has a time limit and a matching mode')
}
