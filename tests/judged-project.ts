import { join } from 'node:path'
import { type SettlingFlags, settle } from '../src/app/config/settings.ts'
import { openJudges } from '../src/app/judging/open-judges.ts'
import { choosePlans } from '../src/app/suites/choose-plans.ts'
import { readSuites } from '../src/app/suites/read-suites.ts'
import { tapeExitCode } from '../src/app/tapes/play-tapes.ts'
import { openTapes, type TapeMode } from '../src/app/tapes/tapes.ts'
import { performRun } from '../src/engine/perform-run.ts'
import { exitCode, type RunResult } from '../src/engine/run-result.ts'
import { createAllowance } from '../src/engine/verdict/budget/allowance.ts'

/** The result of a run with tapes. */
export interface Ran {
  result: RunResult
  code: number
  notes: string
}

/** Does what a run with `--tape` does, without reports, in a folder with `suites`, `shop` and a config. */
export async function runTaped(
  folder: string,
  mode: TapeMode,
  flags: SettlingFlags & { askJudges?: boolean } = {},
): Promise<Ran> {
  const options = {
    config: join(folder, 'tableread.config.yaml'),
    tapes: join(folder, 'tapes'),
    workspace: join(folder, 'shop'),
    ...flags,
  }
  const settings = { ...(await settle([join(folder, 'suites')], options, {})), folder }
  const read = readSuites({ suites: settings.suites, folder })
  const tapes = await openTapes(choosePlans(read, settings, {}), settings, mode, {
    askJudges: flags.askJudges === true,
  })
  const { judges } = openJudges(settings, createAllowance(settings.budgets))
  const result = await performRun(tapes.plans, {
    client: tapes.target.client,
    target: tapes.target.name,
    tableread: '0',
    concurrency: 4,
    reconcile: settings.reconcile,
    keepPassed: true,
    judges,
    problems: [...read.problems, ...tapes.problems],
    listen: tapes.listen,
    ...tapes.settings,
  })
  await tapes.target.close()
  const code = tapeExitCode(exitCode(result, null), result, tapes.notComparable)
  return { result, code, notes: tapes.notes().join('\n') }
}

/** A result without its times, ids and addresses, which differ between runs. */
export const steady = ({ result: { conversations, totals, judging } }: Ran): string =>
  JSON.stringify({ conversations, totals, judging }, (name, value) =>
    /^(startedAt|ms|turnMs|sessionId|createdAt|created_at|timestamp|id|url)$/i.test(name) ? 0 : value,
  )
