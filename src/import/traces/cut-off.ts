import { parseJson } from '../../engine/transcript/tool-call.ts'
import type { RefusedTalk } from '../sessions/talk.ts'
import type { LostPiece, ModelExchange } from './trace.ts'

/** Stands for messages whose end is missing: nobody knows how the conversation continued there. */
export const cutMessages: LostPiece = { kind: 'lost', noun: 'value', detail: 'that was cut off', ends: 'here' }

/** Whether a text is only the beginning of JSON, as a length limit leaves it: nobody said that. */
export function isCutOff(value: unknown): value is string {
  if (typeof value !== 'string' || !/^\s*(?:\[\s*)?\{\s*"/.test(value)) return false
  return (
    parseJson(value) === undefined &&
    endsEarly(value.replace(/(?<!\s)\s*(?:…|\.\.\.|[[(<]?truncated[^"{}]{0,40})$/i, ''))
  )
}

/** Whether a string, a list or an object is still open at the end of a text. */
function endsEarly(text: string): boolean {
  let [depth, isQuoted] = [0, false]
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (isQuoted) {
      if (code === 92) at += 1
      else if (code === 34) isQuoted = false
    } else if (code === 34) isQuoted = true
    else if (code === 123 || code === 91) depth += 1
    else if (code === 125 || code === 93) depth -= 1
    if (depth === 0 && !isQuoted && text.slice(0, at).trim() !== '') return false
  }
  return true
}

/** Replaces exchanges that were cut off by a marker, and refuses the cut parts with a hint on the limit. */
export function withoutCut(
  exchanges: readonly ModelExchange[],
  hint: string,
): { kept: ModelExchange[]; refused: RefusedTalk[] } {
  const refused: RefusedTalk[] = []
  const rest = exchanges.map((exchange) => {
    const side = (['input', 'output'] as const).find((each) => exchange[each].includes(cutMessages))
    if (side === undefined) return exchange
    const message = `the JSON of an ${side} ends in the middle of a value: it was cut off, so what was said is not known`
    refused.push({ origin: exchange.origin(), message, hint })
    return { ...exchange, input: [], output: [cutMessages], tools: [] }
  })
  return { kept: rest, refused }
}
