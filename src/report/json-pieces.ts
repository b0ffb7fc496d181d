import type { Comparison } from '../compare/comparison.ts'
import type { RunResult } from '../results/run-result.ts'
import { formatJson } from './finish-text.ts'

/** How long a piece is at least, but the last: each is written by itself. */
const pieceLength = 1_000_000

/**
 * The JSON document of a result in pieces: of 30,000 conversations it is longer than a string can be. Joined, they are what
 * `formatJson` gives, and a line break.
 */
export function* jsonPieces(result: RunResult | Comparison): Generator<string> {
  const mark = '\n  "conversations": []'
  const [head = '', tail = ''] = formatJson({ ...result, conversations: [] }).split(mark)
  let piece = `${head}${result.conversations.length === 0 ? mark : '\n  "conversations": ['}`
  for (const [index, conversation] of result.conversations.entries()) {
    const text = formatJson(conversation).replaceAll('\n', '\n    ')
    piece += `${index === 0 ? '' : ','}\n    ${text}`
    if (piece.length < pieceLength) continue
    yield piece
    piece = ''
  }
  yield `${piece}${result.conversations.length === 0 ? '' : '\n  ]'}${tail}\n`
}
