import type { JsonObject } from '../../../base/json/json.ts'
import type { Problem } from '../../../suite/yaml/problem.ts'
import { readYaml } from '../../../suite/yaml/read-yaml.ts'
import type { Agent, VersionedAgent } from '../agent.ts'
import { agentShape } from '../agent-shape.ts'
import { buildAgent } from '../build-agent.ts'
import { type Loading, shownPath } from '../loading.ts'
import type { PulledVersion } from './state-blueprint.ts'
import { usualName } from './write-agent.ts'

export type AgentRead = { ok: true; agent: Agent } | { ok: false; problems: Problem[] }

/** Reads the text of an agent's file; files it refers to are looked up next to `path`. */
export function readAgent(text: string, path: string): AgentRead {
  const file = shownPath(path)
  const yaml = readYaml(text, file, 'fill it in, or take it out')
  if (!yaml.ok) return { ok: false, problems: yaml.problems }
  const loading: Loading = { texts: new Map([[file, text]]), problems: [] }
  const definition = agentShape.read(yaml.root, { file, problems: loading.problems })
  const agent = definition === undefined ? undefined : buildAgent(definition, { loading, path })
  return agent === undefined || loading.problems.length > 0
    ? { ok: false, problems: loading.problems }
    : { ok: true, agent }
}

/** A numbered version of a file, in the form in which a service lists it; undefined if there is none. */
export function versionIn({ name, versions }: Agent, number: number): PulledVersion | undefined {
  const version = versions.get(number)
  if (version === undefined) return undefined
  const { config, description } = version
  return {
    number,
    name: version.name ?? usualName(name, number),
    description,
    config: config as unknown as JsonObject,
  }
}

/** The functions of a version that have neither a tool nor a double. */
export function withoutTool({ behaviour }: VersionedAgent, functions: readonly string[]): string[] {
  const toolNames = 'tools' in behaviour ? behaviour.tools.map(({ name }) => name) : functions
  return functions.filter((each) => !toolNames.includes(each))
}
