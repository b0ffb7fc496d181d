import { groupBy } from '../../base/group-by.ts'
import type { Comparison } from '../../compare/comparison.ts'
import { describeParting } from '../../compare/features/feature-row.ts'
import type { GateResult, GateRule } from '../../compare/gate/gate-policy.ts'
import { type ComparisonVerdict, comparisonVerdicts } from '../../compare/model/comparison-verdict.ts'
import type { ConversationComparison, SideKey } from '../../compare/model/conversation-comparison.ts'
import { addressOf } from '../../engine/verdict/conversation-result.ts'
import { describeSides } from '../../engine/verdict/describe-usage.ts'
import { describeLeftOut } from '../../engine/verdict/part-of-run.ts'
import { formatProblem } from '../../suite/yaml/format-problem.ts'
import { alignRows } from '../text/align-rows.ts'
import { formatTime } from '../text/figures.ts'
import { groupFailures } from '../text/group-failures.ts'
import { cleanLine, foldLine } from '../text/line.ts'
import type { Paint } from '../text/paint.ts'
import {
  describeAgent,
  describeAgentChange,
  describeFindings,
  describeNoise,
  describePass,
  describePassed,
  foldTurns,
  listCauses,
  orderGravest,
} from './describe-comparison.ts'
import { formatDifferences, formatWords } from './format-differences.ts'
import { formatFeatures } from './format-features.ts'
import { formatLatency } from './latency.ts'

/**
 * A whole comparison for a terminal: the conversations that differ, most serious first; differences between
 * the agents; times; and last, where the eye rests, the gate and the verdict in one sentence. `columns` is
 * the terminal's width, null if there is none. Conversations that broke alike are shown once, with the places
 * of the others, unless `all` is set.
 */
export function formatComparison(comparison: Comparison, paint: Paint, columns: number | null, all = false): string {
  const { sides, passed, totals, conversations, noise, turns, ms, gate, sentence, problems } = comparison
  const left = describeLeftOut(comparison)
  const sections = [
    problems.map((problem) => formatProblem(problem)),
    formatVerdicts(comparison, paint, { columns, all }).slice(1),
    formatLikely(comparison, columns),
    formatFeatures(comparison, paint, columns),
    formatAgents(comparison, paint, columns),
    formatLatency(comparison, paint),
    [
      ...alignRows(
        (['a', 'b'] as const).map((side) => [
          { text: cleanLine(sides[side].label) },
          { text: describePassed(passed[side]) },
        ]),
      ).map((line) => ` ${line}`),
      ` ${formatComparisonTotals(totals, paint)} ${paint.dim(`of ${conversations.length}`)}`,
      ...(noise === null
        ? []
        : foldLine(` noise: ${describeNoise(noise)}`, columns, '   ').map((line) => paint.dim(line))),
      ...(left === null ? [] : [` ${paint.warn(left)}`]),
      paint.dim(` ${turns} ${turns === 1 ? 'turn' : 'turns'} in ${formatTime(ms)}`),
      ...describeSides(comparison, comparison.conversations).map((line) => paint.dim(` ${cleanLine(line)}`)),
    ],
    formatGate(comparison, paint, columns),
    foldLine(` ${cleanLine(sentence)}`, columns, ' ').map((line) => paint[gatePaint[gate.verdict]](line)),
  ]
  return sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')
}

function formatLikely({ likely }: Comparison, columns: number | null): string[] {
  return likely?.sentence == null ? [] : foldLine(` worth a look: ${cleanLine(likely.sentence)}`, columns, '   ')
}

function formatGate({ gate }: Comparison, paint: Paint, columns: number | null): string[] {
  const width = Math.max(0, ...gate.rules.map(({ name }) => name.length))
  const rules = gate.rules.flatMap(({ name, verdict, wanted, seen }) => {
    const { mark, paint: colour } = ruleMarks[verdict]
    const [first = '', ...rest] = foldLine(
      ` ${mark} ${name.padEnd(width)}  ${cleanLine(seen)} (wanted: ${cleanLine(wanted)})`,
      columns,
      ' '.repeat(width + 5),
    )
    return [first.replace(mark, paint[colour](mark)), ...rest]
  })
  return rules.length === 0 ? [] : [` gate ${paint[gatePaint[gate.verdict]](gate.verdict)}`, ...rules]
}

function formatAgents({ agents }: Comparison, paint: Paint, columns: number | null): string[] {
  return agents.flatMap((agent) => [
    ...foldLine(` ${cleanLine(describeAgent(agent))}`, columns, '   '),
    ...agent.changes.flatMap((change) => {
      const text = describeAgentChange(change)
      if (text !== null) return foldLine(`   ${cleanLine(text)}`, columns, '     ')
      return [`   ${cleanLine(change.path)}: ${formatWords(change.words ?? [], paint)}`]
    }),
  ])
}

/** The mark and colour of each verdict of a comparison. */
const verdictMarks: Record<ComparisonVerdict, { mark: string; paint: keyof Paint }> = {
  regressed: { mark: '✗', paint: 'bad' },
  'not comparable': { mark: '!', paint: 'warn' },
  flaky: { mark: '~', paint: 'warn' },
  changed: { mark: '±', paint: 'warn' },
  improved: { mark: '✓', paint: 'good' },
  same: { mark: '=', paint: 'dim' },
}

/** The mark and colour of each verdict of a gate rule. */
const ruleMarks: Record<GateRule['verdict'], { mark: string; paint: keyof Paint }> = {
  held: { mark: '✓', paint: 'good' },
  broken: { mark: '✗', paint: 'bad' },
  'not judged': { mark: '?', paint: 'warn' },
}

/** The colour of the gate. */
const gatePaint: Record<GateResult['verdict'], keyof Paint> = { open: 'good', shut: 'bad', 'not judged': 'warn' }

/** The number of conversations with each verdict, without empty ones: `2 regressed, 5 same`. */
function formatComparisonTotals(totals: Record<ComparisonVerdict, number>, paint: Paint): string {
  const present = comparisonVerdicts.filter((verdict) => totals[verdict] > 0)
  if (present.length === 0) return paint.warn('nothing ran')
  return present.map((verdict) => paint[verdictMarks[verdict].paint](`${totals[verdict]} ${verdict}`)).join(', ')
}

/** The largest number of conversations shown in full, and of findings and changes shown for each. */
const [mostConversations, mostFindings, mostChanges] = [20, 3, 5]

/** The conversations that are not the same, most serious first: the verdict, the reason, what changed, and where. */
function formatVerdicts({ conversations, sides }: Comparison, paint: Paint, { columns, all }: Told): string[] {
  const labels = { a: sides.a.label, b: sides.b.label }
  const gravest = all
    ? orderGravest(conversations).map((each): Alike => [each])
    : groupBreaks(orderGravest(conversations))
  const most = all ? gravest.length : mostConversations
  const lines = gravest.slice(0, most).flatMap(([conversation, ...others]) => {
    const told = formatConversation(conversation, labels, paint, columns)
    const quiet = conversation.verdict === 'improved' || conversation.verdict === 'not comparable'
    const same = others.length === 0 ? [] : formatOthers(conversation, others, paint, columns)
    return ['', ...told, ...(quiet ? [] : formatDifferences(conversation, labels, paint)), ...same]
  })
  const left = gravest.slice(most).flat().length
  return left > 0
    ? [...lines, '', paint.dim(` and ${left} more: --all-failures shows them here, --html in a page`)]
    : lines
}

/** How much to show, and how wide. */
interface Told {
  columns: number | null
  all: boolean
}

/** Conversations that broke alike; the first represents the others. */
type Alike = [ConversationComparison, ...ConversationComparison[]]

/** Groups conversations that got worse with equal certainty and whose shown runs failed first in the same way. */
function groupBreaks(gravest: readonly ConversationComparison[]): Alike[] {
  const broken = gravest.flatMap(({ verdict, shown: { b } }) => (verdict === 'regressed' && b !== null ? [b] : []))
  const kinds = new Map(
    groupFailures(broken).flatMap((group) => group.members.map((member) => [member, group] as const)),
  )
  return groupBy(
    [...gravest.entries()],
    ([
      index,
      {
        certainty,
        shown: { b },
        verdict,
      },
    ]) => {
      const kind = verdict === 'regressed' && b !== null ? kinds.get(b) : undefined
      return kind === undefined ? String(index) : `${certainty} ${broken.indexOf(kind.members[0])} alike`
    },
  ).map(([[, first], ...others]) => [first, ...others.map(([, each]) => each)])
}

/** `and 3 more that broke alike`, with their places, and whether some of them have further failures. */
function formatOthers(
  first: ConversationComparison,
  others: readonly ConversationComparison[],
  { strong, dim }: Paint,
  columns: number | null,
): string[] {
  const places = others.map((each) => cleanLine(addressOf(each)))
  const told = describeFindings(first).length
  const worse = others.filter((each) => describeFindings(each).length > told).length
  return [
    `  ${strong(`and ${others.length} more that broke alike`)}`,
    ...foldLine(`  ${places.join('  ')}`, columns, '  ').map((line) => dim(line)),
    ...(worse === 0
      ? []
      : [`  ${dim(`${worse} of them ${worse === 1 ? 'has' : 'have'} more findings: --all-failures`)}`]),
  ]
}

function formatConversation(
  conversation: ConversationComparison,
  labels: Record<SideKey, string>,
  paint: Paint,
  columns: number | null,
): string[] {
  const { verdict, certainty, excused, suite, name, reason, changes, parts } = conversation
  const { mark, paint: colour } = verdictMarks[verdict]
  const word =
    certainty === null ? verdict : `${verdict} (${certainty === 'unconfirmed' ? 'not confirmed' : certainty})`
  const pass = describePass(conversation)
  const folded = (text: string, hang = '    '): string[] => foldLine(`  ${cleanLine(text)}`, columns, hang)
  const findings = describeFindings(conversation)
  const told = foldTurns(changes)
  const left = told.length - mostChanges
  return [
    ` ${paint[colour](`${mark} ${word}`)}  ${paint.dim(`${cleanLine(suite)} >`)} ${paint.strong(cleanLine(name))}  ${paint.dim(`${cleanLine(addressOf(conversation))}`)}`,
    ...folded(reason),
    ...listCauses(conversation, labels).flatMap((text) => folded(text)),
    ...(excused === null ? [] : folded(`excused: ${excused}`)),
    ...(pass === null ? [] : folded(pass).map((line) => paint.dim(line))),
    ...findings.slice(0, mostFindings).flatMap((text) => folded(text)),
    ...(parts === undefined ? [] : folded(describeParting(parts))),
    ...told.slice(0, mostChanges).flatMap(({ level, text }) => folded(`- ${level}: ${text}`)),
    ...(left > 0 ? [paint.dim(`  and ${left} more ${left === 1 ? 'change' : 'changes'}`)] : []),
  ]
}
