import type { Comparison } from '../../compare/comparison.ts'
import type { RunResult } from '../../engine/run-result.ts'
import type { ConversationResult } from '../../engine/verdict/conversation-result.ts'
import { formatJson } from './finish-text.ts'

/** Gives the whole of a result of which only a part is at hand. */
export type WholeOf = (result: ConversationResult) => ConversationResult

/** How long a part is at least, but the last: each is written by itself. */
const partLength = 1_000_000

/**
 * The text of `formatJson(result)` and an end of line in parts, so that a long run is never one text: of 30,000
 * conversations it would be longer than a text can be.
 */
export function* jsonParts(
  result: RunResult | Comparison,
  wholeOf: WholeOf = (conversation) => conversation,
): Generator<string> {
  let part = ''
  for (const piece of pieces(result, wholeOf)) {
    part += piece
    if (part.length < partLength) continue
    yield part
    part = ''
  }
  yield part
}

function* pieces(result: RunResult | Comparison, wholeOf: WholeOf): Generator<string> {
  const conversations: readonly unknown[] = result.conversations
  let before = '{\n'
  for (const [name, value] of Object.entries(result)) {
    if (value === undefined) continue
    yield `${before}  ${JSON.stringify(name)}: `
    if (name !== 'conversations' || conversations.length === 0) yield indent(value, '  ')
    else if ('kind' in result) yield* listPieces(conversations, (each) => each)
    else yield* listPieces(result.conversations, wholeOf)
    before = ',\n'
  }
  yield '\n}\n'
}

function* listPieces<T>(conversations: readonly T[], wholeOf: (conversation: T) => T): Generator<string> {
  for (const [index, each] of conversations.entries())
    yield `${index === 0 ? '[' : ','}\n    ${indent(wholeOf(each), '    ')}`
  yield '\n  ]'
}

/** No text in JSON holds an end of line, so that every one of them begins a line of its own. */
function indent(value: unknown, by: string): string {
  return formatJson(value).replaceAll('\n', `\n${by}`)
}
