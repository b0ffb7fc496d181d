import type { Edition } from '../../service/agents/code/agent-code.ts'
import type { ModuleExport, VersionedAgent } from '../../service/workspace/agent.ts'
import type { AgentError } from '../../service/workspace/agent-function.ts'
import type { StatedModule } from '../../service/workspace/loading.ts'
import type { Workspace } from '../../service/workspace/workspace.ts'
import type { Problem } from '../../suite/yaml/problem.ts'
import { warn } from '../edge/print.ts'

/** The modules of a version's own code and of its tools. */
export function modulesOf({ behaviour }: VersionedAgent): ModuleExport[] {
  const tools = 'tools' in behaviour ? behaviour.tools : []
  return [
    ...(behaviour.kind === 'code' && typeof behaviour.from !== 'function' ? [behaviour.from] : []),
    ...tools.flatMap(({ source }) => (source?.kind === 'module' ? [source] : [])),
  ]
}

/** Where the files of a workspace name the code of these versions, and that of the state of its tools. */
export function statedModules({ modules = [], state }: Workspace, versions: readonly VersionedAgent[]): StatedModule[] {
  const keyOf = ({ file, name }: ModuleExport): string => `${file}#${name}`
  const own = new Set([...versions.flatMap(modulesOf), ...(state === undefined ? [] : [state])].map(keyOf))
  return modules.filter(({ module }) => own.has(keyOf(module)))
}

/** A thread of user code, for those who need one. */
export async function openCode(ended?: (reason: string) => void): Promise<Edition> {
  const { createAgentCode } = await import('../../service/agents/code/agent-code.ts')
  return createAgentCode((line) => warn(line), ended).now()
}

/**
 * Modules that cannot be loaded, which here may only lack a key, are warned of; a function that is not there is wrong.
 * Without `given` in a thread that ends with it.
 */
export async function unloadedModules(places: readonly StatedModule[], given?: Edition): Promise<Problem[]> {
  const problems = new Map<string, Problem>()
  if (places.length === 0) return []
  const code = given ?? (await openCode())
  for (const { module, file, at } of places)
    await code.agent(module, '[]').catch(({ message, layer }: AgentError) => {
      const severity = layer === 'script' ? {} : { severity: 'warning' as const }
      problems.set(`${file}:${at.line}:${at.column}`, { code: 'wrong-value', ...severity, file, at, message })
    })
  if (given === undefined) code.close()
  return [...problems.values()]
}
