import { groupByKey } from '../../base/group-by.ts'
import type { Comparison } from '../../compare/comparison.ts'
import { describeParting } from '../../compare/features/feature-row.ts'
import type { GateRule } from '../../compare/gate/gate-policy.ts'
import { describeSpared } from '../../compare/gate/small-drop.ts'
import { describeShort } from '../../compare/model/comparison-verdict.ts'
import type { ConversationComparison, SideKey } from '../../compare/model/conversation-comparison.ts'
import { countLost, describeLost } from '../../compare/statistics/lost-runs.ts'
import { addressOf } from '../../engine/verdict/conversation-result.ts'
import { describeLeftOut, type Skipped } from '../../engine/verdict/part-of-run.ts'
import { describeFindings, describePass, listCauses } from '../comparison/describe-comparison.ts'
import { formatDifferences } from '../comparison/format-differences.ts'
import { placeOfFailure } from '../text/format-failure.ts'
import { createPaint } from '../text/paint.ts'
import { brokenSuite } from './run-junit.ts'
import { type JunitCase, type JunitFinding, type JunitSuite, writeJunit } from './write-junit.ts'

/**
 * A comparison as JUnit XML: a suite per file with a case per conversation, and the suite `gate` with a case
 * per rule. `failure`: regressed, or an unconfirmed break; `error`: not comparable, or too little was judged;
 * `skipped`: excused. Flaky, changed or improved conversations pass, and their status says so.
 */
export function formatComparisonJunit(comparison: Comparison): string {
  return writeJunit(suitesOfComparison(comparison), comparison.ms)
}

/** The comparison as suites of cases, which CTRF uses too. */
export function suitesOfComparison(comparison: Comparison): JunitSuite[] {
  const { sides, startedAt, tableread, conversations, gate, problems } = comparison
  const labels = { a: sides.a.label, b: sides.b.label }
  const files = groupByKey(conversations, ({ file }) => file)
  const left = describeLeftOut(comparison)
  const spared = describeSpared(gate.rules)
  const facts = Object.entries({
    ...{ a: labels.a, b: labels.b, target: sides.b.target, tableread },
    ...(left === null ? {} : { leftOut: left }),
    ...(comparison.features === undefined ? {} : { whatChanged: comparison.features.sentence }),
    ...(comparison.likely?.sentence == null ? {} : { worthALook: comparison.likely.sentence }),
    ...(spared === null ? {} : { smallestDrop: spared }),
  })
  const { skipped = [] } = comparison
  const suites = [...new Set([...files.keys(), ...skipped.map((each) => each.file)])].map((file): JunitSuite => {
    const own = (files.get(file) ?? []).map((each) => toCase(each, labels))
    const left = skipped.filter((each) => each.file === file).map(toSkipped)
    const name = `${file} [${labels.a} against ${labels.b}]`
    return { name, startedAt, properties: facts, cases: [...own, ...left] }
  })
  const broken = problems.map((problem) => brokenSuite(problem, startedAt))
  const told = [...broken, ...suites].flatMap(({ cases }) => cases)
  const cases = [...gate.rules.map(toRule), ...lackOfAll(comparison, told)]
  const rules: JunitSuite = { name: 'gate', startedAt, properties: facts, cases }
  return [...broken, ...suites, ...(cases.length === 0 ? [] : [rules])]
}

/**
 * A case for a gate that is not open although no rule and no conversation keeps it shut: if all conversations
 * are skipped, every rule holds vacuously.
 */
function lackOfAll({ gate, sentence }: Comparison, told: readonly JunitCase[]): JunitCase[] {
  const isTold = told.some(({ finding }) => finding !== null && finding.element !== 'skipped')
  if (gate.verdict === 'open' || isTold || gate.rules.some(({ verdict }) => verdict !== 'held')) return []
  return [toRule({ name: 'anything compared', verdict: 'not judged', wanted: 'some conversation', seen: sentence })]
}

function toSkipped({ file, line, name, reason }: Skipped): JunitCase {
  const finding = { element: 'skipped', type: 'skipped', message: reason, text: reason } as const
  return { name, classname: file, file, line, status: 'skipped', ms: 0, finding, properties: [] }
}

function toCase(conversation: ConversationComparison, labels: Record<SideKey, string>): JunitCase {
  const { name, file, at, verdict, certainty, runs, shown } = conversation
  const [startedAt] = [...runs.a, ...runs.b].map((run) => run.startedAt).sort()
  const finding = findingOf(conversation, labels)
  return {
    name,
    classname: file,
    file,
    line: (finding === null || shown.b === null ? at : placeOfFailure(shown.b)).line,
    ...(startedAt === undefined ? {} : { startedAt }),
    status: certainty === null ? verdict : `${verdict} (${certainty})`,
    ms: [...runs.a, ...runs.b].reduce((sum, { ms }) => sum + ms, 0),
    finding,
    properties: propertiesOf(conversation, labels),
  }
}

function findingOf(conversation: ConversationComparison, labels: Record<SideKey, string>): JunitFinding | null {
  const { verdict, certainty, excused, reason, changes, pass, evidence, parts } = conversation
  const unconfirmed = certainty === 'unconfirmed' && (pass?.effect ?? 0) < 0
  const worse = verdict === 'regressed' || unconfirmed
  const short = !worse && evidence !== undefined && describeShort(evidence) !== null
  if (!worse && verdict !== 'not comparable' && !short) return null
  const type = unconfirmed ? 'unconfirmed break' : short && verdict !== 'not comparable' ? 'too little judged' : verdict
  if (excused !== null) {
    const text = `${type}, but excused: ${excused}; ${reason}`
    return { element: 'skipped', type, message: text, text }
  }
  const statistics = describePass(conversation)
  const text = [
    `${type}: ${reason}`,
    ...listCauses(conversation, labels),
    ...describeFindings(conversation),
    ...(statistics === null ? [] : [statistics]),
    ...(parts === undefined ? [] : [describeParting(parts)]),
    ...changes.map((change) => `- ${change.level}: ${change.text}`),
    ...formatDifferences(conversation, labels, createPaint(false)),
  ].join('\n')
  return { element: worse ? 'failure' : 'error', type, message: reason, text }
}

/**
 * Facts of a conversation. Sessions are those of the shown runs; `turn` is the first turn of b that did not
 * pass, from 1.
 */
function propertiesOf(conversation: ConversationComparison, labels: Record<SideKey, string>): [string, string][] {
  const { suite, agent, shown, tags, runs, parts } = conversation
  const lost = describeLost(countLost([conversation]), labels)
  const turn = runs.b.find(({ verdict, turn }) => verdict !== 'passed' && turn !== null)?.turn ?? null
  const failure = shown.b?.turns.find((each) => each.failure !== null)?.failure ?? shown.b?.failure ?? null
  const code = failure?.kind === 'refused' ? failure.errorCode : null
  const known = (name: string, value: string | null | undefined): [string, string][] =>
    value === null || value === undefined ? [] : [[name, value]]
  return [
    ['at', addressOf(conversation)],
    ['suite', suite],
    ['agent', agent],
    ...known('sessionId.a', shown.a?.sessionId),
    ...known('sessionId.b', shown.b?.sessionId),
    ...known('turn', turn === null ? null : String(turn + 1)),
    ...known('partsAtTurn', parts === undefined ? null : String(parts.turn + 1)),
    ...known('lost', lost.length === 0 ? null : lost.join('; ')),
    ...known('causedBy.a', shown.a?.cause?.kind),
    ...known('causedBy.b', shown.b?.cause?.kind),
    ...known('failure', failure?.kind),
    ...known('errorCode', code),
    ...tags.map((tag): [string, string] => ['tag', tag]),
  ]
}

function toRule({ name, verdict, wanted, seen }: GateRule): JunitCase {
  const text = `${name}: ${seen} (wanted: ${wanted})`
  const element = verdict === 'broken' ? 'failure' : 'error'
  const finding = verdict === 'held' ? null : ({ element, type: verdict, message: text, text } as const)
  return {
    name,
    classname: 'gate',
    file: null,
    line: null,
    status: verdict,
    ms: 0,
    finding,
    properties: [
      ['seen', seen],
      ['wanted', wanted],
    ],
  }
}
