import { diffArrays } from 'diff'
import { splitPassages, splitWords } from '../align/tokens.ts'
import type { TextDifference, TextPiece } from '../model/turn-comparison.ts'

/** More changed words make a diff that is slow and unreadable. A count, so that results never depend on the machine. */
const editLimit = 1_500

/** Diffs texts by words; long, very different ones by sentences. What little lies between changes counts as changed. */
export function diffWords(a: string, b: string): TextDifference {
  if (a === b) return a === '' ? [] : [{ kind: 'same', text: a }]
  const pieces = diffBy(splitWords, a, b) ?? diffBy(splitPassages, a, b) ?? replaced(a, b)
  return joinPieces(bridgeGaps(pieces))
}

function diffBy(split: (text: string) => string[], a: string, b: string): TextPiece[] | undefined {
  const changes = diffArrays(split(a), split(b), { maxEditLength: editLimit })
  return changes?.map(({ added, removed, value }) => ({
    kind: added ? 'added' : removed ? 'removed' : 'same',
    text: value.join(''),
  }))
}

function replaced(a: string, b: string): TextPiece[] {
  return [
    { kind: 'removed', text: a },
    { kind: 'added', text: b },
  ]
}

/** A shared piece without letters or digits between two changes becomes part of them. */
function bridgeGaps(pieces: readonly TextPiece[]): TextPiece[] {
  return pieces.flatMap((piece, index): TextPiece[] => {
    const inside = index > 0 && index < pieces.length - 1
    if (piece.kind !== 'same' || !inside || /[\p{L}\p{N}]/u.test(piece.text) || piece.text.includes('\n'))
      return [piece]
    return replaced(piece.text, piece.text)
  })
}

/** Merges everything removed between two shared pieces into one piece, followed by everything added in one piece. */
function joinPieces(pieces: readonly TextPiece[]): TextDifference {
  const difference: TextDifference = []
  let [removed, addedText] = ['', '']
  const flush = (): void => {
    if (removed !== '') difference.push({ kind: 'removed', text: removed })
    if (addedText !== '') difference.push({ kind: 'added', text: addedText })
    removed = ''
    addedText = ''
  }
  for (const { kind, text } of pieces) {
    if (kind === 'removed') removed += text
    else if (kind === 'added') addedText += text
    else {
      flush()
      difference.push({ kind, text })
    }
  }
  flush()
  return difference
}
