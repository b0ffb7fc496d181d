import { statSync } from 'node:fs'
import { dirname, isAbsolute, resolve } from 'node:path'
import { readText } from '../../base/files/files.ts'
import { hashJson } from '../../base/json/hash-json.ts'
import { type BlueprintSources, seeBlueprint } from '../../compare/blueprint/see-blueprint.ts'
import type { SideKey } from '../../compare/model/conversation-comparison.ts'
import type { Pairing } from '../../compare/pairing.ts'
import type { VersionedAgent } from '../../service/workspace/agent.ts'
import type { Plan } from '../../suite/plan/plan.ts'
import { linkedEntries } from '../agents/linked-packages.ts'
import type { FindVersion } from '../agents/load-workspaces.ts'
import { localVersions } from '../agents/local-agents.ts'
import type { Revision } from '../agents/speak-revisions.ts'
import type { RunSettled } from '../config/settings.ts'
import type { SideService } from './sides.ts'

/** Fingerprints of the agents of both sides, by the conversation's id; an agent of which nothing can be seen has none. */
export type AgentPrints = Record<SideKey, ReadonlyMap<string, string>>

/** Of a workspace all that its files say (`isOfPart`); of a service the blueprint, or the number (CHA-30). */
export async function printAgents(
  side: SideKey,
  { workspace }: Pick<SideService, 'workspace'>,
  {
    pairings,
    sources,
    revisions,
  }: { pairings: readonly Pairing[]; sources: BlueprintSources | null; revisions: readonly Revision[] },
): Promise<Map<string, string>> {
  const local = workspace === undefined ? null : await localVersions(workspace, revisions)
  return printPlans(new Map(pairings.map(({ id, plans }) => [id, plans[side]])), local, sources)
}

/** Fingerprints by the keys of the map; `local` finds versions in a workspace, null if a service has them. */
export function printPlans(
  plans: ReadonlyMap<string, Pick<Plan, 'agent' | 'version'>>,
  local: FindVersion | null,
  sources: BlueprintSources | null,
): Map<string, string> {
  const printOf = (agent: string, version: string): string | null => {
    if (local !== null) return printOfVersions(reachedFrom(local, agent, version), local.customers)
    if (/^\d+$/.test(version)) return `version ${version}`
    const sight = sources === null ? null : seeBlueprint(agent, version, sources)
    return sight?.kind === 'seen' ? `${sight.label} ${hashJson(sight.config)}` : null
  }
  const printByKey = new Map<string, string | null>()
  return new Map(
    [...plans].flatMap(([id, { agent, version }]): [string, string][] => {
      const key = JSON.stringify([agent.value, version])
      if (!printByKey.has(key)) printByKey.set(key, printOf(agent.value, version))
      const print = printByKey.get(key) ?? null
      return print === null ? [] : [[id, print]]
    }),
  )
}

/** Whether an agent runs something outside its files: an equal fingerprint does not say that it is the same. */
export const isOfPart = (print: string): boolean => print.startsWith(ofPart)

const ofPart = 'part '

/** All that the workspace's files and modules say, with agents that may take over. @throws UsageError if broken */
export async function markLocalAgents({
  workspace,
  revisions,
}: Pick<RunSettled, 'workspace' | 'revisions'>): Promise<(plan: Pick<Plan, 'agent' | 'version'>) => string> {
  const find = await localVersions(workspace, revisions)
  const markByKey = new Map<string, string>()
  return ({ agent, version }) => {
    const key = JSON.stringify([agent.value, version])
    const mark = markByKey.get(key) ?? markVersions(reachedFrom(find, agent.value, version), find.customers)
    markByKey.set(key, mark)
    return mark
  }
}

/**
 * Whether a revision is asked for and no agent differs between the sides, in what its files say; `agents` are those of
 * each conversation. Installed packages, and what modules import by aliases, are not seen: modules count with `byModules` alone.
 */
export async function isSameEverywhere(
  { workspace, revisions }: Pick<RunSettled, 'workspace' | 'revisions'>,
  sides: Record<SideKey, string>,
  agents: readonly Record<SideKey, string>[],
  byModules: boolean,
): Promise<boolean> {
  if (revisions.length === 0 || agents.length === 0) return false
  const find = await localVersions(workspace, revisions)
  const markOf = (name: string, label: string): string | null => {
    const version = find(name, label)
    return version === undefined || (version.behaviour.kind === 'code' && !byModules)
      ? null
      : markVersions([{ name, version }])
  }
  return agents.every(({ a, b }) => {
    const mark = markOf(a, sides.a)
    return mark !== null && mark === markOf(b, sides.b)
  })
}

/** A hash of what files say of versions, the modules that they are included. */
function markVersions(reached: readonly Reached[], customers: FindVersion['customers'] = []): string {
  const states = reached.map(({ version: { config, behaviour } }) => JSON.stringify({ config, behaviour }, withSources))
  return hashJson([...states, ...customers])
}

/** In place of the path of a module its text, which is the same on every machine. */
function withSources(key: string, value: unknown): unknown {
  return key === 'file' && typeof value === 'string' && isAbsolute(value) ? sourcesFrom(value) : value
}

/** The text of a file, and of those that it names by a relative path, or as a package of the same repository. */
export function sourcesFrom(file: string, visited: Set<string> = new Set()): string[] {
  if (visited.has(file) || statSync(file, { throwIfNoEntry: false })?.isFile() !== true) return []
  visited.add(file)
  const text = readText(file)
  const paths = [...text.matchAll(/(['"`])(\.{1,2}\/[^'"`\n]+)\1/g)].map(([, , to = '']) => resolve(dirname(file), to))
  return [
    text,
    ...paths.flatMap((path) =>
      [path, path.replace(/\.([cm]?)js$/, '.$1ts')].flatMap((each) => sourcesFrom(each, visited)),
    ),
    ...linkedEntries(file, text).flatMap((each) => sourcesFrom(each, visited)),
  ]
}

/** The version of an agent, and those of the agents that may take over from it, each once, its own first. */
export function reachedFrom(find: FindVersion, agent: string, ofVersion: string): Reached[] {
  const reached = new Map<VersionedAgent, Reached>()
  const walk = (name: string, label: string): void => {
    const version = find(name, label)
    if (version === undefined || reached.has(version)) return
    reached.set(version, { name, version })
    for (const each of version.config.agentsList) walk(each.transferTo, each.agentVersion.toLowerCase())
  }
  walk(agent, ofVersion)
  return [...reached.values()]
}

/** An agent's version under the agent's name. */
interface Reached {
  name: string
  version: VersionedAgent
}

/** Null if there is none. */
function printOfVersions(reached: readonly Reached[], customers: FindVersion['customers'] = []): string | null {
  if (reached.length === 0) return null
  if (reached.some(({ version }) => !isInFiles(version))) return `${ofPart}${markVersions(reached, customers)}`
  const [own, ...others] = reached.map(({ version: { config, behaviour } }) => ({ config, behaviour }))
  const called = customers.length === 0 ? [] : [{ customers }]
  return hashJson(others.length + called.length === 0 ? own : [own, ...others, ...called])
}

/** Whether all that decides what a version does is in its files: not so for code, another machine, live tools. */
export function isInFiles({ behaviour }: VersionedAgent): boolean {
  if (behaviour.kind === 'code' || behaviour.kind === 'remote') return false
  return behaviour.kind === 'replay' || behaviour.tools.every(({ source }) => source === undefined)
}
