import type { JsonObject } from '../../../base/json/json.ts'
import { escapeText } from '../../../suite/language/matchers/text-or-pattern.ts'
import { isGivenName } from '../../../suite/language/script/given-values.ts'
import { skipFor } from '../draft/complete-conversation.ts'
import { type DraftConversation, type DraftNote, type DraftTurn, notesAt, type PeerOrigin } from '../draft/draft.ts'
import { replaceBetween } from '../draft/escape-literal.ts'

/** What the texts of one convo are filled in with: its conversation, and the variables that have values so far. */
export interface ConvoWords {
  conversation: DraftConversation
  memories: Set<string>
  captured: Set<string>
  /** The variables that stand for utterances. */
  spoken: Map<string, string>
}

const token = /\$(?:(env|cap|random|now_ISO|func)(?:\(([^)]*)\)|\.(\w+))|([A-Za-z_]\w*))/g

export function namesInConvo(text: string): string[] {
  return [...text.matchAll(token)].flatMap(([, , , , name]) => name ?? [])
}

/** A text to send, variables by name; one without a value becomes a TODO, and nothing is sent until it is filled. */
export function draftText(text: string, words: ConvoWords, origin: PeerOrigin, notes: DraftNote[]): string {
  const { conversation, memories, captured } = words
  return mapTokens(text, conversation.variables, (tokenText, given_) => {
    if (given_ !== null) return given_
    const whole = tokenText.slice(1)
    if (memories.has(whole)) return `{{${whole}}}`
    const name = whole.replace(/\W+/g, '_').replace(/_+$/, '')
    if (memories.has(name)) return `{{${name}}}`
    const why = captured.has(name)
      ? 'it took a part of what the bot said, and nothing there says which: write capture:'
      : 'nothing in these files gives it a value'
    notesAt({ notes }, origin)('lost', tokenText, why)
    conversation.variables[name] ??= `TODO: a value for ${tokenText}`
    skipFor(conversation, `the variable ${name} has no value: write one at TODO`)
    return `{{${name}}}`
  })
}

/** Pieces of an expected text around variables without a value; a `turn` that must say it captures them. */
export function expectPieces(
  text: string,
  words: ConvoWords,
  origin: PeerOrigin,
  turn: DraftTurn,
  must = false,
): string[] {
  const gap = '\u0000'
  const { conversation, memories, captured } = words
  const captureNames: string[] = []
  const whole = mapTokens(text, conversation.variables, (tokenText, given_) => {
    const name = tokenText.slice(1)
    if (given_ === null && memories.has(name)) return `{{${name}}}`
    if (given_?.includes('{{env.') === true) return given_
    captureNames.push(given_ === null ? name : '')
    return gap
  })
  const pieces = whole.split(gap)
  for (const [index, name] of captureNames.entries()) {
    if (name === '') continue
    const pattern = must && !memories.has(name) ? patternBetween(pieces[index] ?? '', pieces[index + 1] ?? '') : null
    if (pattern === null) {
      captured.add(name)
      const why = 'it is not clear what to capture: anything may stand there'
      notesAt(turn, origin)('changed', `$${name}`, why)
    } else {
      turn.capture[name] = { reply: pattern }
      memories.add(name)
    }
  }
  return pieces
}

/** Matches a word between two texts, of which the nearest words are enough; null where both are empty. */
function patternBetween(before: string, after: string): string | null {
  const [lead, tail] = [/\S[^\n]{0,40}$/.exec(before)?.[0] ?? '', /^[^\n]{0,40}\S/.exec(after)?.[0] ?? '']
  return lead === '' && tail === '' ? null : `/${escapeText(lead)}(\\S+)${escapeText(tail)}/i`
}

/** Replaces variables; the text between stays literal. `replace` also gets a Botium function's replacement, or null. */
function mapTokens(
  text: string,
  variables: JsonObject,
  replace: (written: string, known: string | null) => string,
): string {
  return replaceBetween(text, token, variables, ([tokenText, kind, argument, member, name]) =>
    replace(tokenText, knownFunction(kind ?? name ?? '', argument ?? member ?? '')),
  )
}

function knownFunction(name: string, argument: string): string | null {
  if (name === 'env' && isGivenName(`env.${argument}`)) return `{{env.${argument}}}`
  if (/^random\d*$/.test(name)) return '{{random.number}}'
  return name === 'uniqid' ? '{{random.uuid}}' : null
}
