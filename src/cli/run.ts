import { redactKey } from '../client/redact-key.ts'
import { formatProblem } from '../grammar/format-problem.ts'
import type { Problem } from '../grammar/problem.ts'
import { exitCode } from '../results/exit-code.ts'
import { knownFunctions } from '../results/known-functions.ts'
import { performRun } from '../results/perform-run.ts'
import type { Plan } from '../runner/plan.ts'
import { choosePlans } from './choose-plans.ts'
import { findSuites } from './find-suites.ts'
import { interruptible } from './interrupt.ts'
import { tablereadVersion } from './package-version.ts'
import { quarantine } from './quarantine.ts'
import { readSuites } from './read-suites.ts'
import { chooseReporters, type ReportFlags } from './reporters.ts'
import { type SettlingFlags, settle } from './settings.ts'
import { openTarget } from './target.ts'

/** The flags of `tableread run`. */
export interface RunFlags extends SettlingFlags, ReportFlags {
  name?: string
  quarantine?: string
  tags?: string[]
  watch?: boolean
  ui?: boolean
}

/**
 * `tableread run`: reads suites, runs the conversations asked for, reports, and gives the exit code (see `exitCode`).
 * @throws UsageError when there is nothing to run or the flags make no sense
 */
export async function run(paths: readonly string[], flags: RunFlags): Promise<number> {
  const settled = await settle(paths, flags, process.env)
  if (flags.watch === true || flags.ui === true) return (await import('./run-in-vitest.ts')).runInVitest(settled, flags)
  const read = readSuites(findSuites(settled.suites, settled.folder), settled.folder)
  const chosen = choosePlans(read, settled, flags)
  const { quarantine: file = settled.quarantine } = flags
  const plans = file === null ? chosen : quarantine(chosen, file, choosePlans(read, settled, { ignoreOnly: true }))
  const textOf = (file: string): string | undefined => cleanText(read.texts.get(file), settled.apiKey)
  const reporters = chooseReporters(flags, textOf, settled.target !== null)
  complain(read.problems, read.texts)
  const target = await openTarget(settled)
  const interrupt = interruptible()
  try {
    const result = await performRun(plans, {
      client: target.client,
      target: target.name,
      tableread: tablereadVersion(),
      concurrency: plans.some(movesClock) ? 1 : settled.concurrency,
      reconcile: settled.reconcile,
      functions:
        (settled.reconcile || flags.coverage === true) && plans.length > 0
          ? await knownFunctions(target.client, interrupt.signal)
          : new Map(),
      keepPassed: flags.json !== undefined || flags.reporter === 'json',
      problems: read.problems,
      listen: (event) => {
        for (const report of reporters) report(event)
      },
      signal: interrupt.signal,
    })
    return exitCode(result, interrupt.signal.aborted ? interrupt.signal.reason : null)
  } finally {
    interrupt.release()
    await target.close()
  }
}

/** A clock is everybody's: conversations that move it cannot run beside others. */
function movesClock({ conversation }: Plan): boolean {
  return conversation.turns.some(({ step }) => step?.kind === 'advance clock')
}

/** A suite may hold the key, say as metadata; the excerpts of reports do not. */
function cleanText(text: string | undefined, apiKey: string | null): string | undefined {
  return text === undefined || apiKey === null ? text : redactKey(text, apiKey)
}

function complain(problems: readonly Problem[], texts: ReadonlyMap<string, string>): void {
  for (const problem of problems) process.stderr.write(`${formatProblem(problem, texts.get(problem.file))}\n\n`)
}
