import type { ConversationResult, TurnResult } from '../../engine/verdict/conversation-result.ts'
import type { SideKey } from '../model/conversation-comparison.ts'
import { type Alike, alignSequences, type IndexPair, mergePairs } from './align-sequences.ts'
import { overlap } from './likeness.ts'
import { listWords } from './tokens.ts'

/** Two matching turns, as indexes into the turns of each side; null where a side has no such turn. */
export type TurnPair = Record<SideKey, number | null>

/** Aligns the turns of two runs in order: of one script by position, otherwise also by what the user says. */
export function alignTurns(a: ConversationResult, b: ConversationResult): TurnPair[] {
  const common = Math.min(a.turns.length, b.turns.length)
  const byIndex = a.turns.slice(0, common).every((turn, index) => samePlace(turn, b.turns[index]))
  const pairs = byIndex
    ? Array.from({ length: common }, (_, index): IndexPair => [index, index])
    : alignSequences(a.turns.map(withWords), b.turns.map(withWords), alikeTurns)
  return mergePairs(pairs, a.turns.length, b.turns.length)
}

interface Worded {
  turn: TurnResult
  words: ReadonlySet<string>
}

const withWords = (turn: TurnResult): Worded => ({ turn, words: listWords(turn.user ?? '') })

const alikeTurns: Alike<Worded> = {
  likeness(a, b) {
    if (a.turn.step !== b.turn.step || (a.turn.user === null) !== (b.turn.user === null)) return 0
    const sameWords = a.turn.user === b.turn.user ? 1 : 0.7 * overlap(a.words, b.words)
    return 0.5 * sameWords + (samePlace(a.turn, b.turn) ? 0.5 : 0)
  },
  keys: [({ turn }) => `${turn.at.line}:${turn.at.column} ${turn.user}`, ({ turn }) => String(turn.user)],
}

function samePlace({ at, step }: TurnResult, other: TurnResult | undefined): boolean {
  return other !== undefined && at.line === other.at.line && at.column === other.at.column && step === other.step
}
