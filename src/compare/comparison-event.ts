import type { ConversationResult } from '../engine/verdict/conversation-result.ts'
import type { Comparison } from './comparison.ts'
import type { Side, SideKey } from './model/side.ts'
import type { Pairing } from './pairing.ts'

/**
 * Events emitted while a comparison runs. A round is the first pairs of all conversations, or further pairs of those
 * still open.
 */
export type ComparisonEvent =
  | { kind: 'begun'; sides: Record<SideKey, Side>; conversations: number }
  | { kind: 'round'; why: 'first' | 'confirm' | 'until sure'; conversations: number; runs: number }
  | { kind: 'run done'; pairing: Pairing; side: SideKey; result: ConversationResult }
  | { kind: 'done'; comparison: Comparison; interrupted: boolean }
