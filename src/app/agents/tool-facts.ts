import { isJsonObject, type JsonObject } from '../../base/json/json.ts'
import { type AgentTool, scriptedCalls, type VersionedAgent } from '../../service/workspace/agent.ts'
import { namesArguments } from '../../service/workspace/checks/idle-case.ts'
import {
  groupNames,
  type MemberNames,
  mergeNames,
  namesInSchema,
  namesInValue,
} from '../../suite/lint/check-arguments.ts'
import type { NeededArgument, ToolFacts } from '../../suite/lint/known-agents.ts'

/** What the tools of a version take and return; of a server or a recording that is known only when it is asked. */
export function toolFacts({ behaviour }: Pick<VersionedAgent, 'behaviour'>): Map<string, ToolFacts> {
  if (behaviour.kind === 'replay') return new Map()
  const { tools } = behaviour
  const inCases = tools.flatMap(({ name, cases }) => cases.map((each) => ({ name, arguments: each.with })))
  const used = groupNames([...inCases, ...scriptedCalls(behaviour)])
  return new Map(
    tools.map((tool) => {
      const { name, parameters } = tool
      return [
        name,
        {
          needs: neededBy(parameters),
          named: (namesArguments(tool) ? undefined : used.get(name)?.get('arguments')) ?? namesInSchema(parameters),
          gives: givenBy(tool),
          parameters: [parameters],
        },
      ]
    }),
  )
}

/** How deep to look into parameters. */
const deepest = 6

/** Required arguments that a user would have to supply: not those with a default, a single value or two values. */
function neededBy({ properties, required }: JsonObject, depth = 0): NeededArgument[] {
  const propertySchemas = isJsonObject(properties) ? properties : {}
  const names = Array.isArray(required) ? required.filter((name) => typeof name === 'string') : []
  return names.flatMap((name): NeededArgument[] => {
    const parameter = Object.hasOwn(propertySchemas, name) ? propertySchemas[name] : undefined
    const schema = isJsonObject(parameter) ? parameter : {}
    if ('default' in schema || 'const' in schema || schema.type === 'boolean') return []
    const inner = depth < deepest && isJsonObject(schema.properties) ? neededBy(schema, depth + 1) : []
    if (inner.length > 0) return inner
    const oneOf = Array.isArray(schema.enum) ? schema.enum.filter((each) => typeof each === 'string') : []
    return [{ name, oneOf }]
  })
}

function givenBy({ source, cases, unfilled }: AgentTool): MemberNames | null {
  return source === undefined && unfilled !== true ? mergeNames(cases.map(({ output }) => namesInValue(output))) : null
}
