import { unique } from '../../base/group-by.ts'
import { listSome } from '../../base/text/wording.ts'
import type { SideKey } from '../../compare/model/conversation-comparison.ts'
import type { Alone, Pairing } from '../../compare/pairing.ts'
import type { SkippedConversation } from '../../engine/verdict/part-of-run.ts'
import { plainSaid } from '../../report/document/door.ts'
import { NewerAgentError } from '../agents/load-workspaces.ts'
import { listDraftless, localVersions } from '../agents/local-agents.ts'
import type { RunSettled } from '../config/settings.ts'
import { warn } from '../edge/print.ts'
import { UsageError } from '../edge/usage-error.ts'
import type { CompareFlags } from '../flags/study-flags.ts'
import { publishedInstead } from './compare-sides.ts'
import type { ProjectSuites } from './open-run.ts'
import { type SideSpec, toldNotRun } from './sides.ts'

interface Chosen {
  pairings: readonly Pairing[]
  skipped: readonly SkippedConversation[]
  alone: readonly Alone[]
}

type Prepared = Chosen & { sides: Record<SideKey, SideSpec>; project: ProjectSuites }

/**
 * Leaves out agents without a draft; with `--allow-no-draft`, and without `--changed`, what is published of them runs by
 * itself. @throws UsageError if nothing is left, without `--allow-no-draft`
 */
export function withoutDraftless<T extends Prepared>(prepared: T): Promise<T>
export function withoutDraftless<T extends Prepared>(
  prepared: T,
  flags: CompareFlags,
): Promise<T | { notCompared: string }>
export async function withoutDraftless<T extends Prepared>(
  prepared: T,
  { allowNoDraft = false, changed = false, bTarget, bWorkspace }: CompareFlags = {},
): Promise<T | { notCompared: string }> {
  const { project, sides, pairings, skipped, alone } = prepared
  const { settled, conceal } = project
  const asking = (['a', 'b'] as const).filter((side) => sides[side].version === 'draft')
  if (asking.length === 0 || (settled.target ?? bTarget ?? bWorkspace ?? null) !== null) return prepared
  const draftless = await listDraftless(settled.workspace)
  const lackOf = ({ plans }: Pairing): string | undefined =>
    asking.map((side) => plans[side].agent.value).find((name) => draftless.includes(name))
  const lacking = unique(pairings.flatMap((each) => lackOf(each) ?? []))
  if (lacking.length === 0) return prepared
  const lack = plainSaid(
    `${listSome(conceal.rest(lacking), 3)} ${lacking.length === 1 ? 'has' : 'have'} no draft`,
    1_000,
  )
  const comparable = pairings.filter((each) => lackOf(each) === undefined)
  if (comparable.length > 0) {
    const plays = allowNoDraft && !changed
    warn(`${lack}, ${plays ? 'so what is published runs' : `and ${lacking.length === 1 ? 'is' : 'are'} left out`}`)
    const waiting = await waitingVersions(lacking, settled)
    const left = pairings.flatMap((pairing) => {
      const agent = lackOf(pairing)
      if (agent === undefined) return []
      const number = waiting.get(agent)
      const why = `${agent} has no draft${number === undefined ? '' : `, and its version ${number} is not published`}`
      return [{ pairing, known: conceal.rest(toldNotRun(pairing.plans.a, why)) }]
    })
    const ofPublished = left.map(({ pairing, known }) => {
      const { plans, excused } = pairing
      const published = { ...plans.b, version: 'default' as const }
      return { known, pairing: { ...pairing, excused: conceal.rest(excused), plans: { ...plans, b: published } } }
    })
    return plays
      ? { ...prepared, pairings: comparable, alone: [...alone, ...ofPublished] }
      : {
          ...{ ...prepared, pairings: comparable },
          skipped: [...skipped, ...left.map(({ known }) => ({ ...known, lacksDraft: true as const }))],
        }
  }
  const newer = await newerHint(lacking, settled)
  if (!allowNoDraft)
    throw new UsageError(
      `nothing can be compared: ${lack}`,
      newer ??
        '"npx tableread run -v default" judges what is published; in a pipeline, --allow-no-draft does so in place of a comparison',
    )
  const { notCompared } = publishedInstead(lack)
  if (newer === null) return { notCompared }
  const waiting = `nothing ran of what is next: ${newer}`
  warn(waiting)
  return { notCompared: `${notCompared}; ${waiting}` }
}

/** What is published is asked where a commit has no such agent yet. @throws the error elsewhere, or without `--allow-no-draft` */
export function withoutEarlier(error: unknown, { allowNoDraft = false }: CompareFlags): { notCompared: string } {
  if (allowNoDraft && error instanceof NewerAgentError) return publishedInstead(error.lack)
  throw error
}

/** Where a draft was given a number, and `published` still has the one before: what compares both, and what publishes it. */
async function newerHint(agents: readonly string[], settings: RunSettled): Promise<string | null> {
  const [number] = (await waitingVersions(agents, settings)).values()
  if (number === undefined) return null
  return `its version ${number} is not published: "npx tableread compare default ${number}" compares it, published: ${number} in its file publishes it`
}

/** The version of each agent that waits beside what is published. */
async function waitingVersions(
  agents: readonly string[],
  { workspace, revisions }: RunSettled,
): Promise<Map<string, number | string>> {
  const find = await localVersions(workspace, revisions)
  return new Map(
    agents.flatMap((agent) => {
      const published = find(agent, 'default')?.number ?? 0
      const next = find(agent, String(published + 1))
      return next === undefined || next.ofRevision === true ? [] : [[agent, next.number] as const]
    }),
  )
}
