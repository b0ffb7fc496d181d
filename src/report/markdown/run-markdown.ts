import { cutText } from '../../base/privacy/cut.ts'
import { count } from '../../base/wording.ts'
import { countVerdicts, type RunResult } from '../../engine/run-result.ts'
import { describeCauses } from '../../engine/verdict/cause-kind.ts'
import { addressOf, type ConversationResult } from '../../engine/verdict/conversation-result.ts'
import { describeSeeds } from '../../engine/verdict/describe-seeds.ts'
import { describeJudging, describeUsage } from '../../engine/verdict/describe-usage.ts'
import { nameVerdict, type Verdict, verdicts } from '../../engine/verdict/verdict.ts'
import type { TextOf } from '../junit/run-junit.ts'
import { formatCoverage } from '../terminal/format-coverage.ts'
import { describeRecovery } from '../text/describe-exchange.ts'
import { describeJudged, isAsExpected, listAdvice, listUnlicensed, noteJudgement } from '../text/describe-judgement.ts'
import { formatTime } from '../text/figures.ts'
import { formatFailure } from '../text/format-failure.ts'
import { createPaint } from '../text/paint.ts'
import {
  type Block,
  cell,
  commentLimit,
  details,
  escapeCode,
  escapeText,
  fenceLines,
  fitBlocks,
  fixed,
  leftOutLine,
  marker,
  tableHead,
  tableRow,
} from './blocks.ts'

const marks: Record<Verdict, string> = {
  failed: '❌',
  flaky: '🎲',
  errored: '⚠️',
  broken: '❌',
  'not reached': '⚠️',
  'expected fail': '🙈',
  skipped: '➖',
  unsafe: '🛡️',
  passed: '✅',
}
const gravity: readonly Verdict[] = ['broken', 'failed', 'flaky', 'errored', 'unsafe', 'not reached']
const plain = createPaint(false)
/** The largest number of conversations to write failures of; far more than fit. */
const mostDetails = 1_000

/**
 * A run as a pull-request comment or job summary: the verdict, the conversations that did not pass, most serious first,
 * and collapsed details. At most `limit` characters; what is left out is counted.
 */
export function formatRunMarkdown(result: RunResult, textOf: TextOf, limit: number = commentLimit): string {
  const poor = result.conversations
    .filter(({ verdict }) => gravity.includes(verdict))
    .toSorted((one, other) => gravity.indexOf(one.verdict) - gravity.indexOf(other.verdict))
  const failed = poor.filter(({ verdict }) => verdict !== 'not reached')
  const told = failed.slice(0, mostDetails)
  const blocks: Block[] = [
    fixed(`${marker}\n## ${describeRun(result)}\n\n${leftOutLine(result)}`),
    {
      head: tableHead([
        'version',
        ...present(result).map((verdict) => `${marks[verdict]} ${nameVerdict(verdict)}`),
        'of',
      ]),
      items: result.versions.map((version) => versionRow(result, version)),
      tail: '\n',
      left: (count) => (count === 0 ? '' : `${count} more versions\n\n`),
      share: 0.1,
    },
    {
      head: 'Files that could not be read as suites:\n\n',
      items: result.problems.map(
        ({ file, at, message }) => `- ${escapeCode(`${file}:${at.line}`)} ${escapeText(cutText(message, 300))}\n`,
      ),
      tail: '\n',
      left: (count) => (count === 0 ? '' : `${count} more problems of files\n\n`),
      share: 0.1,
    },
    {
      head: 'Simulated users over seeds:\n\n',
      items: (result.seeds ?? []).map(
        (each) => `- <strong>${cell(each.name)}</strong> (${cell(each.version)}): ${cell(describeSeeds(each))}\n`,
      ),
      tail: '\n',
      left: (count) => (count === 0 ? '' : `${count} more simulated users\n\n`),
      share: 0.1,
    },
    {
      head: tableHead(['', 'conversation', 'version', 'turn', 'cause', 'why']),
      items: poor.map(poorRow),
      tail: '\n',
      left: (count) =>
        count === 0 ? '' : `${count} more conversations are not shown: the HTML and JSON reports have them.\n\n`,
      share: 0.4,
    },
    {
      head: 'Recovered turns, whose exchange with the service broke:\n\n',
      items: result.conversations.flatMap(recoveredRows),
      tail: '\n',
      left: (count) => (count === 0 ? '' : `${count} more recovered turns\n\n`),
      share: 0.1,
    },
    {
      head: 'Judges without a licence advise, which counts for nothing:\n\n',
      items: result.conversations.flatMap(adviceRows),
      tail: '\n',
      left: (count) => (count === 0 ? '' : `${count} more pieces of advice\n\n`),
      share: 0.1,
    },
    {
      ...fixed(''),
      items: told.map((each) => failureDetails(each, textOf)),
      left: (count) =>
        count === 0
          ? ''
          : `The failures of ${count + failed.length - told.length} more conversations are not shown.\n\n`,
      share: 1,
    },
    {
      ...fixed(''),
      items: result.coverage.agents.map((agent) =>
        details(
          `Coverage of ${escapeText(agent.agent)} (${escapeText(agent.version)})`,
          fenceLines(formatCoverage({ agents: [agent] }, plain).split('\n')),
        ),
      ),
      left: (count) => (count === 0 ? '' : 'Some of the coverage is not shown.\n\n'),
      share: 1,
    },
    fixed(`<sub>${footer(result)}</sub>\n`),
  ]
  return fitBlocks(
    blocks.filter(({ head, items }) => items.length > 0 || /^<|^$/.test(head)),
    limit,
  )
}

function describeRun({ totals, conversations, problems, versions }: RunResult): string {
  const on = versions.length === 0 ? '' : ` on ${versions.map(escapeText).join(' and ')}`
  const bad = totals.failed + totals.flaky
  const of = `${conversations.length} ${conversations.length === 1 ? 'conversation' : 'conversations'}${on}`
  if (conversations.length === 0) return '⚠️ Nothing ran'
  if (bad > 0) return `❌ ${bad} of ${of} failed`
  if (totals.broken > 0 || problems.length > 0)
    return `❌ Scripts are broken: ${totals.broken} of ${of}, ${count(problems.length, 'problem')} of files`
  const unjudged = totals.errored + totals['not reached']
  if (unjudged > 0) return `⚠️ ${unjudged} of ${of} could not be judged`
  if (totals.unsafe > 0) return `🛡️ ${totals.unsafe} of ${of} were skipped: unsafe`
  return totals.passed + totals['expected fail'] === 0 ? '⚠️ Nothing ran' : `✅ ${totals.passed} of ${of} passed`
}

function present({ totals }: RunResult): Verdict[] {
  return verdicts.filter((verdict) => totals[verdict] > 0)
}

function versionRow(result: RunResult, version: string): string {
  const own = result.conversations.filter((each) => each.version === version)
  const counts = countVerdicts(own)
  return tableRow([
    escapeText(version),
    ...present(result).map((verdict) => String(counts[verdict])),
    String(own.length),
  ])
}

function poorRow(result: ConversationResult): string {
  const { verdict, suite, name, version, turns, cause } = result
  const turn = turns.find(
    (each) => each.verdict === 'failed' || each.verdict === 'errored' || each.verdict === 'unsafe',
  )
  return tableRow([
    `${marks[verdict]} ${nameVerdict(verdict)}`,
    `${cell(suite)} › <strong>${cell(name)}</strong><br>${escapeCode(cutText(addressOf(result), 200))}`,
    cell(version),
    turn === undefined ? '' : String(turn.index + 1),
    cause?.kind ?? '',
    cell(whyOf(result)),
  ])
}

function recoveredRows(result: ConversationResult): string[] {
  const { version, turns } = result
  return turns.flatMap(({ index, recovered }) => {
    if (recovered === undefined) return []
    const place = `${escapeCode(addressOf(result))} (${cell(version)}) turn ${index + 1}`
    return [`- ${place}: ${cell(describeRecovery(recovered))}\n`]
  })
}

/** Advice other than what the script expects, including no finding; the rest is counted in the last line. */
function adviceRows(result: ConversationResult): string[] {
  return listAdvice(result).flatMap(({ turn, outcome }) => {
    if (isAsExpected(outcome)) return []
    const where = turn === null ? '' : ` turn ${turn + 1}`
    const place = `${escapeCode(addressOf(result))} (${cell(result.version)})${where}`
    return [`- ${place}: 💬 ${cell(noteJudgement(outcome))}\n`]
  })
}

/** The first failure, without its place. */
function whyOf(result: ConversationResult): string {
  const lines = formatFailure(result, undefined, plain).split('\n')
  const found = lines.find((line) => /:\d+:\d+: /.test(line))
  return result.reason ?? found?.replace(/^.*?:\d+:\d+: /, '') ?? ''
}

function failureDetails(result: ConversationResult, textOf: TextOf): string {
  const lines = formatFailure(result, textOf(result.file), plain).split('\n')
  const shown = lines.slice(0, 60).map((line) => cutText(line, 400))
  const more = lines.length > 60 ? [`… ${lines.length - 60} more lines`] : []
  return details(`${cell(result.name)} (${cell(result.version)})`, fenceLines([...shown, ...more]))
}

function footer({ tableread, turns, ms, target, shard, usage, judging, conversations }: RunResult): string {
  const used = [describeUsage(usage), describeJudging(judging)].filter((each) => each !== null)
  const judged = describeJudged(conversations)
  const causes = describeCauses(conversations.map(({ cause }) => cause?.kind))
  const parts = [
    `Tableread ${cell(tableread)}`,
    `${count(turns, 'turn')} in ${formatTime(ms)}`,
    ...used.map(cell),
    ...(causes === null ? [] : [`causes: ${causes}`]),
    ...(judged === null ? [] : [cell(judged)]),
    ...listUnlicensed(conversations).map(cell),
    cell(target),
  ]
  return [...parts, ...(shard === undefined ? [] : [`shard ${shard.index} of ${shard.of} alone`])].join(' · ')
}
