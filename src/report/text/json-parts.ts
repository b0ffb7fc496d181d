import type { Comparison } from '../../compare/comparison.ts'
import type { RunResult } from '../../engine/run-result.ts'
import type { ConversationResult } from '../../engine/verdict/conversation-result.ts'
import { formatJson } from './finish-text.ts'

/** Returns the complete result if only a part of it was kept. */
export type WholeOf = (result: ConversationResult) => ConversationResult

/** The minimum length of each part except the last; parts are written one by one. */
const partLength = 1_000_000

/** `formatJson(result)` and a line end in parts: as one string, 30,000 conversations would be too long. */
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

/** A JSON string never contains a raw line end, so every one found here starts a new line. */
const indent = (value: unknown, by: string): string => formatJson(value).replaceAll('\n', `\n${by}`)
