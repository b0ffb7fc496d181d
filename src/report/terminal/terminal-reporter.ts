import { breathing } from '../../base/breathe.ts'
import { count } from '../../base/wording.ts'
import { countVerdicts, type RunEvent, type RunListener, type RunResult } from '../../engine/run-result.ts'
import type { BudgetUse } from '../../engine/verdict/budget-use.ts'
import { describeCauses } from '../../engine/verdict/cause-kind.ts'
import {
  addressOf,
  type ConversationResult,
  countSent,
  type TurnResult,
} from '../../engine/verdict/conversation-result.ts'
import { describeSeeds } from '../../engine/verdict/describe-seeds.ts'
import { describeJudging, describeUsage } from '../../engine/verdict/describe-usage.ts'
import { describeLeftOut } from '../../engine/verdict/part-of-run.ts'
import { nameVerdict } from '../../engine/verdict/verdict.ts'
import { alignRows, type Cell, type Row } from '../text/align-rows.ts'
import { describeJudged, isAsExpected, listAdvice, listUnlicensed, noteJudgedAt } from '../text/describe-judgement.ts'
import { formatTime } from '../text/figures.ts'
import { formatMark, formatTotals } from '../text/format-verdict.ts'
import { cleanLine } from '../text/line.ts'
import type { Paint } from '../text/paint.ts'
import { failuresAlone, type Output, type ReportContext } from '../text/reporter.ts'
import { createProgressLine, type ProgressLine } from './progress-line.ts'
import { listCommands, tellFailures } from './tell-failures.ts'

/**
 * The default report: a line for each conversation in file order, then the failures at their lines of the
 * suite, once for each cause (see `tellFailures`), then their places, then the totals. A terminal also shows
 * live progress on its last line; a pipe gets plain lines only.
 */
export function reportToTerminal(
  { output, textOf, detail = failuresAlone, again = [] }: ReportContext,
  paint: Paint,
): RunListener {
  const progress = createProgress(output, paint)
  const poor: ConversationResult[] = []
  let versions = 0
  let lastFile: string | undefined
  const print = (text: string): void => progress.above(`${text}\n`)
  const inOrder = createOrder((result) => {
    if (result.file !== lastFile) print(`\n${cleanLine(result.file)}`)
    lastFile = result.file
    print(formatConversation(result, versions > 1, paint))
    for (const line of formatAdvice(result, paint)) print(line)
    if (!['passed', 'skipped', 'expected fail'].includes(result.verdict)) poor.push(result)
  })
  const end = async ({
    result: run,
    interrupted,
    budgets = [],
  }: Extract<RunEvent, { kind: 'done' }>): Promise<void> => {
    progress.end()
    const told = poor.filter(({ verdict }) => verdict !== 'not reached')
    const breathe = breathing()
    for (const block of tellFailures(told, { textOf, detail, columns: output.columns }, paint)) {
      output.write(`\n${block}\n`)
      await breathe()
    }
    const used = formatBudgets(budgets, paint)
    if (used.length > 0) output.write(`\n${used.join('\n')}\n`)
    const commands = listCommands(told, { target: run.target, flags: again }, detail, paint)
    if (commands !== null) output.write(`\n${commands}\n`)
    output.write(`\n${formatSummary(run, interrupted, paint)}\n`)
    output.flush?.()
  }
  return (event: RunEvent) => {
    progress.update(event)
    if (event.kind === 'begun') {
      versions = new Set(event.plans.map(({ version }) => version)).size
      inOrder.expect(event.plans.map(({ id }) => id))
      print(paint.dim(`tableread  ${event.target}`))
    }
    if (event.kind === 'conversation done') inOrder.add(event.result)
    return event.kind === 'done' ? end(event) : undefined
  }
}

/** The last lines of a report: totals by version, then turns and time. */
function formatSummary(result: RunResult, interrupted: boolean, paint: Paint): string {
  const width = Math.max(...result.versions.map(({ length }) => length), 0)
  const rows = result.versions.map((version) => {
    const own = result.conversations.filter((each) => each.version === version)
    return ` ${version.padEnd(width)}  ${formatTotals(countVerdicts(own), paint)} ${paint.dim(`of ${own.length}`)}`
  })
  const files = new Set(result.problems.map(({ file }) => file)).size
  const left = describeLeftOut(result)
  const used = [describeUsage(result.usage), describeJudging(result.judging)].filter((each) => each !== null)
  const judged = describeJudged(result.conversations)
  const causes = describeCauses(result.conversations.map(({ cause }) => cause?.kind))
  return [
    ...(interrupted ? [paint.warn(' interrupted: what ran is reported, the rest was not reached')] : []),
    ...(rows.length === 0 ? [` ${paint.warn('nothing ran')}`] : rows),
    ...(files === 0 ? [] : [` ${paint.bad(`${files} broken ${files === 1 ? 'file' : 'files'}`)}, see above`]),
    ...(left === null ? [] : [` ${paint.warn(left)}`]),
    ...(result.seeds ?? []).map(
      (each) => ` ${cleanLine(`${each.name} [${each.version}]`)}  ${paint.dim(describeSeeds(each))}`,
    ),
    ...(causes === null ? [] : [` causes: ${causes}`]),
    ...(judged === null ? [] : [paint.dim(` ${judged}`)]),
    ...listUnlicensed(result.conversations).map((why) => `   ${paint.dim(why)}`),
    paint.dim(` ${count(result.turns, 'turn')} in ${formatTime(result.ms)}`),
    ...used.map((line) => paint.dim(` ${cleanLine(line)}`)),
  ].join('\n')
}

/** One line for each conversation: mark, version, name, turns, time, and its place if it did not pass. */
export function formatConversation(result: ConversationResult, showVersion: boolean, paint: Paint): string {
  const { verdict, version, name, turns, ms, reason } = result
  const told = verdict === 'skipped' || verdict === 'unsafe'
  const size = told ? nameVerdict(verdict) : `${count(countSent(result), 'turn')}  ${formatTime(ms)}`
  const note = turns.map(noteRecovery).join('')
  const excused = verdict === 'expected fail' ? '  expected fail' : ''
  const tells = excused !== '' || verdict === 'skipped' || verdict === 'passed' || verdict === 'not reached'
  const place = verdict === 'passed' ? '' : `  ${cleanLine(addressOf(result))}`
  return [
    ` ${formatMark(verdict, paint)}`,
    ...(showVersion ? [paint.dim(`[${version}]`)] : []),
    `${cleanLine(name)} `,
    paint.dim(
      `${size}${note}${place}${excused}${tells && reason !== null ? `${excused === '' ? '  ' : ': '}${cleanLine(reason)}` : ''}`,
    ),
  ].join(' ')
}

/**
 * Advice against a conversation that passed nevertheless, or that reached no finding, in short; failed
 * conversations show advice in full.
 */
function formatAdvice(result: ConversationResult, paint: Paint): string[] {
  if (result.verdict !== 'passed') return []
  const advice = listAdvice(result).filter(({ outcome }) => !isAsExpected(outcome))
  const most = advice.slice(0, 3).map((each) => paint.dim(`     ${cleanLine(noteJudgedAt(each))}`))
  return advice.length <= 3 ? most : [...most, paint.dim(`     and ${advice.length - 3} more`)]
}

const howRecovered = {
  fetched: 'its answer was lost and found in the session',
  'sent again': 'it was sent again',
  'begun again': 'its answer was lost, and a fresh session begun',
}

function noteRecovery({ index, recovered }: TurnResult): string {
  if (recovered === undefined) return ''
  const isAgain = recovered.how === 'begun again'
  return `  turn ${index + 1}${isAgain ? '' : ' recovered'}: ${howRecovered[recovered.how]}`
}

/** The status line of a run. */
interface Progress extends Pick<ProgressLine, 'above' | 'end'> {
  update(event: RunEvent): void
}

/** Shows how many conversations are done, how many turns were sent, and one conversation that is still running. */
function createProgress(output: Output, paint: Paint): Progress {
  const running = new Set<string>()
  const state = { total: 0, done: 0, turns: 0 }
  const line = createProgressLine(
    output,
    paint,
    () => `${state.done}/${state.total}  ${count(state.turns, 'turn')}  ${cleanLine([...running][0] ?? '')}`,
  )
  return {
    update(event) {
      if (event.kind === 'begun') {
        state.total = event.plans.length
        line.begin()
      } else if (event.kind === 'conversation begun') running.add(event.plan.conversation.name.value)
      else if (event.kind === 'turn done') state.turns += 1
      else if (event.kind === 'conversation done') {
        state.done += 1
        running.delete(event.result.name)
      }
    },
    above: line.above,
    end: line.end,
  }
}

/** Releases results in plan order, however they arrive, so that equal runs read the same. */
interface Order {
  expect(ids: readonly string[]): void
  add(result: ConversationResult): void
}

/** Passes each result to `show` once all results before it have been shown. */
function createOrder(show: (result: ConversationResult) => void): Order {
  const waiting = new Map<string, ConversationResult>()
  let ids: readonly string[] = []
  let next = 0
  return {
    expect(all) {
      ids = all
    },
    add(result) {
      waiting.set(result.id, result)
      for (let ready = waiting.get(ids[next] ?? ''); ready !== undefined; ready = waiting.get(ids[next] ?? '')) {
        waiting.delete(ready.id)
        next += 1
        show(ready)
      }
    },
  }
}

/** The largest number of budgets listed, to keep the table short; broken ones come first. */
const most = 12

/** A table of measurements against the time limits of a run; no lines if there are no limits. */
export function formatBudgets(budgets: readonly BudgetUse[], paint: Paint): string[] {
  if (budgets.length === 0) return []
  const broken = budgets.filter(isBroken)
  const shown = new Set([...broken, ...budgets.filter((each) => !isBroken(each))].slice(0, most))
  const versions = new Set(budgets.map(({ version }) => version)).size > 1
  const listed = budgets.filter((each) => shown.has(each))
  const left = budgets.length - listed.length
  const unknown = listed.some((each) => each.unknown > 0)
  const heads = ['limit', ...['times', 'p50', 'p95', 'max', 'over', ...(unknown ? ['not known'] : [])]]
  const head: Row = [
    ...(versions ? [{ text: '' }] : []),
    { text: 'latency' },
    ...heads.map((text, index): Cell => ({ text, paint: paint.dim, ...(index === 0 ? {} : { align: 'right' }) })),
  ]
  return [
    ...alignRows([head, ...listed.map((each) => toRow(each, versions, unknown, paint))]),
    ...(left === 0 ? [] : [paint.dim(`and ${left} more ${left === 1 ? 'limit' : 'limits'}, none of them broken`)]),
  ].map((line) => ` ${line}`)
}

function isBroken({ over, unknown }: BudgetUse): boolean {
  return over > 0 || unknown > 0
}

function toRow(use: BudgetUse, versions: boolean, unknown: boolean, paint: Paint): Row {
  const { version, subject, tool, statistic, limit, count, p50, p95, max, over } = use
  const what = tool ?? subject
  const right = (text: string, colour?: Cell['paint']): Cell => ({
    text,
    align: 'right',
    ...(colour === undefined ? {} : { paint: colour }),
  })
  const time = (ms: number | null): Cell => right(ms === null ? '-' : formatTime(ms))
  const bad = (found: number): Cell => (found === 0 ? right('-') : right(String(found), paint.bad))
  return [
    ...(versions ? [{ text: `[${version}]`, paint: paint.dim }] : []),
    { text: statistic === 'each' ? what : `${what}, ${statistic}` },
    { text: limit },
    right(String(count)),
    time(p50),
    time(p95),
    time(max),
    bad(over),
    ...(unknown ? [bad(use.unknown)] : []),
  ]
}
