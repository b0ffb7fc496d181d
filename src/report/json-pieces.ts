import type { Comparison } from '../compare/comparison.ts'
import type { RunResult } from '../results/run-result.ts'

/** How long a piece is at least, but the last: each is written by itself. */
const pieceLength = 1_000_000

/**
 * The JSON document of a result in pieces: of 30,000 conversations it is longer than a string can be. Joined, they are what
 * `JSON.stringify` gives with an indent of two, and a line break.
 */
export function* jsonPieces(result: RunResult | Comparison): Generator<string> {
  const mark = '\n  "conversations": []'
  const [head = '', tail = ''] = JSON.stringify({ ...result, conversations: [] }, null, 2).split(mark)
  let piece = `${head}${result.conversations.length === 0 ? mark : '\n  "conversations": ['}`
  for (const [index, conversation] of result.conversations.entries()) {
    const text = JSON.stringify(conversation, null, 2).replaceAll('\n', '\n    ')
    piece += `${index === 0 ? '' : ','}\n    ${text}`
    if (piece.length < pieceLength) continue
    yield piece
    piece = ''
  }
  yield `${piece}${result.conversations.length === 0 ? '' : '\n  ]'}${tail}\n`
}
