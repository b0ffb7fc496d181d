import { cutText } from '../../base/privacy/cut.ts'
import { count } from '../../base/wording.ts'
import type { Comparison } from '../../compare/comparison.ts'
import { aboutFeatures, describeParting, featureRows } from '../../compare/features/feature-row.ts'
import { comparisonVerdicts } from '../../compare/model/comparison-verdict.ts'
import type { ConversationComparison, RunSummary, SideKey } from '../../compare/model/conversation-comparison.ts'
import { addressOf } from '../../engine/verdict/conversation-result.ts'
import { describeSides } from '../../engine/verdict/describe-usage.ts'
import { isJudged } from '../../engine/verdict/verdict.ts'
import {
  describeAgent,
  describeAgentChange,
  describeBreak,
  describeNoise,
  describePassed,
  listCauses,
  orderGravest,
} from '../comparison/describe-comparison.ts'
import { formatShift, type LatencyRow, latencyRows, sureDifferences } from '../comparison/latency.ts'
import { formatTime } from '../text/figures.ts'
import {
  type Block,
  cell,
  commentLimit,
  details,
  escapeCode,
  escapeText,
  fitBlocks,
  fixed,
  leftOutLine,
  marker,
  tableHead,
  tableRow,
} from './blocks.ts'
import { conversationDetails, markWords } from './conversation-details.ts'

/** How many tools, slower conversations and changes of an agent to show. */
const [mostTools, mostSure, mostChanges] = [20, 10, 40]

/** The differences in each agent, collapsed. */
function agentDetails({ agents }: Comparison): string[] {
  return agents
    .filter(({ changes }) => changes.length > 0)
    .map((agent) => {
      const left = agent.changes.length - mostChanges
      const lines = agent.changes.slice(0, mostChanges).map((change) => {
        const text = describeAgentChange(change)
        return text === null
          ? `- ${escapeCode(change.path)} ${markWords(change.words ?? [])}`
          : `- ${escapeText(cutText(text, 500))}`
      })
      const more = left > 0 ? [`- and ${left} more changes`] : []
      return details(`What differs in the agent ${escapeText(describeAgent(agent))}`, [...lines, ...more].join('\n'))
    })
}

/** The times of both sides, collapsed. */
function latencyDetails(comparison: Comparison): string[] {
  const rows = latencyRows(comparison)
  if (rows.length === 0) return []
  const { a, b } = comparison.sides
  const sure = sureDifferences(comparison).slice(0, mostSure)
  const [left, right] = [escapeText(cutText(a.label, 60)), escapeText(cutText(b.label, 60))]
  const table = tableHead(['', `${left} p50`, `${left} p95`, `${right} p50`, `${right} p95`])
  const lines = sure.map(
    ({ conversation, name, difference, interval }) =>
      `- ${difference > 0 ? 'slower' : 'faster'}: ${escapeCode(name)} of ${escapeText(cutText(conversation.name, 200))} by ${formatShift(difference)} (${formatShift(interval[0])} to ${formatShift(interval[1])})`,
  )
  return [details('Latency', `${table}${rows.slice(0, mostTools).map(latencyRow).join('')}\n${lines.join('\n')}`)]
}

function latencyRow({ name, a, b }: LatencyRow): string {
  const time = (ms: number | null): string => (ms === null ? '-' : formatTime(ms))
  return tableRow([escapeCode(cutText(name, 100)), time(a.p50), time(a.p95), time(b.p50), time(b.p95)])
}

const gateMarks = { open: '✅', shut: '❌', 'not judged': '⚠️' }
const ruleMarks = { held: '✅', broken: '❌', 'not judged': '⚠️' }
const verdictMarks = { regressed: '❌', 'not comparable': '⚠️', flaky: '🎲', changed: '✏️', improved: '💚', same: '' }

/** The largest number of conversations to write differences of; far more than fit. */
const mostDetails = 1_000

/**
 * A comparison as a pull-request comment or job summary: the sentence, the gate, the most serious conversations, and
 * collapsed details. At most `limit` characters; what is left out is counted. Text of agents and scripts is escaped.
 */
export function formatComparisonMarkdown(comparison: Comparison, limit: number = commentLimit): string {
  const { sentence, gate, sides, conversations } = comparison
  const labels = { a: sides.a.label, b: sides.b.label }
  const gravest = orderGravest(conversations)
  const differing = gravest.slice(0, mostDetails)
  const blocks: Block[] = [
    fixed(
      `${marker}\n## ${gateMarks[gate.verdict]} ${escapeText(cutText(sentence, 1_000))}\n\n${leftOutLine(comparison)}`,
    ),
    {
      head: `**Gate: ${gate.verdict}**\n\n${tableHead(['', 'rule', 'seen', 'wanted'])}`,
      items: gate.rules.map(({ name, verdict, seen, wanted }) =>
        tableRow([ruleMarks[verdict], cell(name), cell(seen), cell(wanted)]),
      ),
      tail: '\n',
      left: (count) => (count === 0 ? '' : `${count} more rules\n\n`),
      share: 0.15,
    },
    fixed(`${describeTotals(comparison)}\n\n`),
    ...likelyBlocks(comparison),
    ...featureBlocks(comparison),
    {
      head: tableHead(['', 'conversation', cell(labels.a), cell(labels.b), 'why']),
      items: gravest.map((each) => rowOf(each, labels)),
      tail: '\n',
      left: (count) =>
        count === 0 ? '' : `${count} more conversations are not shown: the HTML and JSON reports have them.\n\n`,
      share: 0.45,
    },
    {
      head: '',
      items: differing.flatMap((each) => conversationDetails(each, labels)),
      tail: '',
      left: (count) =>
        count === 0
          ? ''
          : `The differences of ${count + gravest.length - differing.length} more conversations are not shown.\n\n`,
      share: 1,
    },
    {
      ...fixed(''),
      items: agentDetails(comparison),
      left: (count) => (count === 0 ? '' : `What differs in ${count} more agents is not shown.\n\n`),
      share: 1,
    },
    {
      ...fixed(''),
      items: latencyDetails(comparison),
      left: (count) => (count === 0 ? '' : 'The times are not shown.\n\n'),
      share: 1,
    },
    fixed(footer(comparison)),
  ]
  return fitBlocks(
    blocks.filter(({ head, items }) => items.length > 0 || !head.includes('| ---')),
    limit,
  )
}

function likelyBlocks({ likely }: Comparison): Block[] {
  if (likely?.sentence == null) return []
  return [fixed(`**Worth a look:** ${escapeText(cutText(likely.sentence, 1_000))}\n\n`)]
}

/** What changed over all conversations: the sentence, and a table if there is something to list. */
function featureBlocks({ features, sides }: Comparison): Block[] {
  if (features === undefined) return []
  const sentence = `**What changed:** ${escapeText(cutText(features.sentence, 1_000))}\n\n`
  if (features.listed.length === 0) return [fixed(sentence)]
  const [a, b] = [cell(sides.a.label), cell(sides.b.label)]
  return [
    {
      head: `${sentence}${tableHead(['', `what ${b} does`, 'where', a, b, 'difference', 'p, adjusted'])}`,
      items: featureRows(features).map(({ number, what, where, difference, p, ...each }) =>
        tableRow([number, what, where, each.a, each.b, difference, p].map(cell)),
      ),
      tail: `\n<sub>${cell(aboutFeatures)}</sub>\n\n`,
      left: (count) => (count === 0 ? '' : `${count} more features are not shown.\n\n`),
      share: 0.15,
    },
  ]
}

function rowOf(conversation: ConversationComparison, labels: Record<SideKey, string>): string {
  const { verdict, certainty, suite, name, runs } = conversation
  const sure = certainty === null ? '' : ` (${certainty === 'unconfirmed' ? 'not confirmed' : certainty})`
  return tableRow([
    `${verdictMarks[verdict]} ${verdict}${sure}`,
    `${cell(suite)} › <strong>${cell(name)}</strong><br>${escapeCode(cutText(addressOf(conversation), 200))}`,
    ratio(runs.a),
    ratio(runs.b),
    whyOf(conversation, labels),
  ])
}

/** The first failure, then the reason with its rates, then the causes, then why it is excused. */
function whyOf(conversation: ConversationComparison, labels: Record<SideKey, string>): string {
  const { reason, excused, verdict, parts } = conversation
  const broke = verdict === 'improved' || verdict === 'not comparable' ? null : describeBreak(conversation)
  return [
    broke,
    reason,
    ...listCauses(conversation, labels),
    parts === undefined ? null : describeParting(parts),
    excused === null ? null : `excused: ${excused}`,
  ]
    .filter((text) => text !== null)
    .map(cell)
    .join('<br>')
}

function ratio(runs: readonly RunSummary[]): string {
  const judged = runs.filter(({ verdict }) => isJudged(verdict))
  const lost = runs.filter(({ verdict }) => verdict === 'errored').length
  const passed = judged.filter(({ verdict }) => verdict === 'passed').length
  return `${passed} of ${judged.length}${lost === 0 ? '' : `, ${lost} lost`}`
}

function describeTotals({ totals, conversations, passed, sides, problems }: Comparison): string {
  const present = comparisonVerdicts.filter((verdict) => totals[verdict] > 0)
  const counts = present.map((verdict) => `${totals[verdict]} ${verdict}`).join(', ')
  const rates = (['a', 'b'] as const).map((side) => `${cell(sides[side].label)}: ${describePassed(passed[side])}`)
  const broken = problems.length === 0 ? '' : `<br>❌ ${count(problems.length, 'file')} could not be read as suites`
  return `${counts === '' ? 'Nothing ran' : counts} of ${conversations.length}<br>${rates.join('<br>')}${broken}`
}

function footer(comparison: Comparison): string {
  const { tableread, turns, ms, noise, shard } = comparison
  const parts = [
    `Tableread ${cell(tableread)}`,
    `${count(turns, 'turn')} in ${formatTime(ms)}`,
    ...describeSides(comparison, comparison.conversations).map(cell),
    ...(noise === null ? [] : [`noise: ${describeNoise(noise)}`]),
    ...(shard === undefined ? [] : [`shard ${shard.index} of ${shard.of} alone`]),
  ]
  return `<sub>${parts.join(' · ')}</sub>\n`
}
