import type { JsonValue } from '../../base/json.ts'
import type { DraftConversation, DraftTurn } from '../draft.ts'
import { keepLiteral } from '../keep-literal.ts'
import type { Origin } from '../origin.ts'
import type { RasaLibrary } from './library.ts'

/** Expects a response by its name: one of its texts, where a domain among the files has them. Gives why where none has. */
export function expectResponse(
  name: string,
  origin: Origin,
  turn: DraftTurn,
  conversation: DraftConversation,
  library: RasaLibrary,
): string | null {
  const response = library.responses.get(name)
  if (response === undefined)
    return 'none of these files has the texts of this response: import it with its domain, or write them'
  library.used.set(response.file, origin.file)
  const parts = response.texts.map((text) => piecesOf(text, conversation))
  if (parts.some((pieces) => pieces.length === 0)) {
    turn.conditions.push({ empty: false })
    return null
  }
  const [only = [], second] = parts
  const shown = parts.map((pieces): JsonValue => (pieces.length === 1 ? (pieces[0] ?? '') : { all: pieces }))
  turn.conditions.push({ contains: second === undefined ? only : [{ 'one of': shown }] })
  return null
}

/** What stands between the slots of a response. */
function piecesOf(text: string, { variables }: DraftConversation): string[] {
  const pieces = text.split(/\{[A-Za-z_]\w*\}/)
  const kept = pieces.length === 1 ? pieces : pieces.map((piece) => piece.trim())
  return kept.filter((piece) => piece.trim() !== '').map((piece) => keepLiteral(piece, variables))
}
