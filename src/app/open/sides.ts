import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { resolveCommit } from '../../base/files/git.ts'
import { quoteWord } from '../../base/json/quoting.ts'
import { variableOf } from '../../base/secrets/environment.ts'
import { suggest } from '../../base/text/suggest.ts'
import type { SideKey } from '../../compare/model/conversation-comparison.ts'
import { type Pairing, pairPlans } from '../../compare/pairing.ts'
import type { SkippedConversation } from '../../engine/verdict/part-of-run.ts'
import type { Plan } from '../../suite/plan/plan.ts'
import { type Lanes, narrower } from '../../wire/client/pace/pace.ts'
import { findRevisions, isRevisionHere, labelVersions, versionNamed } from '../agents/revisions.ts'
import { checkUrl } from '../config/check-url.ts'
import type { RunSettled } from '../config/settings.ts'
import { UsageError } from '../edge/usage-error.ts'
import { suitesNamed } from '../files/find-suites.ts'
import type { CompareFlags } from '../flags/study-flags.ts'
import { choosePlans, readPlans } from '../suites/choose-plans.ts'
import { quarantine } from '../suites/quarantine.ts'
import type { SuitesRead } from '../suites/read-suites.ts'
import type { Selection } from '../suites/select.ts'
import { openTarget, type Target } from '../target/target.ts'

/** A side of a comparison as written: `draft`, `2`, `HEAD~1`, or `order-desk-b@draft` for another agent. */
export interface SideSpec {
  agent: string | null
  version: string
}

const pattern = /^(?:(?<agent>.+)@)?(?<version>default|draft|\d+)$/

/** Default and draft without sides. @throws UsageError for a first argument that is neither, and for a single side */
export function readSides(args: readonly string[]): { sides: Record<SideKey, SideSpec>; paths: string[] } {
  const [first, second] = args.map(readSide)
  const word = args[first === null ? 0 : 1]
  const isSide = (first === null ? first : second) !== null
  const isBesideSide = args.slice(0, 2).some((each) => readSide(each) !== null)
  const mayBeSide = isBesideSide ? /^[\w@./-]*$/ : /^[\w@-]*$/
  if (word !== undefined && !isSide && mayBeSide.test(word) && !/\.ya?ml$/.test(word) && !existsSync(word))
    throw notASide(word)
  const late = first == null ? args.filter((each) => pattern.test(each) && !existsSync(each)) : []
  const others = args.filter((each) => !late.includes(each))
  if (late.length === 2) return readSides([...late, ...others])
  const side = late[0] === undefined ? null : readSide(late[0])
  if (side !== null) throw oneSide(side, others)
  if (first == null)
    return { sides: { a: { agent: null, version: 'default' }, b: { agent: null, version: 'draft' } }, paths: [...args] }
  if (second == null) throw oneSide(first, args.slice(1))
  return { sides: { a: first, b: second }, paths: args.slice(2) }
}

function readSide(word: string): SideSpec | null {
  const argument = versionNamed(word)
  const parts = pattern.exec(argument)?.groups
  if (parts?.version !== undefined) return { agent: parts.agent ?? null, version: parts.version }
  const [, agent = '', version = ''] = /^([^@]+)@([^@]+)$/.exec(argument) ?? []
  const named = versionNamed(version)
  if (isRevisionHere(named) && !resolveCommit(process.cwd(), argument).ok) return { agent, version: named }
  return isRevisionHere(argument) ? { agent: null, version: argument } : null
}

function oneSide({ agent, version }: SideSpec, paths: readonly string[]): UsageError {
  const sideOf = (each: string): string => (agent === null ? each : `${agent}@${each}`)
  const line = (a: string, b: string): string =>
    ['npx tableread compare', ...[sideOf(a), sideOf(b), ...paths].map(quoteWord)].join(' ')
  return new UsageError(
    `compare needs two sides, and ${sideOf(version)} is one`,
    version === 'default' || version === 'draft'
      ? `write ${line('default', 'draft')}`
      : isRevisionHere(version)
        ? `write ${line(version, 'default')}: what you have now, against it`
        : `write ${line('default', version)}, or ${line(version, 'draft')}`,
  )
}

function notASide(word: string): UsageError {
  const near = suggest(word, ['default', 'draft'])
  return new UsageError(
    `"${word}" is neither a version, a commit nor a path`,
    near === undefined
      ? (suitesNamed(word, process.cwd()) ??
          'a side is a version (default, which is published, draft, 2), an agent and a version (order-desk-b@draft), or a commit or tag of git')
      : `did you mean ${near}?`,
  )
}

/** With the git revisions that a side names. @throws UsageError as `findRevisions`, and for different services */
export async function settleSides(
  sides: Record<SideKey, SideSpec>,
  settings: RunSettled,
  { bTarget, bWorkspace }: SideFlags,
): Promise<{ sides: Record<SideKey, SideSpec>; settled: RunSettled }> {
  const versions = [sides.a.version, sides.b.version]
  // Like is held against like: beside what is published, a commit stands for what it had published.
  const revisions = await findRevisions(versions, settings, versions.includes('default') ? 'published' : 'newest')
  if (revisions.length > 0 && (bTarget ?? bWorkspace) !== undefined)
    throw new UsageError(
      `${revisions[0]?.asked} is a revision of git, which both sides have in one workspace`,
      'leave out --b-target and --b-workspace',
    )
  const [a = '', b = ''] = labelVersions(versions, revisions)
  return {
    sides: { a: { ...sides.a, version: a }, b: { ...sides.b, version: b } },
    settled: { ...settings, revisions: [...settings.revisions, ...revisions] },
  }
}

export type SideFlags = Pick<CompareFlags, 'bTarget' | 'bWorkspace'>

/** `workspace` is set for the embedded service alone: the path of its files, null for the demo workspace. */
export interface SideService {
  target: Target
  workspace?: string | null
}

export interface OpenSides {
  a: SideService
  b: SideService
  /** How many conversations to run at once: as many as both services can take. */
  lanes: number | Lanes
  /** Notes on the pace of requests, one line each. */
  paceNotes(): string[]
  close(): Promise<void>
}

/** The settings of each side: side b may have another service, whose key is in TABLEREAD_B_API_KEY if that is set. */
export function settingsOfSides(settings: RunSettled, { bTarget, bWorkspace }: SideFlags): Record<SideKey, RunSettled> {
  if (bTarget === undefined && bWorkspace === undefined) return { a: settings, b: settings }
  const b = {
    ...settings,
    apiKey: variableOf(process.env, 'TABLEREAD_B_API_KEY') ?? settings.apiKey,
    ...(bTarget === undefined ? { target: null } : { target: checkUrl(bTarget), workflowTarget: null }),
    ...(bTarget !== undefined && isSameHost(bTarget, settings.target) ? {} : { headers: {} }),
    ...(bWorkspace === undefined ? {} : { workspace: resolve(settings.folder, bWorkspace) }),
  }
  return { a: settings, b }
}

/** Opens the service of each side. @throws UsageError as `openTarget` does */
export async function openSides(runSettings: RunSettled, flags: SideFlags): Promise<OpenSides> {
  const settings = settingsOfSides(runSettings, flags)
  const a = await openSide(settings.a)
  if (settings.b === settings.a) {
    const { lanes, paceNotes, close } = a.target
    return { a, b: a, lanes, paceNotes, close }
  }
  try {
    const b = await openSide(settings.b)
    return {
      a,
      b,
      lanes: narrower(a.target.lanes, b.target.lanes),
      paceNotes: () => [
        ...a.target.paceNotes().map((note) => `side a: ${note}`),
        ...b.target.paceNotes().map((note) => `side b: ${note}`),
      ],
      close: async () => void (await Promise.all([a.target.close(), b.target.close()])),
    }
  } catch (error) {
    await a.target.close()
    throw error
  }
}

function isSameHost(one: string, other: string | null): boolean {
  return other !== null && new URL(checkUrl(one)).host === new URL(other).host
}

async function openSide(settings: RunSettled): Promise<SideService> {
  const target = await openTarget(settings)
  return settings.target === null ? { target, workspace: settings.workspace } : { target }
}

export interface PairingChoice extends Selection {
  sides: { a: SideSpec; b: SideSpec }
  /** How many pairs of runs each conversation gets; null: as many as its script's `repeat`, or three. */
  pairs: number | null
  /** A file of conversations that may fail for now. */
  quarantine: string | null
  /** Whether paths selected some of the project's suites. */
  partial: boolean
}

/** As both sides run them, and those skipped. @throws UsageError if filters leave none, or the quarantine is broken */
export function choosePairings(read: SuitesRead, settings: RunSettled, choice: PairingChoice): Chosen {
  const plansOf = ({ agent, version }: SideSpec, selection: Selection): Plan[] => {
    const plans = choosePlans(read, { ...settings, versions: [version], versionsGiven: true }, selection)
    return agent === null ? plans : plans.map((plan) => withAgent(plan, agent))
  }
  const { sides, pairs, quarantine: file, partial } = choice
  const chosenPlans = plansOf(sides.a, choice)
  const plans = file === null ? chosenPlans : quarantine(chosenPlans, file, readPlans(read, settings), partial)
  const others = plansOf(sides.b, choice)
  const skipped = plans.flatMap((plan) =>
    plan.conversation.skip === undefined ? [] : [toldNotRun(plan, plan.conversation.skip.value)],
  )
  const pairings = plans.flatMap((plan, index) => {
    const other = others[index]
    return other === undefined || plan.conversation.skip !== undefined ? [] : [pairPlans(plan, other, pairs)]
  })
  return { pairings, skipped }
}

/** A conversation with the reason why it does not run, or why it does. */
export function toldNotRun({ file, conversation: { at, name } }: Plan, reason: string): SkippedConversation {
  return { file, line: at.line, name: name.value, reason }
}

interface Chosen {
  pairings: Pairing[]
  skipped: SkippedConversation[]
}

function withAgent(plan: Plan, name: string): Plan {
  const agent = { ...plan.agent, value: name }
  return { ...plan, agent, written: plan.written === null ? null : { ...plan.written, agent } }
}
