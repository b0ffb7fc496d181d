import { createHash } from 'node:crypto'
import { keyMask, keyVariables } from '../../base/secrets/secret-keys.ts'
import type { Tape, TapedAnswer } from './tape.ts'

/** Whether an answer contained the API key; spelled otherwise, or another, it cannot be put back. */
export type KeyTold = 'not' | 'as it is' | 'otherwise'

/** Finds how an answer contains the key; `taped` is the same answer without keys. Headers are ignored. */
export function howTold(answer: TapedAnswer, taped: TapedAnswer, apiKey: string): KeyTold {
  const [whole, clean] = [bodyOf(answer), bodyOf(taped)]
  if (whole === clean) return 'not'
  const plain = whole.replaceAll(JSON.stringify(apiKey).slice(1, -1), keyMask)
  return !whole.includes(keyMask) && plain === clean ? 'as it is' : 'otherwise'
}

/** The key's stand-in if an answer contained it, with four digits if always verbatim; not of an embedded service. */
export function nameKey(passages: readonly KeyTold[], apiKey: string): Tape['redacted'] {
  if (keyVariables.every((name) => process.env[name] !== apiKey)) return {}
  if (passages.includes('otherwise')) return { [otherwise]: [keyMask] }
  return passages.includes('as it is') ? { [kindOf(apiKey)]: [keyMask] } : {}
}

const otherwise = 'api key'

/** The key to put back into answers, or why it cannot be; null if no answer contained it. */
export function tapeKey(
  tape: Pick<Tape, 'redacted'>,
  apiKey: string | undefined,
): { key: string } | { reason: string } | null {
  const kind = Object.keys(tape.redacted).find((each) => each.startsWith(otherwise))
  if (kind === undefined) return null
  const reason = 'the agent told the API key, which no tape holds'
  if (kind === otherwise) return { reason: `${reason}, and not as it is: this can be judged by the service alone` }
  if (apiKey !== undefined && kindOf(apiKey) === kind) return { key: apiKey }
  return { reason: `${reason}: set TABLEREAD_API_KEY to the key that it was recorded with` }
}

/** Puts the key back in place of its stand-in. */
export function unmaskKey<A extends TapedAnswer>(answer: A, key: string): A {
  const text = JSON.stringify(answer)
  return text.includes(keyMask) ? JSON.parse(text.replaceAll(keyMask, () => JSON.stringify(key).slice(1, -1))) : answer
}

function bodyOf(answer: TapedAnswer): string {
  return answer.kind === 'none' ? '' : JSON.stringify(answer.kind === 'json' ? answer.body : answer.text)
}

function kindOf(apiKey: string): string {
  return `${otherwise} ${createHash('sha256').update(apiKey).digest('hex').slice(0, 4)}`
}
