import { type AgentDifference, compareBlueprints } from '../../compare/blueprint/compare-blueprints.ts'
import { type BlueprintSources, seeBlueprint } from '../../compare/blueprint/see-blueprint.ts'
import type { ChangedSelection, Comparison, ComparisonEvent } from '../../compare/comparison.ts'
import { withSmallestDrop } from '../../compare/gate/gate-policy.ts'
import type { Side, SideKey } from '../../compare/model/conversation-comparison.ts'
import type { Pairing } from '../../compare/pairing.ts'
import { performComparison } from '../../compare/perform-comparison.ts'
import type { Perform, PerformJournal } from '../../engine/perform/perform.ts'
import type { Shard, SkippedConversation } from '../../engine/verdict/part-of-run.ts'
import { joinTouched, type TouchedParts, touchedIn } from '../../engine/verdict/touched.ts'
import { readKeptBlueprint, saveBlueprint } from '../../records/snapshots/kept-blueprint.ts'
import { type Plan, shareClock } from '../../suite/plan/plan.ts'
import type { FindVersion } from '../agents/load-workspaces.ts'
import { findIdlePrompts, isIdlePrompt, localConfigs, localVersions } from '../agents/local-agents.ts'
import { isSameEverywhere } from '../agents/revisions.ts'
import type { Revision } from '../agents/speak-revisions.ts'
import { tablereadVersion } from '../edge/package-version.ts'
import { complain, warn } from '../edge/print.ts'
import { UsageError } from '../edge/usage-error.ts'
import type { CompareFlags } from '../flags/study-flags.ts'
import { readReviews } from '../suites/reviews.ts'
import { insistVersions } from '../target/insist-versions.ts'
import { listAgents } from '../target/load-shown-blueprints.ts'
import { type AgentPrints, printAgents } from './agent-prints.ts'
import type { OpenRun, ProjectSuites } from './open-run.ts'
import { recallEarlier } from './save-history.ts'
import {
  choosePairings,
  type OpenSides,
  type PairingChoice,
  type SideFlags,
  type SideService,
  type SideSpec,
  settingsOfSides,
  settleSides,
} from './sides.ts'

interface Prepared {
  project: ProjectSuites
  sides: Record<SideKey, SideSpec>
  pairings: readonly Pairing[]
  skipped: readonly SkippedConversation[]
  /** With `--changed`: what differs, and what is not run for it. */
  changed?: ChangedSelection
}

/** Which conversations to compare, and how often to run each. */
type ComparisonChoice = Omit<PairingChoice, 'sides'> & SideFlags

/** Settles the sides and chooses the conversations. @throws UsageError as `settleSides` and `choosePairings` do */
export async function prepareComparison(
  suites: ProjectSuites,
  sideSpecs: Record<SideKey, SideSpec>,
  choice: ComparisonChoice,
): Promise<Prepared> {
  const { sides, settled } = await settleSides(sideSpecs, suites.settled, choice)
  const { pairings, skipped } = choosePairings(suites.read, settled, { ...choice, sides })
  const { a, b } = settingsOfSides(settled, choice)
  const isOne = b === settled
  for (const [side, own] of [
    ['a', a],
    ['b', b],
  ] as const)
    if (!isOne || sides[side].version !== 'draft')
      // what has no draft is left out of a comparison of one service
      await insistVersions(
        pairings.map(({ plans }) => plans[side]),
        { ...own, versionsGiven: true },
      )
  return { project: { ...suites, settled }, sides, pairings, skipped: suites.conceal.rest(skipped) }
}

/** Those to compare, their excuses redacted: none where no agent differs between revisions, unless `changed` looks itself. */
export async function selectComparable(
  pairings: readonly Pairing[],
  { a, b }: Record<SideKey, SideSpec>,
  { settled, conceal }: ProjectSuites,
  { changed: looks = false }: Pick<CompareFlags, 'changed'> = {},
): Promise<Pick<Prepared, 'pairings' | 'changed'>> {
  const agents = pairings.map(({ plans }) => ({ a: plans.a.agent.value, b: plans.b.agent.value }))
  if (looks || !(await isSameEverywhere(settled, { a: a.version, b: b.version }, agents)))
    return { pairings: pairings.map((each) => ({ ...each, excused: conceal.rest(each.excused) })) }
  complain(
    `nothing differs between ${a.version} and ${b.version}, so nothing runs: a revision is the newest version with the files of its prompt as a commit had them; rules, tools and settings are those of now, which "npx tableread run" judges\n`,
  )
  const notRun = pairings.map(({ plans: { a: plan } }) => toldNotRun(plan, 'nothing differs'))
  return { pairings: [], changed: conceal.rest({ differs: [], notRun, selected: [] }) }
}

/** A conversation with the reason why it does not run, or why it does. */
export function toldNotRun({ file, conversation: { at, name } }: Plan, reason: string): SkippedConversation {
  return { file, line: at.line, name: name.value, reason }
}

/** How often to run, and how sure to be. */
export interface RunCounts {
  /** Null: as the scripts say. */
  pairs: number | null
  /** The significance level. */
  alpha: number
  /** Overrides the smallest drop of the config's gate. */
  smallestDrop?: number
  untilSure: { pairs: number; turns: number } | null
  /** Pairs only of what differs at a first look. @default false */
  quick?: boolean
  /** Take up what a break hides. @default false */
  deep?: boolean
}

interface Carrying extends RunCounts {
  /** Also run side a against itself. */
  calibrate: boolean
  /** Rerun what looks like a break. */
  confirm: boolean
  shard?: Shard
  leftOutByOnly: number
  /** Performs conversations on a queue, and how many at once. */
  queue?: { workers: Perform; concurrency: number }
  journal?: PerformJournal
  listen: (event: ComparisonEvent) => void | Promise<void>
}

/** Runs both sides and compares them. A side compared with itself only measures the noise. */
export async function compareSides(
  { project: { settled, read, conceal }, sides, pairings, skipped, changed }: Prepared,
  { service: openSides, signal, contextOf }: OpenRun<OpenSides>,
  { calibrate, queue, journal, listen, ...carrying }: Carrying,
): Promise<Compared> {
  const sideOf = (spec: SideSpec, target: string, again = ''): Side => ({
    ...spec,
    target,
    label: `${spec.agent === null ? '' : `${spec.agent}@`}${spec.version}${again}`,
  })
  const same = sameSides(sides.a, sides.b) && openSides.a === openSides.b
  for (const flag of ['quick', 'deep'] as const)
    if (carrying[flag] === true && openSides.a === openSides.b) insistTwoSides(flag, sides)
  const a = {
    ...(await contextOf(openSides.a.target)),
    ...(queue === undefined ? {} : { workers: queue.workers }),
    ...(journal === undefined ? {} : { journal }),
  }
  const contexts = { a, b: openSides.a === openSides.b ? a : await contextOf(openSides.b.target) }
  const sources = same ? null : await sourcesOfSides(openSides, settled)
  const finds = same ? null : await findsOfSides(openSides, settled.revisions)
  if (finds !== null) for (const { message } of findIdlePrompts(finds, pairings.map(askedOf))) warn(message)
  const printsOf = (side: SideKey): Promise<Map<string, string>> =>
    printAgents(side, openSides[side], { pairings, sources: sources?.[side] ?? null, revisions: settled.revisions })
  const keeps = settled.history !== null
  const prints = keeps ? { a: await printsOf('a'), b: await printsOf('b') } : { a: new Map(), b: new Map() }
  const trusted = sideOf(sides.a, openSides.a.target.name)
  const earlier = same ? new Map() : await recallEarlier(settled, trusted, pairings, prints.a)
  const touched = { a: new Map<string, TouchedParts>(), b: new Map<string, TouchedParts>() }
  const comparison = await performComparison(pairings, {
    ...carrying,
    sides: {
      a: trusted,
      b: sideOf(sides.b, openSides.b.target.name, same ? ' again' : ''),
    },
    contexts,
    calibrate: same ? 'only' : calibrate ? 'floor' : 'no',
    concurrency: sharesClock(pairings, openSides) ? 1 : (queue?.concurrency ?? openSides.lanes),
    policy: withSmallestDrop(settled.gate, carrying.smallestDrop),
    earlier,
    agents: sources === null ? [] : conceal.rest(agentDifferences(pairings, sources, finds)),
    reviews: same ? [] : readReviews(settled.reviews),
    ...{ problems: read.problems, skipped, ...(changed === undefined ? {} : { changed }) },
    tableread: tablereadVersion(),
    signal,
    listen(event) {
      if (keeps && event.kind === 'run done') {
        const { [event.side]: partsById } = touched
        partsById.set(
          event.pairing.id,
          joinTouched([partsById.get(event.pairing.id) ?? [], touchedIn(event.result)].flat()),
        )
      }
      return listen(event)
    },
  })
  return { comparison, prints, touched }
}

/** Finds the versions of agents on each side; null where a side is no workspace of files. */
async function findsOfSides(
  { a, b }: OpenSides,
  revisions: readonly Revision[],
): Promise<readonly [FindVersion, FindVersion] | null> {
  if (a.workspace === undefined || b.workspace === undefined) return null
  return [await localVersions(a.workspace, revisions), await localVersions(b.workspace, revisions)]
}

const askedOf = ({ plans: { a, b } }: Pairing) =>
  [
    { agent: a.agent.value, version: a.version },
    { agent: b.agent.value, version: b.version },
  ] as const

interface Compared {
  comparison: Comparison
  prints: AgentPrints
  touched: Record<SideKey, ReadonlyMap<string, TouchedParts>>
}

/** Whether a conversation, on either side, advances a clock that other conversations share. */
function sharesClock(pairings: readonly Pairing[], openSides: OpenSides): boolean {
  return (['a', 'b'] as const).some((side) =>
    shareClock(
      pairings.map(({ plans }) => plans[side]),
      openSides[side].target.client,
    ),
  )
}

/** @throws UsageError where a flag that tells two sides apart is given for one */
export function insistTwoSides(flag: 'quick' | 'deep' | 'changed', sides: Record<SideKey, SideSpec>): void {
  if (!sameSides(sides.a, sides.b)) return
  const message = `--${flag} has two sides to tell apart, and these are one`
  throw new UsageError(message, 'leave it out to measure the noise')
}

function sameSides(a: SideSpec, b: SideSpec): boolean {
  return a.agent === b.agent && a.version === b.version
}

/** From a workspace's files, or what the service lists and comparisons stored under `snapshots/blueprints/`. */
function agentDifferences(
  pairings: readonly Pairing[],
  sources: Record<SideKey, BlueprintSources>,
  finds: readonly [FindVersion, FindVersion] | null,
): AgentDifference[] {
  const sightOf = (pairing: Pairing, side: SideKey): ReturnType<typeof seeBlueprint> => {
    const { agent, version } = pairing.plans[side]
    return seeBlueprint(agent.value, version, sources[side])
  }
  const byAgents = new Map(pairings.map((pairing) => [titleOf(pairing), pairing]))
  return [...byAgents].map(([title, pairing]) => ({
    ...compareBlueprints(title, sightOf(pairing, 'a'), sightOf(pairing, 'b')),
    ...(finds !== null && isIdlePrompt(finds, askedOf(pairing)) ? { idlePrompt: true as const } : {}),
  }))
}

function titleOf({ plans }: Pairing): string {
  const [a, b] = [plans.a.agent.value, plans.b.agent.value]
  return a === b ? a : `${a} and ${b}`
}

async function sourcesOfSides(
  openSides: OpenSides,
  settings: SourceSettings,
): Promise<Record<SideKey, BlueprintSources>> {
  const a = await sourcesOf(openSides.a, settings)
  return { a, b: openSides.a === openSides.b ? a : await sourcesOf(openSides.b, settings) }
}

interface SourceSettings {
  folder: string
  revisions: readonly Revision[]
}

/** Where the blueprints of a side can be seen; what a service lists is stored for later. */
export async function sourcesOf(
  { target, workspace }: SideService,
  { folder, revisions }: SourceSettings,
): Promise<BlueprintSources> {
  if (workspace !== undefined)
    return { listed: null, findKept: () => null, readWorkspace: await localConfigs(workspace, revisions) }
  const blueprints = await listAgents(target.client)
  const today = new Date().toISOString().slice(0, 10)
  for (const blueprint of blueprints ?? []) {
    try {
      const { kind, path } = saveBlueprint(folder, blueprint, today)
      if (kind === 'changed')
        warn(`${path}: the service shows another configuration of the agent under a number that was kept before`)
    } catch (error) {
      warn(`the configuration of ${blueprint.agentId} could not be kept: ${(error as Error).message}`)
      break
    }
  }
  return {
    listed: blueprints,
    findKept(agent, version) {
      const blueprint = readKeptBlueprint(folder, agent, version)
      if (blueprint.kind === 'unreadable')
        warn(`${blueprint.path} is no kept configuration of an agent any more: ${blueprint.reason}`)
      return blueprint.kind === 'kept' ? blueprint.blueprint : null
    },
  }
}
