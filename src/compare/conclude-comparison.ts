import { leftOutMember } from '../engine/coverage/left-out.ts'
import type { Comparison } from './comparison.ts'
import type { ComparisonSettings } from './comparison-settings.ts'
import { judgeGate } from './gate/judge-gate.ts'
import { comparisonVerdicts } from './model/comparison-verdict.ts'
import type { ConversationComparison } from './model/conversation-comparison.ts'
import { evidenceOf } from './model/evidence.ts'
import type { SideKey } from './model/side.ts'
import { writeSentence } from './write-sentence.ts'

/** What a comparison knows once every conversation has its verdict. */
export interface ComparisonFacts
  extends Pick<Comparison, 'startedAt' | 'ms' | 'noise' | 'turns' | 'coverage' | 'looks'> {
  settings: Pick<
    ComparisonSettings,
    'sides' | 'alpha' | 'calibrate' | 'policy' | 'agents' | 'problems' | 'tableread' | 'shard' | 'leftOutByOnly'
  >
  conversations: ConversationComparison[]
}

/** Totals, gate and sentence over the conversations, the gravest of them first. */
export function concludeComparison({ settings, conversations, coverage, ...facts }: ComparisonFacts): Comparison {
  const { sides, alpha, policy, agents, problems, tableread } = settings
  const ordered = [...conversations].sort(
    (one, other) => comparisonVerdicts.indexOf(one.verdict) - comparisonVerdicts.indexOf(other.verdict),
  )
  const counted = ordered.filter(({ excused }) => excused === null)
  const calibration = settings.calibrate === 'only'
  const totals = Object.fromEntries(
    comparisonVerdicts.map((verdict) => [verdict, ordered.filter((each) => each.verdict === verdict).length]),
  ) as Comparison['totals']
  const asked = ordered.reduce((sum, { evidence, runs }) => sum + (evidence?.asked ?? runs.a.length), 0)
  const held = settings.calibrate === 'floor' ? evidenceOf(facts.noise?.pairs ?? 0, asked, policy.judgedPairs) : null
  const gate = judgeGate(policy, { conversations: counted, coverage, noise: held, baseline: sides.a.label })
  return {
    kind: 'comparison',
    schemaVersion: 1,
    tableread,
    startedAt: facts.startedAt,
    ms: facts.ms,
    sides,
    alpha,
    ...(facts.looks === undefined ? {} : { looks: facts.looks }),
    calibration,
    noise: facts.noise,
    sentence: writeSentence({ sides, gate, totals, calibration, noise: facts.noise, conversations: ordered }),
    totals,
    passed: { a: countPassed(ordered, 'a'), b: countPassed(ordered, 'b') },
    turns: facts.turns,
    gate,
    agents,
    coverage,
    problems: [...problems],
    ...(settings.shard === undefined ? {} : { shard: settings.shard }),
    ...leftOutMember(settings.leftOutByOnly ?? 0),
    conversations: ordered,
  }
}

function countPassed(conversations: readonly ConversationComparison[], side: SideKey): Comparison['passed']['a'] {
  const judged = conversations
    .flatMap(({ runs }) => runs[side])
    .filter(({ verdict }) => verdict === 'passed' || verdict === 'failed')
  return { passed: judged.filter(({ verdict }) => verdict === 'passed').length, judged: judged.length }
}
