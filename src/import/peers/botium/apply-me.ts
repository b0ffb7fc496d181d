import type { JsonValue } from '../../../base/json.ts'
import { isJsonObject } from '../../../base/json.ts'
import { addTurn, type DraftTurn } from '../draft/draft.ts'
import { nameOnce } from '../draft/name-once.ts'
import { skipFor } from '../draft/settle-conversation.ts'
import { applyHook } from './apply-hook.ts'
import { type ConvoWords, sayText } from './convo-words.ts'
import type { Library } from './library.ts'
import type { Call, Step } from './read-step.ts'

/** A turn of the user's; the rows that utterances make of it. */
export function applyMe(step: Step, words: ConvoWords, library: Library): Record<string, string>[][] {
  const { conversation } = words
  const turn = addTurn(conversation, 'user', '', step.origin)
  const rows: Record<string, string>[][] = []
  const utterances = step.text === null ? undefined : library.utterances.get(step.text)
  if (utterances !== undefined && utterances.texts.length > 0) {
    library.used.set(utterances.origin.file, step.origin.file)
    const known = words.spoken.get(utterances.name)
    const name =
      known ?? nameOnce(`said_${utterances.name.replace(/\W+/g, '_')}`, 'said', new Set(words.spoken.values()))
    if (known === undefined) rows.push([...new Set(utterances.texts)].map((text) => ({ [name]: text })))
    words.spoken.set(utterances.name, name)
    turn.text = `{{${name}}}`
  } else if (step.json !== null) turn.text = sayJson(step, turn, words)
  else if (step.text !== null) turn.text = sayText(step.text, words, step.origin, turn.notes)
  for (const call of step.calls) {
    if (call.role === 'input') applyInput(call, turn, words)
    else if (call.name.startsWith('CONDITIONAL_STEP')) {
      turn.notes.push({ origin: call.origin, kind: 'lost', what: call.written, why: 'a turn is always sent' })
      skipFor(conversation, 'it says something only under a condition: make it two conversations')
    } else applyHook(call, words, turn.notes)
  }
  if (turn.text === '')
    turn.notes.push({ origin: step.origin, kind: 'lost', what: '#me', why: 'no text is sent here, and a turn has one' })
  return rows
}

/** The text of a message that is JSON; the rest of it has no place in a turn. */
function sayJson({ json, origin }: Step, turn: DraftTurn, words: ConvoWords): string {
  const text = textIn(json)
  const why = text === null ? 'a turn sends a text, and this message has none' : 'only its text is sent'
  turn.notes.push({ origin, kind: 'lost', what: JSON.stringify(json), why })
  return text === null ? '' : sayText(text, words, origin, turn.notes)
}

/** The text of a message as most connectors write it. */
export function textIn(json: JsonValue): string | null {
  if (!isJsonObject(json)) return null
  const found = [json.text, json.messageText, json.message].find(
    (each) => typeof each === 'string' && each.trim() !== '',
  )
  return typeof found === 'string' ? found : null
}

function applyInput({ name, args, origin, written }: Call, turn: DraftTurn, words: ConvoWords): void {
  const lose = (why: string) => turn.notes.push({ origin, kind: 'lost', what: written, why })
  const [first = '', second = ''] = args
  if (name === 'BUTTON') {
    turn.text ||= sayText(second || first, words, origin, turn.notes)
    turn.notes.push({ origin, kind: 'changed', what: written, why: 'pressing a button is saying its text' })
  } else if (name === 'MEDIA' && /^https?:\/\//.test(first)) {
    turn.attachments.push(sayText(first, words, origin, turn.notes))
    if (turn.text === '') {
      turn.text = 'Here is a file.'
      turn.notes.push({ origin, kind: 'changed', what: written, why: 'a file is sent with a text' })
    }
  } else if (name === 'MEDIA') lose('attachments are public links, and this is none')
  else {
    lose('there are no forms to fill in')
    skipFor(words.conversation, 'it fills in a form: write what the user says instead')
  }
}
