import type { Outcome } from '../../src/engine/expect/outcome/outcome.ts'
import type { ConversationResult } from '../../src/engine/verdict/conversation-result.ts'
import type { Mutant, MutationKind } from './mutate.ts'

/**
 * Why a mutant was not properly caught; null if it failed at its turn, for its own reason, at a place inside
 * the turn's `expect`.
 */
export function explainSurvival(
  { kind, turn, recording }: Mutant,
  result: ConversationResult | undefined,
): string | null {
  const label = `${recording.id}: ${kind} at turn ${turn + 1}`
  const first = result?.turns.find(({ verdict }) => verdict !== 'passed')
  if (result?.verdict !== 'failed' || first === undefined) return `${label} came out ${result?.verdict ?? 'unrun'}`
  if (first.index !== turn || first.verdict !== 'failed')
    return `${label} came out ${first.verdict} at turn ${first.index + 1}`

  const failed = first.outcomes.filter(({ verdict }) => verdict === 'failed')
  const until = result.turns[turn + 1]?.at.line ?? Number.POSITIVE_INFINITY
  const inside = failed.filter(({ at }) => at.line > first.at.line && at.line < until)
  if (!inside.some(catches[kind])) return `${label} failed for another reason: ${inside.map(({ kind }) => kind)}`
  return kind === 'add a destructive call' && !failed.some((outcome) => isUnexpected(outcome, ['never']))
    ? `${label} was not seen by the guardrail`
    : null
}

/** The outcomes that catch each kind of misbehaviour. */
const catches: Record<MutationKind, (outcome: Outcome) => boolean> = {
  'drop a call': ({ kind }) => kind === 'call',
  'change an argument': ({ kind }) => kind === 'call',
  'swap two outputs': ({ kind }) => kind === 'call',
  'drop the reply': ({ kind }) => kind === 'reply',
  'add a destructive call': (outcome) => isUnexpected(outcome, ['exactly', 'none']),
  delay: ({ kind }) => kind === 'latency' || kind === 'call',
}

function isUnexpected(outcome: Outcome, rules: string[]): boolean {
  return (
    outcome.kind === 'unexpected call' && rules.includes(outcome.rule) && outcome.call?.name === 'delete_everything'
  )
}
