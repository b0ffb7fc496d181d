import { writeSorted } from '../../base/json/walk-json.ts'
import type { TracePiece } from './trace.ts'

/** Pieces with keys to compare by; prompts, thoughts and notes have none, as not every list repeats them. */
export interface PieceHistory {
  pieces: TracePiece[]
  /** A key for each piece of the history, with its index among the pieces. */
  keys: { key: string; at: number }[]
}

export function historyOf(pieces: readonly TracePiece[]): PieceHistory {
  const keys = pieces.flatMap((piece, at) => {
    const key = keyOf(piece)
    return key === null ? [] : [{ key, at }]
  })
  return { pieces: [...pieces], keys }
}

export function extend({ pieces, keys }: PieceHistory, more: readonly TracePiece[]): PieceHistory {
  const { keys: newKeys } = historyOf(more)
  return {
    pieces: [...pieces, ...more],
    keys: [...keys, ...newKeys.map(({ key, at }) => ({ key, at: at + pieces.length }))],
  }
}

/** Keys leave out ids, since some formats give a call a new one each time they repeat it. */
function keyOf(piece: TracePiece): string | null {
  switch (piece.kind) {
    case 'message': {
      const texts = piece.content.map((item) => (item.type === 'text' ? item.text.trim() : item.type))
      return JSON.stringify([piece.role, texts.join('\n')])
    }
    case 'call':
      return writeSorted(['call', piece.name, piece.given])
    case 'output':
      return JSON.stringify(['output', piece.text.trim()])
    default:
      return null
  }
}

/** What an input adds to a history, or how else the two relate. */
export type Overlap =
  | { kind: 'goes on'; fresh: TracePiece[] }
  /** The input equals an earlier part of the history: the answer is the one in the history, or an alternative. */
  | { kind: 'earlier'; length: number }
  | { kind: 'none' }

/** Compares an input with a history: whole, its end, or reworded; then the new follows the agent's last action. */
export function overlapOf(history: PieceHistory, input: readonly TracePiece[]): Overlap {
  const [old, keys] = [history.keys, historyOf(input).keys]
  const fresh = (from: number): Overlap => {
    return { kind: 'goes on', fresh: input.slice(from === 0 ? 0 : (keys[from - 1]?.at ?? 0) + 1) }
  }
  if (old.length === 0 || keys.length === 0) return { kind: 'none' }
  let same = 0
  while (same < old.length && same < keys.length && old[same]?.key === keys[same]?.key) same += 1
  if (same === old.length) return fresh(same)
  if (same === keys.length) return { kind: 'earlier', length: same }
  for (let length = Math.min(old.length, keys.length); length > 0; length -= 1) {
    if (old.slice(old.length - length).every(({ key }, index) => key === keys[index]?.key)) return fresh(length)
  }
  const done = new Set(old.flatMap(({ key }) => (key.startsWith('["user"') ? [] : [key])))
  const last = keys.findLastIndex(({ key }) => done.has(key))
  return last === -1 ? { kind: 'none' } : fresh(last + 1)
}

/** Whether pieces contain something that an agent said or did, as an input that repeats a history does. */
export function repeatsHistory(pieces: readonly TracePiece[]): boolean {
  return historyOf(pieces).keys.some(({ key }) => !key.startsWith('["user"'))
}
