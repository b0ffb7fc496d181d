import { hashJson } from '../../base/json/hash-json.ts'
import type { Blueprint } from '../../wire/api/blueprint.ts'
import type { TapedBlueprint, TapeHeader } from './tape.ts'

interface TapeFacts {
  agent: string
  version: string
  script: string
  privateValues: string | null
  /** What the service shows of the agent now; null when it was not asked or does not show this version. */
  blueprint: { hash: string; number: number; code?: string } | null
}

/** Why a tape does not match what would run now, for a person; null if it is fresh. */
export function findStale(header: TapeHeader, now: TapeFacts): string | null {
  const { recorded } = header
  for (const key of ['agent', 'version'] as const)
    if (header[key] !== now[key]) return `it is of the ${key} "${header[key]}", not of "${now[key]}"`
  if (header.script !== now.script)
    return `the script sends something else since it was recorded on ${recorded} (${header.script} is now ${now.script})`
  if (header.privateValues !== now.privateValues)
    return `the script names other private values (numbers, addresses), or the project redacts others, since it was recorded on ${recorded}`
  if (header.blueprint === null || now.blueprint === null) return null
  if (header.blueprint.hash === now.blueprint.hash)
    return header.blueprint.code === undefined || header.blueprint.code === now.blueprint.code
      ? null
      : `the code of ${now.agent} has changed since it was recorded on ${recorded}: a module of it or of its tools, or what these import`
  const numbers = [header.blueprint.number, now.blueprint.number]
  return numbers[0] === numbers[1]
    ? `the service shows another configuration of ${now.agent} than when it was recorded on ${recorded}`
    : `the service answers with version ${numbers[1]} of ${now.agent}; it was recorded on ${recorded} with version ${numbers[0]}`
}

/** Members that record when something was saved, not what it is. */
const volatile = /^(_id|__v|etag|(created|updated|modified|saved|published)_?(at|on|by))$/i

/** What a service lists of its agents, and what no listing has: the other versions of a workspace, named by label. */
export interface TapedAgents {
  agents: readonly Blueprint[]
  unlisted?: readonly Blueprint[]
  /** Digits for the code of a version that files here hold. */
  codeOf?: (agent: string, version: string) => string | undefined
}

/** What a tape records of a blueprint: the published one for the default version, or the one of a number or a draft. */
export function tapedBlueprint(
  { agents, unlisted = [], codeOf }: TapedAgents,
  { agent, version }: { agent: string; version: string },
): TapedBlueprint | null {
  const own = agents.filter(({ agentId }) => agentId === agent)
  const blueprint =
    version === 'default'
      ? own[0]
      : (own.find((each) => String(each.version.number) === version) ??
        unlisted.find((each) => each.agentId === agent && each.version.name === version))
  if (blueprint === undefined) return null
  const { number } = blueprint.version
  const { preCall, duringCall, postCall } = blueprint.config.functionSettings
  const hash = hashJson({ number, config: blueprint.config }, (name) => volatile.test(name))
  const code = codeOf?.(agent, version)
  return { hash, number, functions: { preCall, duringCall, postCall }, ...(code === undefined ? {} : { code }) }
}
