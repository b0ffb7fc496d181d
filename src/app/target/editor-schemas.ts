import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json/json.ts'
import { mapMembers } from '../../base/json/walk-json.ts'
import { agentFacts } from '../agents/listed-agents.ts'
import { loadWorkspaces } from '../agents/load-workspaces.ts'
import { toolsListed } from '../agents/local-agents.ts'
import type { RunSettled } from '../config/settings.ts'
import { loadShownBlueprints } from './load-shown-blueprints.ts'

/** What an editor completes beyond the language itself: the names in one project. */
export interface ProjectNames {
  agents: string[]
  versions: string[]
  tools: string[]
}

/** Null if the service does not answer. @throws UsageError for a broken workspace */
export async function projectNames(settings: RunSettled): Promise<ProjectNames | null> {
  const names = { agents: new Set<string>(), versions: new Set(['default', 'draft']), tools: new Set<string>() }
  if (settings.target !== null) {
    const blueprints = await loadShownBlueprints(settings)
    if (blueprints === null) return null
    for (const { agentId, version, config } of blueprints.agents) {
      names.agents.add(agentId)
      names.versions.add(String(version.number))
      for (const tool of agentFacts(config).tools.keys()) names.tools.add(tool)
    }
  } else {
    const { workspaces } = await loadWorkspaces(settings.workspace === null ? [] : [settings.workspace])
    for (const { name, versions, draft } of workspaces.flatMap(({ agents }) => agents)) {
      names.agents.add(name)
      for (const number of versions.keys()) names.versions.add(String(number))
      for (const version of [...versions.values(), ...(draft === null ? [] : [draft])])
        for (const tool of toolsListed(version)) names.tools.add(tool)
    }
  }
  return { agents: [...names.agents], versions: [...names.versions], tools: [...names.tools].sort() }
}

/** Other names stay valid, since one may be newer than the schema: `tableread lint` reports unknown ones. */
export function withNames(schema: JsonObject, { agents, versions, tools }: ProjectNames): JsonObject {
  const offered: Record<string, readonly string[]> = {
    'agent name': agents,
    'version name': versions,
    'tool name': tools,
  }
  const definitions = isJsonObject(schema.$defs) ? schema.$defs : {}
  const definitionEntries = Object.entries(definitions).map(([name, each]) => {
    const own = offered[name] ?? []
    return [name, own.length === 0 ? each : { anyOf: [{ type: 'string', enum: [...own] }, each] }] as const
  })
  return withKeys({ ...schema, $defs: Object.fromEntries(definitionEntries) }, tools) as JsonObject
}

/** Adds the tools as property names to every mapping keyed by tool name. */
function withKeys(value: JsonValue, tools: readonly string[]): JsonValue {
  const schema = mapMembers(value, (each) => withKeys(each, tools))
  if (!isJsonObject(schema)) return schema
  const { propertyNames, additionalProperties } = schema
  if (!isJsonObject(propertyNames) || propertyNames.$ref !== '#/$defs/tool name' || additionalProperties === undefined)
    return schema
  return { ...schema, properties: Object.fromEntries(tools.map((tool) => [tool, additionalProperties])) }
}
