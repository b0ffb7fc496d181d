import { settleVerdict } from '../../compare/compare-conversation.ts'
import type { Comparison } from '../../compare/comparison.ts'
import { concludeComparison } from '../../compare/conclude-comparison.ts'
import { describeOutcome } from '../../compare/describe-outcome.ts'
import type { GatePolicy } from '../../compare/gate/gate-policy.ts'
import type { RunSummary } from '../../compare/model/conversation-comparison.ts'
import { evidenceOf } from '../../compare/model/evidence.ts'
import { callVerdicts } from '../../compare/statistics/call-verdicts.ts'
import type { GatheredComparison } from './merge-comparisons.ts'

/**
 * Concludes a comparison anew over the conversations of all shards: Holm's correction over all of them, their verdicts,
 * the gate, and the sentence.
 */
export function recallComparison(gathered: GatheredComparison, policy: GatePolicy): Comparison {
  const { sides, alpha, calibration, noise, agents, problems, tableread, leftOutByOnly = 0, ...facts } = gathered
  const labels = { a: sides.a.label, b: sides.b.label }
  const noisy = new Set(noise?.conversations)
  const called = callVerdicts(
    facts.conversations.map(({ id, runs }) => ({ id, pairs: judgedPairs(runs.a, runs.b) })),
    { alpha, noise: calibration ? null : noise, looks: facts.looks ?? 1 },
  )
  const conversations = facts.conversations.flatMap((conversation, index) => {
    const verdict = called[index]
    if (verdict === undefined) return []
    const changed = conversation.changes.length > 0
    const settled = settleVerdict(verdict, { noisy: noisy.has(conversation.id), changed })
    const asked = conversation.evidence?.asked ?? conversation.runs.a.length
    const evidence = evidenceOf(verdict.pass?.pairs ?? 0, asked, policy.judgedPairs)
    const own = { ...settled, runs: conversation.runs, pass: verdict.pass, evidence }
    const reason = describeOutcome(own, labels, verdict.withinNoise && settled.certainty === null)
    return [{ ...conversation, ...own, reason }]
  })
  const calibrate = calibration ? 'only' : noise === null ? 'no' : 'floor'
  const settings = { sides, alpha, calibrate, policy, agents, problems, tableread, leftOutByOnly } as const
  return concludeComparison({ ...facts, noise, conversations, settings })
}

/** Whether each pair passed; pairs with a run that could not be judged are left out. */
function judgedPairs(a: readonly RunSummary[], b: readonly RunSummary[]): [a: boolean, b: boolean][] {
  return a.flatMap((run, index): [boolean, boolean][] => {
    const other = b[index]?.verdict
    const judged = (verdict: string | undefined): boolean => verdict === 'passed' || verdict === 'failed'
    return judged(run.verdict) && judged(other) ? [[run.verdict === 'passed', other === 'passed']] : []
  })
}
