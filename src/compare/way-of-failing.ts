import type { Outcome } from '../engine/expect/outcome/outcome.ts'
import type { ConversationResult } from '../engine/verdict/conversation-result.ts'
import { findCrash } from '../engine/verdict/find-crash.ts'

/** Where and how a run failed first: `turn 2: arguments of cancel_order`. Quotes nothing. Null: by judges alone. */
export function wayOfFailing({ verdict, turns, outcomes }: ConversationResult): string | null {
  if (verdict !== 'failed') return null
  for (const turn of turns) {
    const missed = firstMissed(turn.outcomes)
    if (missed !== null) return `turn ${turn.index + 1}: ${missed}`
    if (turn.verdict === 'failed' && turn.failure !== null) return `turn ${turn.index + 1}: ${turn.failure.kind}`
    if (findCrash({ turns: [turn] }) !== null) return `turn ${turn.index + 1}: a crash of the agent`
  }
  const missed = firstMissed(outcomes)
  return missed === null ? null : `the end: ${missed}`
}

function firstMissed(outcomes: readonly Outcome[]): string | null {
  const missed = outcomes.find(({ verdict, kind }) => verdict === 'failed' && kind !== 'judge')
  return missed === undefined ? null : nameKind(missed)
}

function nameKind(missed: Outcome): string {
  if (missed.kind === 'call')
    return missed.closest === null ? `no call of ${missed.name}` : `arguments of ${missed.name}`
  if (missed.kind === 'unexpected call') return `a call of ${missed.call?.name ?? 'a tool'}`
  if (missed.kind === 'call count') return `number of calls${missed.name === null ? '' : ` of ${missed.name}`}`
  return missed.kind === 'law' ? `law ${missed.finding.law}` : missed.kind
}
