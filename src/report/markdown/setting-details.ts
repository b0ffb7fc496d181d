import type { Comparison } from '../../compare/comparison.ts'
import { describeAgent, describeAgentChange } from '../comparison/describe-agent-change.ts'
import { formatShift } from '../comparison/format-latency.ts'
import { type LatencyRow, latencyRows, sureDifferences } from '../comparison/latency-rows.ts'
import { cutText } from '../text/clean-line.ts'
import { formatTime } from '../text/format-time.ts'
import { escapeCode, escapeText } from './escape-text.ts'
import { details, tableHead, tableRow } from './table-markdown.ts'
import { markWords } from './words-markdown.ts'

/** How many tools, slower conversations and changes of an agent are shown. */
const [mostTools, mostSure, mostChanges] = [20, 10, 40]

/** What differs in each agent, closed until somebody opens it. */
export function agentDetails({ agents }: Comparison): string[] {
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

/** The times of both sides, closed until somebody opens them. */
export function latencyDetails(comparison: Comparison): string[] {
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
