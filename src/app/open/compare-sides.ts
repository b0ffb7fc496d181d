import { unique } from '../../base/group-by.ts'
import { listSome } from '../../base/text/wording.ts'
import { type AgentDifference, compareBlueprints } from '../../compare/blueprint/compare-blueprints.ts'
import { type BlueprintSources, seeBlueprint } from '../../compare/blueprint/see-blueprint.ts'
import type { ChangedSelection, Comparison, ComparisonEvent } from '../../compare/comparison.ts'
import { withSmallestDrop } from '../../compare/gate/gate-policy.ts'
import type { Side, SideKey } from '../../compare/model/conversation-comparison.ts'
import type { Alone, Pairing } from '../../compare/pairing.ts'
import { performComparison } from '../../compare/perform-comparison.ts'
import type { Perform, PerformJournal } from '../../engine/perform/perform.ts'
import type { Shard, SkippedConversation } from '../../engine/verdict/part-of-run.ts'
import { joinTouched, type TouchedParts, touchedIn } from '../../engine/verdict/touched.ts'
import { readKeptBlueprint, saveBlueprint } from '../../records/snapshots/kept-blueprint.ts'
import { type Plan, shareClock } from '../../suite/plan/plan.ts'
import { findIdlePrompts, isIdlePrompt } from '../agents/find-idle-prompts.ts'
import type { FindVersion } from '../agents/load-workspaces.ts'
import { listDraftless, localConfigs, localVersions } from '../agents/local-agents.ts'
import type { Revision } from '../agents/speak-revisions.ts'
import { modulesOf } from '../agents/unloaded-modules.ts'
import { tablereadVersion } from '../edge/package-version.ts'
import { complain, warn } from '../edge/print.ts'
import { UsageError } from '../edge/usage-error.ts'
import { showPath } from '../files/find-suites.ts'
import type { CompareFlags } from '../flags/study-flags.ts'
import { findGone } from '../suites/gone-conversations.ts'
import { readReviews } from '../suites/reviews.ts'
import { insistVersions } from '../target/insist-versions.ts'
import { listAgents } from '../target/load-shown-blueprints.ts'
import { type AgentPrints, isSameEverywhere, printAgents } from './agent-prints.ts'
import { findChangedScripts, findTarget } from './changed-scripts.ts'
import { withoutNewer } from './new-agents.ts'
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
  toldNotRun,
} from './sides.ts'

interface Prepared {
  project: ProjectSuites
  sides: Record<SideKey, SideSpec>
  pairings: readonly Pairing[]
  skipped: readonly SkippedConversation[]
  /** Those of agents that side a does not have yet. */
  alone: readonly Alone[]
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
  const { sides, settled: ofRevisions } = await settleSides(sideSpecs, suites.settled, choice)
  const chosen = choosePairings(suites.read, ofRevisions, { ...choice, sides })
  const { pairings, alone, settled } = await withoutNewer(chosen.pairings, ofRevisions, suites.conceal)
  const { skipped } = chosen
  const { a, b } = settingsOfSides(settled, choice)
  const isOne = b === settled
  // what has no draft is left out of a comparison of one service
  const named = (['a', 'b'] as const).filter((side) => !isOne || sides[side].version !== 'draft')
  for (const those of isOne ? [named] : named.map((side) => [side])) {
    const plans = pairings.flatMap((each) => those.map((side) => each.plans[side]))
    await insistVersions(plans, { ...(those.includes('a') ? a : b), versionsGiven: true })
  }
  return { project: { ...suites, settled }, sides, pairings, alone, skipped: suites.conceal.rest(skipped) }
}

/** Those to compare, their excuses redacted: none where no agent differs between revisions, unless `changed` looks itself. */
export async function selectComparable(
  pairings: readonly Pairing[],
  { a, b }: Record<SideKey, SideSpec>,
  { settled, conceal }: ProjectSuites,
  { changed: looks = false, allowNoDraft = false }: Pick<CompareFlags, 'changed' | 'allowNoDraft'> = {},
): Promise<Pick<Prepared, 'pairings' | 'changed'> & { notCompared?: string }> {
  const agents = pairings.map(({ plans }) => ({ a: plans.a.agent.value, b: plans.b.agent.value }))
  const isOfPublished = allowNoDraft && b.version === 'default'
  if (looks || !(await isSameEverywhere(settled, { a: a.version, b: b.version }, agents, isOfPublished)))
    return { pairings: pairings.map((each) => ({ ...each, excused: conceal.rest(each.excused) })) }
  const packages = unique(settled.revisions.flatMap((each) => each.packages))
  const besides =
    packages.length === 0 ? '' : `, besides packages (${listSome(packages, 3)}), which both would have as they are now`
  const equal = `nothing differs between ${a.version} and ${b.version}${besides}`
  // What is published of agents with a draft is judged beside that.
  const draftless = isOfPublished ? await listDraftless(settled.workspace) : []
  if (agents.some((each) => draftless.includes(each.b))) return { pairings: [], ...publishedInstead(equal) }
  complain(
    `${equal}, so nothing runs; where a prompt in files goes to a model, these alone are a commit's, and "npx tableread run" judges the rest\n`,
  )
  const notRun = pairings.map(({ plans: { a: plan } }) => toldNotRun(plan, 'nothing differs'))
  return { pairings: [], changed: conceal.rest({ differs: [], notRun, selected: [] }) }
}

/** Says why nothing is compared, to people now and in reports. */
export function publishedInstead(why: string): { notCompared: string } {
  warn(`nothing to compare: ${why}, so what is published runs`)
  return { notCompared: `${why}, so what is published ran` }
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
  { project: { settled, read, conceal }, sides, pairings, alone, skipped, changed }: Prepared,
  { service: openSides, signal, contextOf }: OpenRun<OpenSides>,
  { calibrate, queue, journal, listen, ...carrying }: Carrying,
): Promise<Compared> {
  const isAlike = sameSides(sides.a, sides.b)
  const same = isAlike && openSides.a === openSides.b
  const sideOf = (side: SideKey, again = ''): Side => {
    const { agent, version } = sides[side]
    const service = openSides[side]
    const from = isAlike && !same ? ` of ${conceal.rest(homeOf(service, settled.folder))}` : again
    return {
      agent,
      version,
      target: service.target.name,
      label: `${agent === null ? '' : `${agent}@`}${version}${from}`,
    }
  }
  for (const flag of ['quick', 'deep'] as const)
    if (carrying[flag] === true && openSides.a === openSides.b) insistTwoSides(flag, sides)
  const plansOf = (side: SideKey): Plan[] =>
    [...pairings, ...alone.map(({ pairing }) => pairing)].flatMap(({ plans }) =>
      openSides.a === openSides.b ? [plans.a, plans.b] : plans[side],
    )
  const a = {
    ...(await contextOf(plansOf('a'), openSides.a.target)),
    ...(queue === undefined ? {} : { workers: queue.workers }),
    ...(journal === undefined ? {} : { journal }),
  }
  const contexts = { a, b: openSides.a === openSides.b ? a : await contextOf(plansOf('b'), openSides.b.target) }
  const sourcesOfA = same ? null : await sourcesOf(openSides.a, settled)
  const sources = sourcesOfA && {
    a: sourcesOfA,
    b: openSides.a === openSides.b ? sourcesOfA : await sourcesOf(openSides.b, settled),
  }
  const finds = same ? null : await findsOfSides(openSides, settled.revisions)
  if (finds !== null) for (const { message } of findIdlePrompts(finds, pairings.map(askedOf))) warn(message)
  const printsOf = (side: SideKey): Promise<Map<string, string>> =>
    printAgents(side, openSides[side], { pairings, sources: sources?.[side] ?? null, revisions: settled.revisions })
  const keeps = settled.history !== null
  const prints = keeps ? { a: await printsOf('a'), b: await printsOf('b') } : { a: new Map(), b: new Map() }
  const trusted = sideOf('a')
  const earlier = same ? new Map() : await recallEarlier(settled, trusted, pairings, prints.a)
  const target = findTarget(settled)
  const touched = { a: new Map<string, TouchedParts>(), b: new Map<string, TouchedParts>() }
  const comparison = await performComparison(pairings, {
    ...carrying,
    sides: {
      a: trusted,
      b: sideOf('b', same ? ' again' : ''),
    },
    contexts,
    calibrate: same ? 'only' : calibrate ? 'floor' : 'no',
    concurrency: sharesClock(pairings, openSides) ? 1 : (queue?.concurrency ?? openSides.lanes),
    policy: withSmallestDrop(settled.gate, carrying.smallestDrop),
    earlier,
    changedSince: findChangedScripts(read, settled.folder, target),
    goneConversations: same || target === null ? [] : conceal.rest(findGone(read, settled, target)),
    agents: sources === null ? [] : conceal.rest(agentDifferences(pairings, sources, finds, settled.revisions)),
    reviews: same ? [] : readReviews(settled.reviews),
    ...{ problems: read.problems, alone, skipped, ...(changed === undefined ? {} : { changed }) },
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

/** What tells two services apart that play the same version: the folder of the agents, or the address. */
function homeOf({ target, workspace }: SideService, folder: string): string {
  if (workspace === undefined) return new URL(target.baseUrl).host
  return workspace === null ? 'the demo' : showPath(workspace, folder) || 'this folder'
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
  revisions: readonly Revision[],
): AgentDifference[] {
  const sightOf = (pairing: Pairing, side: SideKey): ReturnType<typeof seeBlueprint> => {
    const { agent, version } = pairing.plans[side]
    return seeBlueprint(agent.value, version, sources[side])
  }
  const packagesOf = ({ plans }: Pairing): string[] =>
    revisions
      .filter(({ label, wholeVersions }) =>
        [plans.a, plans.b].some(({ version, agent }) => {
          const whole = version === label ? wholeVersions.get(agent.value) : undefined
          return whole?.ok === true && modulesOf(whole.version).length > 0
        }),
      )
      .flatMap(({ packages }) => packages)
  const byAgents = new Map(pairings.map((pairing) => [titleOf(pairing), pairing]))
  return [...byAgents].map(([title, pairing]) => ({
    ...compareBlueprints(title, sightOf(pairing, 'a'), sightOf(pairing, 'b')),
    ...(finds !== null && isIdlePrompt(finds, askedOf(pairing)) ? { idlePrompt: true as const } : {}),
    ...(packagesOf(pairing).length === 0 ? {} : { packages: unique(packagesOf(pairing)) }),
  }))
}

function titleOf({ plans }: Pairing): string {
  const [a, b] = [plans.a.agent.value, plans.b.agent.value]
  return a === b ? a : `${a} and ${b}`
}

/** Where the blueprints of a side can be seen; what a service lists is stored for later. */
export async function sourcesOf(
  { target, workspace }: SideService,
  { folder, revisions }: Pick<ProjectSuites['settled'], 'folder' | 'revisions'>,
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
        warn(`${blueprint.path} is no kept configuration of an agent: ${blueprint.reason}`)
      return blueprint.kind === 'kept' ? blueprint.blueprint : null
    },
  }
}
