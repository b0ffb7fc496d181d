import { hashJson } from '../../base/hash-json.ts'
import { isJsonObject, type JsonValue } from '../../base/json.ts'
import type { Blueprint } from '../../wire/api/blueprint.ts'
import type { TapedBlueprint } from './tape.ts'

/** Members that record when something was saved, not what it is. */
const volatile = /^(_id|__v|etag|(created|updated|modified|saved|published)_?(at|on|by))$/i

/**
 * What a tape records of an agent's blueprint: the published one for the default version, which the listing shows, or
 * the one with the given number.
 */
export function tapedBlueprint(
  agents: readonly Blueprint[],
  { agent, version }: { agent: string; version: string },
): TapedBlueprint | null {
  const own = agents.filter(({ agentId }) => agentId === agent)
  const shown = version === 'default' ? own[0] : own.find((each) => String(each.version.number) === version)
  if (shown === undefined) return null
  const { number } = shown.version
  const { preCall, duringCall, postCall } = shown.config.functionSettings
  const hash = hashJson({ number, config: steady(shown.config as unknown as JsonValue) })
  return { hash, number, functions: { preCall, duringCall, postCall } }
}

function steady(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(steady)
  if (!isJsonObject(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !volatile.test(key))
      .map(([key, each]) => [key, steady(each)]),
  )
}
