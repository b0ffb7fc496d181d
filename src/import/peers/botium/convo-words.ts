import type { JsonObject } from '../../../base/json.ts'
import { isGivenName } from '../../../suite/language/given-values.ts'
import type { DraftConversation, Origin } from '../draft/draft.ts'
import { keepLiteral } from '../draft/keep-literal.ts'
import { skipFor } from '../draft/settle-conversation.ts'

/** What the texts of one convo are filled in with: its conversation, and the variables that have values so far. */
export interface ConvoWords {
  conversation: DraftConversation
  given: Set<string>
  captured: Set<string>
  /** The variables that stand for utterances. */
  spoken: Map<string, string>
}

const token = /\$(?:(env|cap|random|now_ISO|func)(?:\(([^)]*)\)|\.(\w+))|([A-Za-z_]\w*))/g

/** The names of variables in a text. */
export function namesIn(text: string): string[] {
  return [...text.matchAll(token)].flatMap(([, , , , name]) => name ?? [])
}

/**
 * A text to send, with its variables by name. A variable without a value becomes a TODO, and nothing is sent
 * until it is filled in.
 */
export function sayText(text: string, words: ConvoWords, origin: Origin, notes: DraftConversation['notes']): string {
  const { conversation, given, captured } = words
  return mapTokens(text, conversation.variables, (written, given_) => {
    if (given_ !== null) return given_
    const whole = written.slice(1)
    if (given.has(whole)) return `{{${whole}}}`
    const name = whole.replace(/\W+/g, '_').replace(/_+$/, '')
    if (given.has(name)) return `{{${name}}}`
    const why = captured.has(name)
      ? 'it took a part of what the bot said, and a suite captures a whole reply or a value of a call'
      : 'nothing in these files gives it a value'
    notes.push({ origin, kind: 'lost', what: written, why })
    conversation.variables[name] ??= `TODO: a value for ${written}`
    skipFor(conversation, `the variable ${name} has no value: write one at TODO`)
    return `{{${name}}}`
  })
}

/** An expected text, split at variables without a value, which match anything; one piece if there are none. */
export function expectPieces(
  text: string,
  words: ConvoWords,
  origin: Origin,
  notes: DraftConversation['notes'],
): string[] {
  const gap = '\u0000'
  const { conversation, given, captured } = words
  const whole = mapTokens(text, conversation.variables, (written, given_) => {
    if (given_ !== null) return given_.includes('{{env.') ? given_ : gap
    const name = written.slice(1)
    if (given.has(name)) return `{{${name}}}`
    captured.add(name)
    const why = 'a part of a reply is not captured: anything may stand there'
    notes.push({ origin, kind: 'changed', what: written, why })
    return gap
  })
  return whole.split(gap)
}

/**
 * Replaces variables; the text between them stays literal. `replace` also receives the replacement of a Botium
 * function, or null.
 */
function mapTokens(
  text: string,
  variables: JsonObject,
  replace: (written: string, known: string | null) => string,
): string {
  let [made, done] = ['', 0]
  for (const found of text.matchAll(token)) {
    const [written, kind, argument, member, name] = found
    made += keepLiteral(text.slice(done, found.index), variables)
    made += replace(written, knownFunction(kind ?? name ?? '', argument ?? member ?? ''))
    done = found.index + written.length
  }
  return made + keepLiteral(text.slice(done), variables)
}

function knownFunction(name: string, argument: string): string | null {
  if (name === 'env' && isGivenName(`env.${argument}`)) return `{{env.${argument}}}`
  if (/^random\d*$/.test(name)) return '{{random.number}}'
  return name === 'uniqid' ? '{{random.uuid}}' : null
}
