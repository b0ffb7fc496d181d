import { unique } from '../../base/group-by.ts'
import { count } from '../../base/text/wording.ts'
import type { AgentDifference } from '../../compare/blueprint/compare-blueprints.ts'
import type { Comparison } from '../../compare/comparison.ts'
import { aboutFeatures, describeParting, featureRows } from '../../compare/features/feature-row.ts'
import { isToldHeld, titleOfRule } from '../../compare/gate/gate-policy.ts'
import { describeSpared } from '../../compare/gate/small-drop.ts'
import { type ComparisonVerdict, comparisonVerdicts, titleOfVerdict } from '../../compare/model/comparison-verdict.ts'
import {
  type ConversationComparison,
  failsOnBoth,
  isDoubtful,
  isUnproven,
  isWhole,
  type SideKey,
} from '../../compare/model/conversation-comparison.ts'
import { describeDifferences } from '../../compare/review/describe-differences.ts'
import { isOpen } from '../../compare/review/settle-reviews.ts'
import { addressOf } from '../../engine/verdict/conversation-result.ts'
import { describeSides } from '../../engine/verdict/describe-usage.ts'
import { describeEmptyShard, describeLeftOut } from '../../engine/verdict/part-of-run.ts'
import {
  describeAgent,
  describeBreak,
  describeFailures,
  describeNoise,
  describePass,
  describePassed,
  foldTurns,
  listCauses,
  orderGravest,
} from '../comparison/describe-comparison.ts'
import { firstDifference, sideLines } from '../comparison/first-difference.ts'
import { formatShift, latencyRows, sureDifferences } from '../comparison/latency.ts'
import type { Finding, FindingWeight, Gate, ReportDocument, Table } from '../document/report-document.ts'
import { shownProblems } from '../document/shown-problems.ts'
import { joinWords, said, type Tone, toned, type Words } from '../document/words.ts'
import { placeOfFailure } from '../failures/format-failure.ts'
import { groupFailures } from '../failures/group-failures.ts'
import { formatTime } from '../text/figures.ts'
import { casesOf, reasonOf, wrongOf } from './comparison-cases.ts'
import { changeLine, differenceLines } from './differences.ts'

/** The longest sentence, and how many changes of a conversation and of rows of a table are shown. */
const [longest, mostChanges, mostRows] = [1_000, 10, 12]
/** Of how many failures of a conversation it says what was expected and what came, and in how many lines at most. */
const [mostDetailed, mostDetails] = [3, 6]

/** How much of a comparison to show; `textOf` gives the text of a suite for excerpts. */
interface ComparisonOptions {
  /** Each conversation in full, although others broke alike. */
  all?: boolean
  textOf?: (file: string) => string | undefined
}

/** What comparing found: a case for each conversation, and a finding for each that is not the same or fails on both sides, gravest first. */
export function comparisonDocument(
  comparison: Comparison,
  { all = false, textOf = () => undefined }: ComparisonOptions = {},
): ReportDocument {
  const { sides, startedAt, ms, tableread, problems, warnings = [], shard } = comparison
  const labels = { a: sides.a.label, b: sides.b.label }
  const { conversations } = comparison
  const gravest = unique([
    ...orderGravest(conversations),
    ...conversations.filter((each) => isSilent(each, conversations)),
  ])
  const alike = all ? new Map<ConversationComparison, string>() : groupBreaks(gravest)
  const empty = shard === undefined || problems.length > 0 ? null : describeEmptyShard(shard)
  return {
    ...{ study: 'compare', tableread, startedAt, ms, warnings },
    target: unique([sides.a.target, sides.b.target]).join(' and '),
    headline: said(empty ?? comparison.sentence, longest),
    facts: factsOf(comparison, labels),
    problems: shownProblems(problems, textOf),
    cases: casesOf(comparison, labels),
    findings: gravest.map((each) => findingOf(each, labels, { alike: alike.get(each), all, every: conversations })),
    most: all ? gravest.length : 20,
    others: '--all-failures shows them here, --html in a page',
    tables: empty === null ? tablesOf(comparison) : [],
    lists: [],
    gate: empty === null ? gateOf(comparison) : null,
    footer: [],
    ...(conversations.some(isOpen) ? { next: howToApprove } : {}),
  }
}

/** Whether it fails on both sides and nothing excuses that, so that it says nothing of the side in question. */
const isSilent = (each: ConversationComparison, every: readonly ConversationComparison[]): boolean =>
  each.excused === null && failsOnBoth(each, every)

const howToApprove =
  'If what differs is meant: download result.json of these reports, and "npx tableread review result.json" in the project lists it, with the command that approves each.'

function tablesOf(comparison: Comparison): Table[] {
  return [
    ...sentenceTable('worth a look', comparison.likely?.sentence ?? null),
    ...staleTable(comparison),
    ...featureTable(comparison),
    ...comparison.agents.map(agentTable),
    ...latencyTable(comparison),
    totalsTable(comparison),
  ]
}

function gateOf({ gate, sentence, conversations }: Comparison): Gate {
  const isSeen = conversations.some(({ verdict }) => verdict !== 'not comparable')
  return {
    verdict: gate.verdict === 'not judged' ? 'not enough' : gate.verdict,
    reason: said(sentence, longest),
    // Where nothing could be judged, a rule that held has seen nothing.
    rules: gate.rules
      .filter(({ verdict }) => isSeen || verdict !== 'held')
      .map(({ name, verdict, wanted, seen, ...rest }) => ({
        ...{ name: said(name), title: said(titleOfRule(name)), verdict },
        ...(isToldHeld({ name, ...rest }) ? { isTold: true as const } : {}),
        ...(ofConversations.has(name) ? { countsCases: true as const } : {}),
        ...{ wanted: said(wanted, longest), seen: said(seen, longest) },
      })),
  }
}

/** The rules that count conversations which have a case of their own that does not pass. */
const ofConversations: ReadonlySet<string> = new Set([
  ...[
    'hard breaks',
    'regressions',
    'unconfirmed breaks',
    'not comparable',
    'judged pairs',
    'pass rate',
    'new conversations',
  ],
])

function factsOf(comparison: Comparison, labels: Record<SideKey, string>): Record<string, string> {
  const { features, likely, gate } = comparison
  const noteByName = {
    leftOut: describeLeftOut(comparison),
    whatChanged: features?.sentence ?? null,
    worthALook: likely?.sentence ?? null,
    smallestDrop: describeSpared(gate.rules),
  }
  return {
    ...labels,
    ...Object.fromEntries(Object.entries(noteByName).flatMap(([k, v]) => (v === null ? [] : [[k, v]]))),
  }
}

/** What those broke alike in that have a verdict with equal certainty and excuse, and whose shown runs failed first in the same way. */
function groupBreaks(gravest: readonly ConversationComparison[]): Map<ConversationComparison, string> {
  const alike: readonly ComparisonVerdict[] = ['regressed', 'not comparable']
  const broken = gravest.filter(({ verdict, shown }) => alike.includes(verdict) && shown.b !== null)
  const groups = groupFailures(broken.flatMap(({ shown: { b } }) => (b === null ? [] : [b])))
  const groupOf = new Map(groups.flatMap(({ members }, index) => members.map((member) => [member, index] as const)))
  return new Map(
    broken.flatMap((each) =>
      each.shown.b === null
        ? []
        : [[each, `${each.verdict} ${each.excused} ${each.certainty} ${groupOf.get(each.shown.b)}`]],
    ),
  )
}

const weights: Record<ComparisonVerdict, FindingWeight> = {
  ...{ regressed: 'error', 'not comparable': 'warning', flaky: 'warning' },
  ...{ changed: 'note', improved: 'good', same: 'note' },
}

function weightOf(each: ConversationComparison, every: readonly ConversationComparison[]): FindingWeight {
  if (isUnproven(each, every)) return 'warning'
  return each.verdict === 'regressed' && each.excused !== null ? 'note' : weights[each.verdict]
}

/** `alike` is what others broke alike in; with `all`, the evidence has every figure. */
function findingOf(
  each: ConversationComparison,
  labels: Record<SideKey, string>,
  { alike, all, every }: { alike: string | undefined; all: boolean; every: readonly ConversationComparison[] },
): Finding {
  const { changes, file, at, id, name, parts, shown, suite, verdict } = each
  const blocks = describeFailures(each)
  const failures = blocks.map(([headline = '']) => headline)
  const folded = foldTurns(changes)
  const restCount = folded.length - mostChanges
  const isQuiet = verdict === 'improved' || verdict === 'not comparable'
  const cause = describeDifferences(each)
  const isMute = isSilent(each, every)
  const wrong = each.excused === null ? wrongOf(each, every) : null
  return {
    case: id,
    group: said(suite),
    title: said(name),
    label: '',
    at: { file, line: at.line, address: addressOf(each) },
    verdict: wrong?.verdict ?? (isDoubtful(each) || isMute ? 'advice' : 'sample'),
    word:
      isMute && verdict === 'same'
        ? isUnproven(each, every)
          ? 'never passed'
          : 'fails on both sides'
        : `${isApproved(each) ? 'approved: ' : ''}${titleOfVerdict(each)}`,
    ...(isApproved(each) ? { isDecided: true as const } : {}),
    weight: weightOf(each, every),
    ...(alike === undefined ? {} : { alike: { key: alike, count: failures.length } }),
    what: reasonOf(each, cause ?? undefined),
    short: shortOf(each, blocks),
    ...(isQuiet ? {} : exampleOf(each, labels, wrong?.verdict === 'failed')),
    failsAt: { file, ...(shown.b === null ? at : placeOfFailure(shown.b)) },
    lines: [
      ...(cause === null ? [] : [said(each.reason, longest)]),
      ...listCauses(each, labels).map((text) => said(text, longest)),
      ...blocks.flatMap((lines, index) =>
        lines.slice(0, index < mostDetailed ? mostDetails : 1).map((text) => said(text, longest)),
      ),
      ...(parts === undefined ? [] : [said(`the sides ${describeParting(parts)}`, longest)]),
      ...(each.review?.beyond === undefined
        ? []
        : [said(`beyond what was approved: ${each.review.beyond.join('; ')}`, longest)]),
      ...folded.slice(0, mostChanges).map(({ level, text }): Words => [`- ${level}: `, said(text, longest)]),
      ...(restCount > 0 ? [toned('dim', `and ${count(restCount, 'more change')}`)] : []),
      ...(isQuiet ? [] : differenceLines(each, labels)),
    ],
    evidence: describePass(each, all) ?? '',
    runs: [shown.a, shown.b].filter((run) => run !== null),
  }
}

const isApproved = ({ review }: ConversationComparison): boolean => review?.decision === 'approved'

function exampleOf(
  each: ConversationComparison,
  labels: Record<SideKey, string>,
  isWorse: boolean,
): Pick<Finding, 'example'> {
  const turn = firstDifference(each, labels)
  return turn === null ? {} : { example: sideLines(turn, labels, { isWorse }) }
}

/** The reason, and what shows it unless the reason says so: what the first failure expected, and the others' heads. */
function shortOf(each: ConversationComparison, failures: readonly (readonly string[])[]): Words[] {
  const broken = failures.length === 0 ? describeBreak(each) : null
  const heads = failures.slice(0, 3).flatMap((lines, index) => lines.slice(0, index === 0 ? mostDetails : 1))
  const headlines = [...heads, ...(broken === null || each.reason.includes(broken) ? [] : [broken])]
  return [reasonOf(each), ...headlines.map((text) => said(text, longest))]
}

function sentenceTable(name: string, sentence: string | null): Table[] {
  return sentence === null ? [] : [{ title: [`${name}: `, said(sentence, longest)], columns: [], rows: [] }]
}

/** Decisions that decide nothing any more. */
function staleTable({ stale = [] }: Comparison): Table[] {
  if (stale.length === 0) return []
  const title = `stale decisions, which npx tableread review result.json --prune takes out, with what --json result.json wrote: ${stale.length}`
  return [{ title: [title], notes: stale.map((each) => said(each, longest)), columns: [], rows: [] }]
}

/** What changed over all conversations; nothing where no feature is beyond chance and at most one got worse, as it says itself. */
function featureTable({ features, sides, totals }: Comparison): Table[] {
  if (features === undefined || (features.listed.length === 0 && totals.regressed < 2)) return []
  const whole = sentenceTable('what changed', features.sentence)
  if (features.listed.length === 0) return whole
  const numbers = [sides.a.label, sides.b.label].map((name) => ({ name, right: true as const }))
  const names = ['difference', 'by chance', `what ${sides.b.label} does`].map((name) => ({ name }))
  return whole.map((table) => ({
    ...table,
    notes: [toned('dim', aboutFeatures)],
    most: mostRows,
    columns: [{ name: '' }, ...numbers, ...names],
    rows: featureRows(features).map(({ number, a, b, difference, chance, what, where }) => [
      ...[number, a, b, difference, chance],
      [said(what), '; ', where],
    ]),
  }))
}

function agentTable(agent: AgentDifference): Table {
  const title = ['agent ', said(describeAgent(agent), longest)]
  return { title, notes: agent.changes.map(changeLine), isDetail: true, columns: [], rows: [] }
}

const aboutLatency =
  'turn: until the answer came; reply: until its last message, by the clock of the service; p50, p95: half and 95 % took no longer'

/** The times of both sides, and the conversations that certainly became slower or faster. */
function latencyTable(comparison: Comparison): Table[] {
  const rows = latencyRows(comparison)
  if (rows.length === 0) return []
  const { a, b } = comparison.sides
  const time = (ms: number | null): string => (ms === null ? '-' : formatTime(ms))
  const sure = sureDifferences(comparison)
  const notes = sure.slice(0, mostRows).map(({ conversation, name, difference, interval: [from, to] }) => {
    const [tone, word] = difference > 0 ? (['warn', 'slower'] as const) : (['good', 'faster'] as const)
    const shift = `: ${formatShift(difference)} (${formatShift(from)} to ${formatShift(to)})`
    return toned(tone, [`${word}  `, said(name), ' of ', said(conversation.name), shift])
  })
  const restCount = sure.length - mostRows
  const numbers = [`${a.label} p50`, 'p95', `${b.label} p50`, 'p95'].map((name) => ({ name, right: true as const }))
  return [
    {
      ...{ isDetail: true, most: mostRows, columns: [{ name: 'latency' }, ...numbers] },
      rows: rows.map((row) => [said(row.name), ...[row.a.p50, row.a.p95, row.b.p50, row.b.p95].map(time)]),
      notes: [
        toned('dim', aboutLatency),
        ...notes,
        ...(restCount > 0 ? [toned('dim', `and ${restCount} more that surely differ`)] : []),
      ],
    },
  ]
}

const tones: Record<FindingWeight, Tone> = { error: 'bad', warning: 'warn', note: 'warn', good: 'good' }

/** How many conversations have each verdict, how many runs passed, and what it took. */
function totalsTable(comparison: Comparison): Table {
  const { totals, conversations, sides, passed, noise, turns, ms, shard } = comparison
  const present = comparisonVerdicts
    .filter((verdict) => totals[verdict] > 0)
    .map((verdict) => {
      const approvedCount = conversations.filter((each) => each.verdict === verdict && isApproved(each)).length
      const aside = approvedCount === 0 ? '' : ` (${approvedCount} approved)`
      return toned(verdict === 'same' ? 'dim' : tones[weights[verdict]], `${totals[verdict]} ${verdict}${aside}`)
    })
  const leftOutNote = describeLeftOut(comparison)
  const costLines = [
    ...(noise === null ? [] : [`noise: ${describeNoise(noise)}`]),
    `${count(turns, 'turn')} in ${formatTime(ms)}`,
    ...describeSides(comparison, conversations),
    ...(shard === undefined ? [] : [`shard ${shard.index} of ${shard.of} alone`]),
  ]
  return {
    title: [
      present.length === 0 ? toned('warn', 'nothing ran') : joinWords(present, ', '),
      ` of ${conversations.filter(isWhole).length}`,
    ],
    notes: [
      ...(leftOutNote === null ? [] : [toned('warn', said(leftOutNote, longest))]),
      ...(['a', 'b'] as const).map((side): Words => [said(sides[side].label), ': ', describePassed(passed[side])]),
      ...costLines.map((each) => toned('dim', said(each, longest))),
    ],
    ...{ columns: [], rows: [] },
  }
}
