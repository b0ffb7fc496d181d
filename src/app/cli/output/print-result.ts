import type { Comparison } from '../../../compare/comparison.ts'
import type { RunListener, RunResult } from '../../../engine/run-result.ts'
import { type BudgetUse, createBudgets } from '../../../engine/verdict/budget/budget-use.ts'
import { isInterrupted } from '../../../engine/verdict/conclude.ts'
import { comparisonDocument } from '../../../report/studies/comparison.ts'
import { formatComparison } from '../../../report/terminal/report-comparison.ts'
import { jsonParts } from '../../../report/text/json-parts.ts'
import { createPaint } from '../../../report/text/paint.ts'
import type { TextOf } from '../../../report/text/reporter.ts'
import { mainOutput } from '../../edge/print.ts'
import { reportContext } from '../../formats/reported.ts'
import { formatReport, printedFormat } from '../../reports/write-reports.ts'
import { chooseReporters, type ReportFlags } from './reporters.ts'

export type ShowFlags = Pick<ReportFlags, 'reporter' | 'json' | 'coverage' | 'trace' | 'allFailures' | 'html'>

export async function printResult(result: RunResult | Comparison, flags: ShowFlags, textOf: TextOf): Promise<void> {
  if (!('kind' in result)) {
    await replay(result, chooseReporters(flags, textOf, false))
    return
  }
  const name = printedFormat(flags)
  const { output, colours } = mainOutput(name ?? flags.reporter)
  if (name === 'json') for (const piece of jsonParts(result)) output.write(piece)
  else if (name !== null) output.write(await formatReport(name, result, reportContext(textOf)))
  else {
    const all = flags.allFailures === true
    const document = comparisonDocument(result, { all, textOf })
    output.write(`${formatComparison(document, createPaint(colours), output, { all, page: flags.html })}\n`)
  }
  output.flush?.()
}

/** Replays a finished run to a reporter as if it were running now. */
async function replay(result: RunResult, tell: RunListener): Promise<void> {
  await tell({ kind: 'begun', target: result.target, plans: result.conversations })
  for (const each of result.conversations) await tell({ kind: 'conversation done', result: each })
  const interrupted = result.conversations.some(isInterrupted)
  const budgets = budgetsOf(result)
  await tell({ kind: 'done', result, interrupted, ...(budgets === null ? {} : { budgets }) })
}

/** What was measured against limits; null if a conversation was repeated: only one attempt is stored. */
function budgetsOf({ conversations }: RunResult): BudgetUse[] | null {
  if (conversations.some(({ attempts }) => attempts !== undefined)) return null
  const budgets = createBudgets()
  for (const each of conversations) {
    budgets.addAttempt(each)
    budgets.addStatistics(each)
  }
  return budgets.read()
}
