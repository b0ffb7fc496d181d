import { count } from '../../base/wording.ts'
import { summarise } from '../../compare/compare-conversation.ts'
import { compareTranscripts } from '../../compare/compare-transcripts.ts'
import type { Comparison } from '../../compare/comparison.ts'
import type { GateRule } from '../../compare/gate/gate-policy.ts'
import { comparisonVerdicts } from '../../compare/model/comparison-verdict.ts'
import type { ConversationComparison } from '../../compare/model/conversation-comparison.ts'
import type { Brittleness, FamilyVariation, VaryGate, VaryResult } from '../../compare/vary/vary-result.ts'
import { createCoverage } from '../../engine/coverage/coverage.ts'
import { formatExact } from '../text/exact-rates.ts'
import { describeEdits, describeEvidence, describeUnjudged } from './format-vary.ts'

/**
 * The result as a comparison, for the report page: each brittle variant is a conversation that got worse from
 * the original to the variant, with both transcripts side by side, and each family is a rule of the gate.
 */
export function toComparison(result: VaryResult): Comparison {
  const { alpha, brittle, conversations, families, gate, ms, startedAt, tableread, target, turns } = result
  const side = (label: string): Comparison['sides']['a'] => ({
    label,
    agent: null,
    version: conversations[0]?.version ?? 'default',
    target,
  })
  const shown = [...brittle.map(brokenOne), ...conversations.flatMap(unjudgedOne)]
  const totals = Object.fromEntries(
    comparisonVerdicts.map((verdict) => [verdict, shown.filter((each) => each.verdict === verdict).length]),
  ) as Comparison['totals']
  const passed = (key: 'original' | 'variant'): Comparison['passed']['a'] => ({
    passed: brittle.filter(({ runs }) => runs[key].verdict === 'passed').length,
    judged: brittle.length,
  })
  return {
    kind: 'comparison',
    schemaVersion: 1,
    tableread,
    startedAt,
    ms,
    sides: { a: side('original'), b: side('variant') },
    alpha,
    calibration: false,
    noise: null,
    sentence: sentenceOf(result),
    totals,
    passed: { a: passed('original'), b: passed('variant') },
    turns,
    gate: { verdict: gate.verdict === 'not enough' ? 'not judged' : gate.verdict, rules: rulesOf(gate, families) },
    agents: [],
    coverage: { a: createCoverage(new Map()).read(), b: createCoverage(new Map()).read() },
    problems: [],
    conversations: shown,
  }
}

function sentenceOf({ total, gate, conversations }: VaryResult): string {
  const told = `${total.brittle} of ${count(total.judged, 'variant')} of ${count(conversations.length, 'conversation')} broke`
  return `As other people would type it, ${told}. ${gate.verdict === 'open' ? 'The gate is open' : 'The gate is shut'}: ${gate.reason}.`
}

function rulesOf({ verdict, brittle, reason }: VaryGate, families: readonly FamilyVariation[]): GateRule[] {
  const judged = { open: 'held', shut: 'broken', 'not enough': 'not judged' } as const
  const share = `${Number((brittle * 100).toFixed(1))} % at most`
  return [
    { name: 'brittle', verdict: judged[verdict], wanted: share, seen: reason },
    ...families.map(
      ({ family, judged, brittle: found, rate }): GateRule => ({
        name: `brittle in ${family}`,
        verdict: judged === 0 ? 'not judged' : found > 0 ? 'broken' : 'held',
        wanted: 'none',
        seen: `${found} of ${judged}, ${formatExact(rate)}`,
      }),
    ),
  ]
}

function brokenOne(found: Brittleness): ConversationComparison {
  const { original, variant } = found.runs
  return {
    id: `${found.id} ${found.variant}`,
    file: found.file,
    at: original.at,
    suite: found.suite,
    name: `${found.conversation}: ${describeEdits(found)}`,
    agent: original.agent,
    tags: original.tags,
    verdict: 'regressed',
    certainty: found.pairs.onlyOriginal === found.pairs.pairs ? 'hard break' : 'statistical',
    excused: null,
    reason: `${found.difference.what}; ${describeEvidence(found)}`,
    runs: { a: [summarise(original)], b: [summarise(variant)] },
    pass: null,
    shown: { a: original, b: variant },
    turns: compareTranscripts(original, variant),
    changes: [],
    latency: [],
  }
}

function unjudgedOne(conversation: VaryResult['conversations'][number]): ConversationComparison[] {
  const { id, file, line, suite, name, agent, unjudged } = conversation
  if (unjudged === null) return []
  return [
    {
      id,
      file,
      at: { line, column: 1, length: 0 },
      suite,
      name,
      agent,
      tags: [],
      verdict: 'not comparable',
      certainty: null,
      excused: null,
      reason: describeUnjudged(conversation),
      runs: { a: [], b: [] },
      pass: null,
      shown: { a: null, b: null },
      turns: [],
      changes: [],
      latency: [],
    },
  ]
}
