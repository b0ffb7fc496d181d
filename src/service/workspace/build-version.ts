import { isJsonObject, type JsonObject } from '../../base/json.ts'
import type { BlueprintConfig } from '../../wire/api/blueprint-config.ts'
import type { AgentVersion } from './agent.ts'
import { defaultConfig } from './blueprint-defaults.ts'
import type { Recording } from './replay-behaviour.ts'
import type { Rule, ScriptedBehaviour, Tool } from './scripted-behaviour.ts'
import type { StatedVersion } from './version-shape.ts'

/** A version from what its file states and the version it is based on. */
export function buildVersion(
  label: string,
  number: number,
  stated: StatedVersion,
  base: AgentVersion | null,
  recordings: Recording[] | null,
): AgentVersion {
  return {
    label,
    number,
    description: stated.description ?? base?.description ?? '',
    config: buildConfig(stated, base?.config ?? defaultConfig()),
    behaviour:
      recordings === null
        ? stated.recordings === undefined && base?.behaviour.kind === 'replay'
          ? base.behaviour
          : buildScript(stated, base)
        : { kind: 'replay', recordings },
  }
}

function buildScript(stated: StatedVersion, base: AgentVersion | null): ScriptedBehaviour {
  const earlier = base?.behaviour.kind === 'scripted' ? base.behaviour : null
  const tools = (stated.tools ?? []).map(({ name, value }): Tool => ({ name, ...value }))
  return {
    kind: 'scripted',
    tools: override(earlier?.tools ?? [], tools, ({ name }) => name),
    before: stated.before ?? earlier?.before ?? [],
    after: stated.after ?? earlier?.after ?? [],
    rules: override(earlier?.rules ?? [], stated.rules ?? [], ({ id }: Rule) => id),
    otherwise: stated.otherwise ??
      earlier?.otherwise ?? [{ kind: 'say', text: 'Sorry, I did not understand that.', as: 'assistant' }],
    onSilence: stated.onSilence ??
      earlier?.onSilence ?? [{ kind: 'say', text: 'Are you still there?', as: 'assistant' }],
    analysis: {
      ...earlier?.analysis,
      ...Object.fromEntries((stated.analysis ?? []).map(({ name, value }) => [name, value])),
    },
    delayMs: stated.delayMs ?? earlier?.delayMs ?? 0,
  }
}

/** The earlier ones with those of the same key replaced in place; new ones come first, so that they win. */
function override<T>(earlier: readonly T[], later: readonly T[], keyOf: (each: T) => string): T[] {
  const replacing = new Map(later.map((each) => [keyOf(each), each]))
  const kept = earlier.map((each) => replacing.get(keyOf(each)) ?? each)
  const known = new Set(earlier.map(keyOf))
  return [...later.filter((each) => !known.has(keyOf(each))), ...kept]
}

function buildConfig(stated: StatedVersion, base: BlueprintConfig): BlueprintConfig {
  const config = structuredClone(base)
  const { initialMessage } = config.agentInstructions
  if (stated.prompt !== undefined) config.agentInstructions.systemContext = stated.prompt.map((system) => ({ system }))
  if (stated.initialMessage !== undefined) initialMessage.messageContent = stated.initialMessage
  if (stated.firstSpeaker !== undefined) initialMessage.firstSpeaker = stated.firstSpeaker
  if (stated.functions !== undefined) {
    const { pre = [], during = [], post = [] } = stated.functions
    config.functionSettings = { preCall: pre, duringCall: during, postCall: post }
  }
  if (stated.handsOffTo !== undefined) {
    config.agentsList = stated.handsOffTo.map((transferTo) => ({
      transferTo,
      useBaseSettings: true,
      agentVersion: 'DEFAULT',
    }))
  }
  if (stated.variables !== undefined) {
    config.dynamicVariablesConfig = stated.variables.map(({ name, value }) => ({ name, description: value }))
  }
  return merge(config as unknown as JsonObject, stated.blueprint ?? {}) as unknown as BlueprintConfig
}

function merge(into: JsonObject, from: JsonObject): JsonObject {
  for (const [key, value] of Object.entries(from)) {
    const own = Object.hasOwn(into, key) ? into[key] : undefined
    if (Object.hasOwn(into, key)) into[key] = isJsonObject(own) && isJsonObject(value) ? merge(own, value) : value
  }
  return into
}
