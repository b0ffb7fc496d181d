import { breathing } from '../../base/breathe.ts'
import type { RunEvent, RunListener } from '../../engine/run-event.ts'
import type { ConversationResult } from '../../engine/verdict/conversation-result.ts'
import { cleanLine } from '../text/clean-line.ts'
import { formatFailure } from '../text/format-failure.ts'
import { createOrder } from '../text/order.ts'
import type { Paint } from '../text/paint.ts'
import type { ReportContext } from '../text/reporter.ts'
import { formatBudgets } from './format-budgets.ts'
import { formatConversation } from './format-conversation.ts'
import { formatSummary } from './format-summary.ts'
import { createProgress } from './progress.ts'

/**
 * The default report: a line for each conversation, in the order of the files; then every failure on its line of the
 * suite; then the totals. On a terminal the last line shows live progress; in a pipe there are only plain lines.
 */
export function reportToTerminal({ output, textOf, detail }: ReportContext, paint: Paint): RunListener {
  const progress = createProgress(output, paint)
  const poor: ConversationResult[] = []
  let versions = 0
  let lastFile: string | undefined
  const print = (text: string): void => progress.above(`${text}\n`)
  const inOrder = createOrder((result) => {
    if (result.file !== lastFile) print(`\n${cleanLine(result.file)}`)
    lastFile = result.file
    print(formatConversation(result, versions > 1, paint))
    if (!['passed', 'skipped', 'expected fail'].includes(result.verdict)) poor.push(result)
  })
  const end = async ({
    result: run,
    interrupted,
    budgets = [],
  }: Extract<RunEvent, { kind: 'done' }>): Promise<void> => {
    progress.end()
    const breathe = breathing()
    for (const result of poor) {
      if (result.verdict === 'not reached') continue
      output.write(`\n${formatFailure(result, textOf(result.file), paint, detail, output.columns)}\n`)
      await breathe()
    }
    const used = formatBudgets(budgets, paint)
    if (used.length > 0) output.write(`\n${used.join('\n')}\n`)
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
