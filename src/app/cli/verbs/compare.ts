import { type AgentDifference, compareBlueprints } from '../../../compare/blueprint/compare-blueprints.ts'
import { type BlueprintSources, seeBlueprint } from '../../../compare/blueprint/see-blueprint.ts'
import { comparisonExitCode } from '../../../compare/comparison.ts'
import type { Side, SideKey } from '../../../compare/model/conversation-comparison.ts'
import type { Pairing } from '../../../compare/pairing.ts'
import { performComparison } from '../../../compare/perform-comparison.ts'
import { keepBlueprint, readKeptBlueprint } from '../../../records/snapshots/kept-blueprint.ts'
import { type ComparisonListener, reportComparison } from '../../../report/comparison/report-comparison.ts'
import { formatJson } from '../../../report/text/finish-text.ts'
import { createPaint } from '../../../report/text/paint.ts'
import { shareClock } from '../../../suite/plan/plan.ts'
import { annotateLines } from '../../project/annotate-lines.ts'
import { countLeftOut } from '../../project/choose-plans.ts'
import { readShare, readWhole } from '../../project/flag-values.ts'
import { keepComparison } from '../../project/keep-history.ts'
import { localConfigs } from '../../project/local-agents.ts'
import type { ShowPrivateFlag } from '../../project/open-concealer.ts'
import { openProject, openRun } from '../../project/open-run.ts'
import { tablereadVersion } from '../../project/package-version.ts'
import { mainOutput, warn } from '../../project/print.ts'
import { insistDifferent } from '../../project/revisions.ts'
import type { SettlingFlags } from '../../project/settings.ts'
import { readShardFlags, type ShardFlags } from '../../project/shards.ts'
import { listAgents } from '../../project/shown-blueprints.ts'
import {
  choosePairings,
  type OpenSides,
  openSides,
  readSides,
  type SideFlags,
  type SideService,
  type SideSpec,
  settleSides,
} from '../../project/sides.ts'
import type { Revision } from '../../project/speak-revisions.ts'
import { UsageError } from '../../project/usage-error.ts'
import { type FileFlags, writeReports } from '../../project/write-reports.ts'

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
  const { sides: written, paths } = readSides(args)
  const counts = readCounts(flags)
  const cut = readShardFlags(flags)
  const opened = await openProject(paths, flags)
  const { sides, settled } = await settleSides(written, opened.settled, flags)
  const project = { ...opened, settled }
  const { read, conceal } = project
  const all = choosePairings(read, settled, {
    ...flags,
    sides,
    pairs: counts.pairs,
    quarantine: flags.quarantine ?? settled.quarantine,
    partial: paths.length > 0,
  })
  const part = await cut(all, ({ plans }) => [plans.a, plans.b], settled)
  const pairings = part.items.map((each) => ({ ...each, excused: conceal.rest(each.excused) }))
  const agents = pairings.map(({ plans: { a, b } }) => ({ a: a.agent.value, b: b.agent.value }))
  await insistDifferent(settled, { a: sides.a.version, b: sides.b.version }, agents)
  const sideOf = (spec: SideSpec, target: string, again = ''): Side => ({
    ...spec,
    target,
    label: `${labelOf(spec)}${again}`,
  })
  const open = (): Promise<OpenSides> => openSides(settled, flags)
  return openRun(project, open, async ({ service: opened, signal, interrupted, sinks, contextOf }) => {
    const same = sameSides(sides.a, sides.b) && opened.a === opened.b
    const a = await contextOf(opened.a.target)
    const contexts = { a, b: opened.a === opened.b ? a : await contextOf(opened.b.target) }
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
      agents: same ? [] : conceal.rest(await agentDifferences(pairings, opened, settled)),
      problems: read.problems,
      ...(part.shard === null ? {} : { shard: part.shard }),
      leftOutByOnly: countLeftOut(read, settled, flags),
      tableread: tablereadVersion(),
      signal,
      listen: sinks.hear(chooseComparisonReporter(flags)),
    })
    const kept = await keepComparison(settled, comparison, pairings)
    await writeReports(comparison, flags, project.textOf, sinks, { history: kept })
    await sinks.fill(() => annotateLines(comparison, process.env))
    if (part.tellEmpty(read.problems) && interrupted() === null) return 0
    return comparisonExitCode(comparison, interrupted())
  })
}

/** Whether a conversation, on either side, advances a clock that other conversations share. */
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

/** The flags that choose the reports of a comparison. */
interface ComparisonReportFlags {
  reporter: 'default' | 'plain' | 'json'
  json?: true | string
}

/** The report on standard output. `--json` alone takes it for itself. */
function chooseComparisonReporter(flags: ComparisonReportFlags): ComparisonListener {
  const main = flags.json === true ? 'json' : flags.reporter
  const { output, colours } = mainOutput(main)
  if (main !== 'json') return reportComparison(output, createPaint(colours))
  return (event) => {
    if (event.kind !== 'done') return
    output.write(`${formatJson(event.comparison)}\n`)
    output.flush?.()
  }
}

/** The flags that say how often a comparison runs, and how sure it must be. */
interface CountFlags {
  repeat?: string
  alpha?: string
  untilSure?: boolean
  turnBudget?: string
}

/** How often to run, and how sure to be. */
interface Counts {
  /** Null: as the scripts say. */
  pairs: number | null
  /** The level at which differences are called. */
  alpha: number
  untilSure: { pairs: number; turns: number } | null
}

/** Reads them. @throws UsageError for what is no number in its range */
function readCounts({ repeat, alpha, untilSure, turnBudget }: CountFlags): Counts {
  if (turnBudget !== undefined && untilSure !== true)
    throw new UsageError('--turn-budget limits --until-sure, which is not there', 'add --until-sure')
  return {
    pairs: repeat === undefined ? null : readWhole('--repeat', repeat, { most: 1_000 }),
    alpha: alpha === undefined ? 0.05 : readShare('--alpha', alpha, 0.5, 'write 0.05 for one false alarm in twenty'),
    untilSure:
      untilSure === true
        ? {
            pairs: 60,
            turns: turnBudget === undefined ? 5_000 : readWhole('--turn-budget', turnBudget, { most: 10_000_000 }),
          }
        : null,
  }
}

/**
 * What differs between the agents of the two sides: read from the files of a local workspace, which hold every version,
 * or from what the service lists and what earlier comparisons stored. The listing is stored under
 * `snapshots/blueprints/` of the folder for later comparisons.
 */
async function agentDifferences(
  pairings: readonly Pairing[],
  opened: OpenSides,
  settled: SourceSettings,
): Promise<AgentDifference[]> {
  const a = await sourcesOf(opened.a, settled)
  const sources = { a, b: opened.a === opened.b ? a : await sourcesOf(opened.b, settled) }
  const seen = (pairing: Pairing, side: SideKey): ReturnType<typeof seeBlueprint> => {
    const { agent, version } = pairing.plans[side]
    return seeBlueprint(agent.value, version, sources[side])
  }
  const byAgents = new Map(pairings.map((pairing) => [titleOf(pairing), pairing]))
  return [...byAgents].map(([title, pairing]) => compareBlueprints(title, seen(pairing, 'a'), seen(pairing, 'b')))
}

function titleOf({ plans }: Pairing): string {
  const [a, b] = [plans.a.agent.value, plans.b.agent.value]
  return a === b ? a : `${a} and ${b}`
}

/** Where blueprints are kept, and which versions are those of commits. */
interface SourceSettings {
  folder: string
  revisions: readonly Revision[]
}

async function sourcesOf(
  { target, workspace }: SideService,
  { folder, revisions }: SourceSettings,
): Promise<BlueprintSources> {
  if (workspace !== undefined)
    return { listed: null, findKept: () => null, readWorkspace: await localConfigs(workspace, revisions) }
  const listed = await listAgents(target.client)
  const today = new Date().toISOString().slice(0, 10)
  for (const blueprint of listed ?? []) {
    try {
      const { kind, path } = keepBlueprint(folder, blueprint, today)
      if (kind === 'changed') warn(`${path}: the service shows another blueprint under a number that was kept before`)
    } catch (error) {
      warn(`the blueprint of ${blueprint.agentId} could not be kept: ${(error as Error).message}`)
      break
    }
  }
  return {
    listed,
    findKept(agent, version) {
      const kept = readKeptBlueprint(folder, agent, version)
      if (kept.kind === 'unreadable') warn(`${kept.path} is no kept blueprint any more: ${kept.reason}`)
      return kept.kind === 'kept' ? kept.blueprint : null
    },
  }
}
