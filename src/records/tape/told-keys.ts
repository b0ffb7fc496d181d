import { createHash } from 'node:crypto'
import { keyMask, keyVariables } from '../../base/secret-keys.ts'
import type { Tape, TapedAnswer } from './tape.ts'

/** How a service told the API key. What it told in another spelling, or another key, nobody can give back from a tape. */
export type KeyTold = 'not' | 'as it is' | 'otherwise'

/** How the key is told in an answer; `taped` is the same without keys. Headers are not judged. */
export function howTold(came: TapedAnswer, taped: TapedAnswer, apiKey: string): KeyTold {
  const [whole, clean] = [bodyOf(came), bodyOf(taped)]
  if (whole === clean) return 'not'
  const plain = whole.replaceAll(JSON.stringify(apiKey).slice(1, -1), keyMask)
  return !whole.includes(keyMask) && plain === clean ? 'as it is' : 'otherwise'
}

/** The stand-in of the key where it was told, by a kind whose four digits tell which key it was if it was always told as it is. The key of an embedded service is nobody's: nothing asks for it again. */
export function nameKey(told: readonly KeyTold[], apiKey: string): Tape['redacted'] {
  if (keyVariables.every((name) => process.env[name] !== apiKey)) return {}
  if (told.includes('otherwise')) return { [otherwise]: [keyMask] }
  return told.includes('as it is') ? { [kindOf(apiKey)]: [keyMask] } : {}
}

const otherwise = 'api key'

/**
 * The key to give back in the answers of a tape, or why it cannot be: expectations would be held against what stands for it.
 * Null where nobody told it.
 */
export function keyOf(
  tape: Pick<Tape, 'redacted'>,
  apiKey: string | undefined,
): { key: string } | { reason: string } | null {
  const kind = Object.keys(tape.redacted).find((each) => each.startsWith(otherwise))
  if (kind === undefined) return null
  const told = 'the agent told the API key, which no tape holds'
  if (kind === otherwise) return { reason: `${told}, and not as it is: this can be judged by the service alone` }
  if (apiKey !== undefined && kindOf(apiKey) === kind) return { key: apiKey }
  return { reason: `${told}: set TABLEREAD_API_KEY to the key that it was recorded with` }
}

/** An answer with the key where its stand-in is. */
export function giveBack<A extends TapedAnswer>(answer: A, key: string): A {
  const text = JSON.stringify(answer)
  return text.includes(keyMask) ? JSON.parse(text.replaceAll(keyMask, () => JSON.stringify(key).slice(1, -1))) : answer
}

function bodyOf(answer: TapedAnswer): string {
  return answer.kind === 'none' ? '' : JSON.stringify(answer.kind === 'json' ? answer.body : answer.text)
}

function kindOf(apiKey: string): string {
  return `${otherwise} ${createHash('sha256').update(apiKey).digest('hex').slice(0, 4)}`
}
