import { hashJson } from '../../base/json/hash-json.ts'
import { isJsonObject } from '../../base/json/json.ts'
import { cleanConfig } from '../../compare/blueprint/clean-config.ts'
import type { Blueprint } from '../../wire/api/blueprint.ts'

/** What the blueprints show of an agent, and of those that it hands over to: no prompt, only hashes. */
export interface Sighting {
  /** The published number. */
  number: number
  /** A fingerprint of the number and all members: `version 4 0f3a…`. */
  print: string
  /** A hash of each member by its path: `functionSettings.duringCall`, `handoff to human-desk`. */
  members: Readonly<Record<string, string>>
}

/** An agent as it was looked for: seen, or what is odd about the listing. */
export type AgentSight = { kind: 'seen'; sighting: Sighting } | { kind: 'not listed' | 'listed twice' | 'odd version' }

/** Looks for an agent in a listing. An agent's id is taken for its name, as everywhere (BLU-13). */
export function sightAgent(name: string, blueprints: readonly Blueprint[]): AgentSight {
  const own = listedAs(name, blueprints)
  const [only, ...others] = own
  if (only === undefined) return { kind: 'not listed' }
  if (others.length > 0) return { kind: 'listed twice' }
  if (!(Number.isSafeInteger(only.version.number) && only.version.number >= 0)) return { kind: 'odd version' }
  const members = { ...membersOf(only), ...handoffsOf(only, blueprints) }
  const { number } = only.version
  return { kind: 'seen', sighting: { number, print: `version ${number} ${hashJson(members)}`, members } }
}

/** The paths of members that differ between two sightings, in order. */
export function changedMembers(before: Sighting, after: Sighting): string[] {
  const paths = new Set([...Object.keys(before.members), ...Object.keys(after.members)])
  return [...paths].filter((path) => before.members[path] !== after.members[path]).sort()
}

/** What is listed under a name; what is listed twice with the same content counts once. */
function listedAs(name: string, blueprints: readonly Blueprint[]): Blueprint[] {
  const own = blueprints.filter(({ agentId }) => agentId === name)
  return [...new Map(own.map((each) => [contentOf(each), each])).values()]
}

const contentOf = ({ version: { number }, config }: Blueprint): string => hashJson([number, cleanConfig(config)])

/** The members of a configuration, two levels deep. */
function membersOf({ config }: Blueprint): Record<string, string> {
  return Object.fromEntries(
    Object.entries(cleanConfig(config)).flatMap(([key, value]) =>
      isJsonObject(value)
        ? Object.entries(value).map(([inner, each]) => [`${key}.${inner}`, hashJson(each)])
        : [[key, hashJson(value)]],
    ),
  )
}

/** The agents that may take over, directly or through others: a conversation may be theirs in the end. */
function handoffsOf(first: Blueprint, blueprints: readonly Blueprint[]): Record<string, string> {
  const reached = new Set([first.agentId])
  const handoffs: [string, string][] = []
  const queue = [first]
  for (const { config } of queue)
    for (const { transferTo } of config.agentsList) {
      if (reached.has(transferTo)) continue
      reached.add(transferTo)
      const next = listedAs(transferTo, blueprints)
      queue.push(...next)
      if (next.length > 0) handoffs.push([`handoff to ${transferTo}`, hashJson(next.map(contentOf).sort())])
    }
  return Object.fromEntries(handoffs)
}
