import type { ConversationComparison } from '../../compare/model/conversation-comparison.ts'
import type { ConversationResult } from '../../engine/verdict/conversation-result.ts'
import type { Verdict } from '../../engine/verdict/verdict.ts'
import type { Card, TrendStrip } from '../../pages/report/report-document.ts'
import { makeNotes } from './make-notes.ts'
import { spokenText } from './spoken-text.ts'

/** The card of a conversation of a comparison. */
export function comparisonCard(compared: ConversationComparison, trends: readonly TrendStrip[]): Card {
  const { id, name, suite, agent, tags, verdict, certainty, excused, reason, runs, shown, changes } = compared
  const said = [...changes.map(({ text }) => text), spokenText([shown.a, shown.b])]
  return {
    key: id,
    ...{ id, name, suite, agent, tags, verdict, certainty, excused, reason },
    runs: [runs.a, runs.b].map((side) => side.map((run) => run.verdict)),
    flakyOverRuns: trends.some(({ flaky }) => flaky),
    search: searchText([id, name, suite, agent, reason, ...tags, ...said]),
  }
}

/** The card of a conversation of a plain run. Its id ends with the version, which the command line does not take, and which is part of what names it only where there are several. */
export function runCard(result: ConversationResult, versions: readonly string[], trends: readonly TrendStrip[]): Card {
  const { name, suite, agent, version, tags, verdict } = result
  const id = result.id.endsWith(` ${version}`) ? result.id.slice(0, -version.length - 1) : result.id
  const label = versions.length > 1 ? result.id : id
  const reason = reasonOf(result)
  return {
    key: label,
    ...{ id, name, suite, agent, tags, verdict, certainty: null, excused: null, reason },
    runs: [attemptsOf(result)],
    flakyOverRuns: trends.some(({ flaky }) => flaky),
    search: searchText([label, name, suite, agent, reason, ...tags, spokenText([result])]),
  }
}

/** What the first failure says, where the conversation itself gives no reason. */
function reasonOf(result: ConversationResult): string {
  if (result.reason !== null) return result.reason
  const { attempts } = result
  if (attempts !== undefined) return `${attempts.passed} of ${attempts.times} attempts passed, ${attempts.pass} must`
  const first = makeNotes(result).find(({ tone }) => tone !== 'passed' && tone !== 'reference')
  if (first === undefined) return result.turns.length === 1 ? '1 turn' : `${result.turns.length} turns`
  const where = first.turn === null ? '' : `turn ${first.turn + 1}: `
  return `${where}${first.text.split('\n', 1)[0] ?? ''}`
}

function attemptsOf({ attempts, verdict }: ConversationResult): Verdict[] {
  if (attempts === undefined) return [verdict]
  const { passed, failed, unjudged } = attempts
  const repeat = (times: number, each: Verdict): Verdict[] => Array.from({ length: times }, () => each)
  return [...repeat(passed, 'passed'), ...repeat(failed, 'failed'), ...repeat(unjudged, 'errored')]
}

const searchText = (parts: readonly string[]): string => parts.join('\n').toLowerCase()
