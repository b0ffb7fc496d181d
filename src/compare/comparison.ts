import type { ConversationResult } from '../engine/verdict/conversation-result.ts'
import type { Comparison } from './comparison-shape.ts'
import { lackOfBaseline, lacksEvidence } from './gate/evidence-rules.ts'
import { isUnchanged } from './gate/not-run.ts'
import type { Side, SideKey } from './model/conversation-comparison.ts'
import type { Pairing } from './pairing.ts'

export type { Comparison, PassCount } from './comparison-shape.ts'
export type { ChangedSelection } from './model/changed-shape.ts'

/**
 * Events emitted while a comparison runs. A round is the first pairs of all conversations, or further pairs of those
 * still open.
 */
export type ComparisonEvent =
  | {
      kind: 'begun'
      sides: Record<SideKey, Side>
      conversations: number
      /** What the first pairs can detect of the smallest drop that matters, where one is configured. */
      sees?: string
    }
  | { kind: 'round'; why: 'first' | 'quick' | 'deep' | 'confirm' | 'until sure'; conversations: number; runs: number }
  | { kind: 'run done'; pairing: Pairing; side: SideKey; result: ConversationResult }
  | { kind: 'done'; comparison: Comparison; interrupted: boolean }

/**
 * The exit code of a comparison: 130 interrupted (143 terminated); 2 a script is broken or there was nothing to
 * compare; 1 the gate is shut; 3 something could not be judged (service, network, or a spent budget), too little was
 * judged, or it was unsafe to run; 4 something was not comparable for another reason, the trusted side never passed, or
 * a gate rule could not be judged; 0 the gate is open, or nothing differs and nothing ran for it. A side compared with itself has no gate to shut, so it never
 * gives 1.
 */
export function comparisonExitCode(
  { problems, conversations, gate, calibration, noise, changed, missingShards }: Comparison,
  interrupted: 129 | 130 | 143 | null,
): 0 | 1 | 2 | 3 | 4 | 129 | 130 | 143 {
  if (interrupted !== null) return interrupted
  const hasVerdict = (verdict: string): boolean =>
    conversations.some(({ runs }) => [...runs.a, ...runs.b].some((run) => run.verdict === verdict))
  if (problems.length > 0 || hasVerdict('broken')) return 2
  if (conversations.length === 0 && missingShards === undefined && !isUnchanged(changed)) return 2
  const unrun = hasVerdict('not reached') || hasVerdict('unsafe') || lacksEvidence(gate) || missingShards !== undefined
  if (calibration) {
    if (noise === null || noise.pairs === 0 || unrun) return 3
    return lackOfBaseline(gate) === null ? 0 : 4
  }
  if (gate.verdict === 'shut') return 1
  if (unrun) return 3
  if (gate.verdict === 'open') return 0
  const hasLoss = gate.rules.some(({ name, verdict }) => verdict !== 'held' && name !== 'baseline')
  return hasLoss && hasVerdict('errored') ? 3 : 4
}
