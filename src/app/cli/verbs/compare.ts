import { comparisonExitCode } from '../../../compare/comparison-exit-code.ts'
import type { Side } from '../../../compare/model/side.ts'
import type { Pairing } from '../../../compare/pairing.ts'
import { performComparison } from '../../../compare/perform-comparison.ts'
import { createAllowance } from '../../../engine/verdict/allowance.ts'
import { knownFunctions } from '../../../engine/verdict/known-functions.ts'
import type { PerformContext } from '../../../engine/verdict/perform-conversation.ts'
import { shareClock } from '../../../suite/plan/moves-clock.ts'
import { countLeftOut } from '../../project/count-left-out.ts'
import { cutShard, type ShardFlags } from '../../project/cut-shard.ts'
import { findSuites } from '../../project/find-suites.ts'
import { interruptible } from '../../project/interrupt.ts'
import { keepComparison } from '../../project/keep-history.ts'
import { openConcealer, type ShowPrivateFlag } from '../../project/open-concealer.ts'
import { type OpenSides, openSides, type SideFlags } from '../../project/open-sides.ts'
import { tablereadVersion } from '../../project/package-version.ts'
import { complain, warn } from '../../project/print.ts'
import { suiteTexts } from '../../project/read-result-file.ts'
import { describeEmpty } from '../../project/read-shard.ts'
import { readSides, type SideSpec } from '../../project/read-side.ts'
import { readSuites } from '../../project/read-suites.ts'
import { type SettlingFlags, settle } from '../../project/settings.ts'
import { openSinks } from '../../project/sinks.ts'
import { type FileFlags, writeReports } from '../output/write-reports.ts'
import { agentDifferences } from './agent-differences.ts'
import { choosePairings } from './choose-pairings.ts'
import { type ComparisonReportFlags, chooseComparisonReporter } from './comparison-reporter.ts'
import { type CountFlags, readCounts } from './read-counts.ts'

/** The flags of `tableread compare`. */
export interface CompareFlags
  extends SettlingFlags,
    SideFlags,
    CountFlags,
    ShardFlags,
    ComparisonReportFlags,
    FileFlags,
    ShowPrivateFlag {
  name?: string
  tags?: string[]
  quarantine?: string
  calibrate?: boolean
  confirm?: boolean
}

/**
 * `tableread compare [a] [b] [paths…]`: runs conversations on both sides, paired, and gives the exit code of the gate
 * (see `comparisonExitCode`). Without sides: default against draft.
 * @throws UsageError when there is nothing to compare or the flags make no sense
 */
export async function compare(args: readonly string[], flags: CompareFlags): Promise<number> {
  const { sides, paths } = readSides(args)
  const counts = readCounts(flags)
  const settled = await settle(paths, flags, process.env)
  const read = readSuites(findSuites(settled.suites, settled.folder), settled.folder)
  const all = choosePairings(read, settled, {
    ...flags,
    sides,
    pairs: counts.pairs,
    quarantine: flags.quarantine ?? settled.quarantine,
    partial: paths.length > 0,
  })
  const part = cutShard(all, flags, ({ plans }) => [plans.a, plans.b]) ?? null
  const pairings = part?.items ?? all
  const sinks = openSinks()
  const report = sinks.hear(chooseComparisonReporter(flags))
  const opened = await openSides(settled, flags)
  const interrupt = interruptible()
  const allowance = createAllowance(settled.budgets)
  const conceal = openConcealer(settled, flags)
  const contextOf = async (side: 'a' | 'b'): Promise<PerformContext> => ({
    client: opened[side].target.client,
    reconcile: settled.reconcile,
    functions: await knownFunctions(opened[side].target.client, warn, interrupt.signal),
    signal: interrupt.signal,
    allowance,
    conceal,
  })
  const same = sameSides(sides.a, sides.b) && opened.a === opened.b
  const sideOf = (spec: SideSpec, target: string, again = ''): Side => ({
    ...spec,
    target,
    label: `${labelOf(spec)}${again}`,
  })
  try {
    const a = await contextOf('a')
    const contexts = { a, b: opened.a === opened.b ? a : await contextOf('b') }
    const comparison = await performComparison(pairings, {
      ...counts,
      sides: {
        a: sideOf(sides.a, opened.a.target.name),
        b: sideOf(sides.b, opened.b.target.name, same ? ' again' : ''),
      },
      contexts,
      calibrate: same ? 'only' : flags.calibrate === true ? 'floor' : 'no',
      confirm: flags.confirm !== false,
      concurrency: sharesClock(pairings, opened) ? 1 : opened.lanes,
      policy: settled.gate,
      agents: same ? [] : conceal.rest(await agentDifferences(pairings, opened, settled.folder)),
      problems: read.problems,
      ...(part === null ? {} : { shard: part.shard }),
      leftOutByOnly: countLeftOut(read, settled, flags),
      tableread: tablereadVersion(),
      signal: interrupt.signal,
      listen: report,
    })
    const kept = await keepComparison(settled, comparison, pairings)
    await writeReports(comparison, flags, suiteTexts(), sinks, { history: kept })
    for (const note of opened.paceNotes()) complain(`${note}\n`)
    const empty = part === null || read.problems.length > 0 ? null : describeEmpty(part.shard)
    if (empty !== null) complain(`${empty}\n`)
    if (empty !== null && !interrupt.signal.aborted) return sinks.exitCode(0)
    return sinks.exitCode(comparisonExitCode(comparison, interrupt.signal.aborted ? interrupt.signal.reason : null))
  } finally {
    interrupt.release()
    await opened.close()
  }
}

/** Whether a conversation advances a clock that others live by, on either side. */
function sharesClock(pairings: readonly Pairing[], opened: OpenSides): boolean {
  return (['a', 'b'] as const).some((side) =>
    shareClock(
      pairings.map(({ plans }) => plans[side]),
      opened[side].target.client,
    ),
  )
}

function labelOf({ agent, version }: SideSpec): string {
  return agent === null ? version : `${agent}@${version}`
}

function sameSides(a: SideSpec, b: SideSpec): boolean {
  return a.agent === b.agent && a.version === b.version
}
