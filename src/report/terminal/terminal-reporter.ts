import { breathing } from '../../base/breathe.ts'
import { count } from '../../base/text/wording.ts'
import { countVerdicts, type RunEvent, type RunListener, type RunResult } from '../../engine/run-result.ts'
import type { BudgetUse } from '../../engine/verdict/budget/budget-use.ts'
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
import { describeLeast, describePassRate } from '../../engine/verdict/pass-rate.ts'
import { nameVerdict } from '../../engine/verdict/verdict.ts'
import { alignWords } from '../document/align-words.ts'
import { paintedText, plainText } from '../document/door.ts'
import { said, toned, type Words } from '../document/words.ts'
import { toneMark, toneTotals } from '../failures/format-verdict.ts'
import {
  describeJudged,
  describeJudgedAt,
  isAsExpected,
  listAdvice,
  listUnlicensed,
} from '../text/describe-judgement.ts'
import { formatTime } from '../text/figures.ts'
import type { Paint } from '../text/paint.ts'
import { failuresAlone, type Output, type ReportContext } from '../text/reporter.ts'
import { formatFailures, listCommands } from './format-failures.ts'
import { createProgressLine } from './progress-line.ts'

/** A line for each conversation, failures once a cause (`formatFailures`), places, totals; terminals show progress. */
export function reportToTerminal(
  { output, textOf, detail = failuresAlone, again = [], wholeOf }: ReportContext,
  paint: Paint,
): RunListener {
  const progress = createProgress(output, paint)
  const poor: ConversationResult[] = []
  let versions = 0
  let lastFile: string | undefined
  const print = (words: Words): void => progress.above(`${paintedText(words, paint)}\n`)
  const write = (lines: readonly Words[]): void => {
    if (lines.length > 0) output.write(`\n${lines.map((line) => paintedText(line, paint)).join('\n')}\n`)
  }
  const inOrder = createOrder((result) => {
    if (result.file !== lastFile) print(['\n', said(result.file)])
    lastFile = result.file
    for (const line of [conversationLine(result, versions > 1), ...adviceLines(result)]) print(line)
    if (!['passed', 'skipped', 'expected fail'].includes(result.verdict)) poor.push(result)
  })
  const end = async ({
    result: run,
    interrupted,
    budgets = [],
  }: Extract<RunEvent, { kind: 'done' }>): Promise<void> => {
    progress.end()
    const results = poor.filter(({ verdict }) => verdict !== 'not reached')
    const breathe = breathing()
    for (const block of formatFailures(results, { textOf, detail, columns: output.columns, wholeOf }, paint)) {
      output.write(`\n${block}\n`)
      await breathe()
    }
    write(budgetLines(budgets))
    if (again !== null) write(listCommands(results, { target: run.target, flags: again }, detail))
    write(summaryLines(run, interrupted))
    output.flush?.()
  }
  return (event: RunEvent) => {
    progress.update(event)
    if (event.kind === 'begun') {
      versions = new Set(event.plans.map(({ version }) => version)).size
      inOrder.expect(event.plans.map(({ id }) => id))
      print(toned('dim', ['tableread  ', said(event.target)]))
    }
    if (event.kind === 'conversation done') inOrder.add(event.result)
    return event.kind === 'done' ? end(event) : undefined
  }
}

/** The last lines of a report: totals by version, then turns and time. */
function summaryLines(result: RunResult, interrupted: boolean): Words[] {
  const { conversations } = result
  const rows = result.versions.map((version): Words[] => {
    const own = conversations.filter((each) => each.version === version)
    return [said(version), [toneTotals(countVerdicts(own)), ' ', toned('dim', `of ${own.length}`)]]
  })
  const files = new Set(result.problems.map(({ file }) => file)).size
  const leftOutNote = describeLeftOut(result)
  const judged = describeJudged(conversations)
  const causes = describeCauses(conversations.map(({ cause }) => cause?.kind))
  const used = [describeUsage(result.usage), describeJudging(result.judging)].filter((each) => each !== null)
  const lines: Words[] = [
    ...(interrupted ? [toned('warn', 'interrupted: what ran is reported, the rest was not reached')] : []),
    ...(rows.length === 0 ? [toned('warn', 'nothing ran')] : alignWords(rows)),
    ...(files === 0 ? [] : [[toned('bad', `${files} broken ${files === 1 ? 'file' : 'files'}`), ', see above']]),
    ...(leftOutNote === null ? [] : [toned('warn', said(leftOutNote, longest))]),
    ...(result.passRate === undefined ? [] : [passRateLine(result.passRate, result.shard !== undefined)]),
    ...(result.seeds ?? []).map(
      (each): Words => [
        ...[said(each.name), ' [', said(each.version), ']  ', toned('dim', said(describeSeeds(each), longest))],
      ],
    ),
    ...(causes === null ? [] : [`causes: ${causes}`]),
    ...(judged === null ? [] : [toned('dim', said(judged, longest))]),
    ...listUnlicensed(conversations).map((why): Words => ['  ', toned('dim', said(why, longest))]),
    toned('dim', `${count(result.turns, 'turn')} in ${formatTime(result.ms)}`),
    ...used.map((line) => toned('dim', said(line, longest))),
  ]
  return lines.map((line) => [' ', line])
}

const gateWords = {
  held: ['good', 'gate open'],
  broken: ['bad', 'gate shut'],
  'not judged': ['warn', 'gate shut, not enough evidence'],
} as const

function passRateLine(rate: NonNullable<RunResult['passRate']>, isPart: boolean): Words {
  const [tone, word] = gateWords[rate.verdict]
  const rateText = `pass rate ${describePassRate(rate)}, ${describeLeast(rate)}`
  return isPart ? [rateText, toned('dim', '  merge judges it, over all shards')] : [toned(tone, word), `  ${rateText}`]
}

const longest = 4_000

/** One line for each conversation: mark, version, name, turns, time, and its place if it did not pass. */
export function conversationLine(result: ConversationResult, showVersion: boolean): Words {
  const { verdict, version, name, turns, ms, reason } = result
  const isUnrun = verdict === 'skipped' || verdict === 'unsafe'
  const size = isUnrun ? nameVerdict(verdict) : `${count(countSent(result), 'turn')}  ${formatTime(ms)}`
  const excused = verdict === 'expected fail' ? '  expected fail' : ''
  const tells = excused !== '' || verdict === 'skipped' || verdict === 'passed' || verdict === 'not reached'
  const why = !tells || reason === null ? '' : [excused === '' ? '  ' : ': ', said(reason, longest)]
  const place = verdict === 'passed' ? '' : ['  ', said(addressOf(result))]
  return [
    ...[' ', toneMark(verdict), ' ', showVersion ? [toned('dim', ['[', said(version), ']']), ' '] : ''],
    ...[said(name), '  ', toned('dim', [size, turns.map(noteRecovery).join(''), place, excused, why])],
  ]
}

/** Advice against one that passed, or that reached no finding, in short; failed ones show it in full. */
function adviceLines(result: ConversationResult): Words[] {
  if (result.verdict !== 'passed') return []
  const advice = listAdvice(result).filter(({ outcome }) => !isAsExpected(outcome))
  const lines = advice.slice(0, 3).map((each): Words => ['     ', said(describeJudgedAt(each), longest)])
  const restNote = advice.length > 3 ? [`     and ${advice.length - 3} more`] : []
  return [...lines, ...restNote].map((line) => toned('dim', line))
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

/** Shows how many conversations are done, how many turns were sent, and one conversation that is still running. */
function createProgress(output: Output, paint: Paint) {
  const running = new Set<string>()
  const state = { total: 0, done: 0, turns: 0 }
  const line = createProgressLine(
    output,
    paint,
    () => `${state.done}/${state.total}  ${count(state.turns, 'turn')}  ${plainText(said([...running][0] ?? ''))}`,
  )
  return {
    update(event: RunEvent) {
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

/** Passes each result to `show` once all before it in the plan have been shown, so that equal runs read the same. */
function createOrder(show: (result: ConversationResult) => void) {
  const waiting = new Map<string, ConversationResult>()
  let ids: readonly string[] = []
  let next = 0
  return {
    expect(all: readonly string[]) {
      ids = all
    },
    add(result: ConversationResult) {
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
export function budgetLines(budgets: readonly BudgetUse[]): Words[] {
  if (budgets.length === 0) return []
  const broken = budgets.filter(isBroken)
  const visible = new Set([...broken, ...budgets.filter((each) => !isBroken(each))].slice(0, most))
  const isMany = new Set(budgets.map(({ version }) => version)).size > 1
  const uses = budgets.filter((each) => visible.has(each))
  const restCount = budgets.length - uses.length
  const isUnknown = uses.some(({ unknown }) => unknown > 0)
  const heads = ['limit', 'times', 'p50', 'p95', 'max', 'over', ...(isUnknown ? ['not known'] : [])]
  const head: Words[] = [...(isMany ? [''] : []), 'latency', ...heads.map((name) => toned('dim', name))]
  const first = isMany ? 3 : 2
  return [
    ...alignWords(
      [head, ...uses.map((each) => rowOf(each, isMany, isUnknown))],
      heads.slice(1).map((_, index) => first + index),
    ),
    ...(restCount === 0
      ? []
      : [toned('dim', `and ${restCount} more ${restCount === 1 ? 'limit' : 'limits'}, none of them broken`)]),
  ].map((line) => [' ', line])
}

const isBroken = ({ over, unknown }: BudgetUse): boolean => over > 0 || unknown > 0

function rowOf(use: BudgetUse, isMany: boolean, isUnknown: boolean): Words[] {
  const { version, subject, tool, statistic, limit, count, p50, p95, max, over } = use
  const what = said(tool ?? subject)
  const bad = (number: number): Words => (number === 0 ? '-' : toned('bad', String(number)))
  return [
    ...(isMany ? [toned('dim', ['[', said(version), ']'])] : []),
    statistic === 'each' ? what : [what, `, ${statistic}`],
    limit,
    String(count),
    ...[p50, p95, max].map((ms) => (ms === null ? '-' : formatTime(ms))),
    bad(over),
    ...(isUnknown ? [bad(use.unknown)] : []),
  ]
}
