import { existsSync, statSync } from 'node:fs'
import { dirname, relative, resolve, sep } from 'node:path'
import { readText } from '../../base/files/files.ts'
import { createAgentCode } from '../../service/agents/code/agent-code.ts'
import type { ModuleExport, VersionedAgent } from '../../service/workspace/agent.ts'
import { warn } from '../edge/print.ts'
import { loadWorkspaces } from './load-workspaces.ts'

/** The newest version of an agent: its draft, else the published one. @throws Error where there is no such agent */
export async function newestVersion(workspace: string, name: string): Promise<'draft' | 'default'> {
  const { workspaces } = await loadWorkspaces([workspace])
  const agents = workspaces.flatMap((each) => each.agents)
  const agent = agents.find((each) => each.name === name)
  if (agent === undefined)
    throw new Error(`it has no agent ${name}; it has ${agents.map((each) => each.name).join(', ')}`)
  const version = agent.draft ?? (agent.published === null ? undefined : agent.versions.get(agent.published))
  if (version === undefined) throw new Error(`its agent ${name} has neither a draft nor a published version`)
  const code = createAgentCode(warn)
  try {
    for (const place of modulesOf(version)) await code.now().agent(place, '[]')
  } finally {
    code.close()
  }
  return agent.draft === null ? 'default' : 'draft'
}

/** The modules of a version's own code and of its tools. */
function modulesOf({ behaviour }: VersionedAgent): ModuleExport[] {
  const tools = 'tools' in behaviour ? behaviour.tools : []
  return [
    ...(behaviour.kind === 'code' && typeof behaviour.from !== 'function' ? [behaviour.from] : []),
    ...tools.flatMap(({ source }) => (source?.kind === 'module' ? [source] : [])),
  ]
}

/** The files outside a workspace that its agents depend on, relative to the folder. @throws UsageError if broken */
export async function filesOutside(folder: string, workspace: string): Promise<string[]> {
  const { files } = await loadWorkspaces([workspace])
  const visited = new Set<string>()
  const open = files.map((file) => resolve(file))
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (visited.has(next) || !existsSync(next)) continue
    visited.add(next)
    open.push(...importsOf(next))
  }
  const inside = statSync(workspace).isDirectory() ? workspace : dirname(workspace)
  const below = (from: string, file: string): string => relative(from, file).split(sep).join('/')
  const isBelow = (from: string, file: string): boolean => !/^(?:\.\.(?:\/|$)|\/|\w:)/.test(below(from, file))
  return [...visited]
    .filter((file) => isBelow(folder, file) && !isBelow(inside, file))
    .map((file) => below(folder, file))
}

/** The extensions to try for an import that omits its own, or writes `.js` for a TypeScript file. */
const endings = ['', '.ts', '.js', '.mjs', '.cjs', '.mts', '.cts', '.tsx', '.json', '/index.ts', '/index.js']

function importsOf(file: string): string[] {
  if (file.includes('node_modules') || !/\.[cm]?[jt]sx?$/.test(file)) return []
  const importMatches = readText(file).matchAll(/\b(?:from|import|require)\s*\(?\s*(["'])(?<path>\.{1,2}\/[^"']+)\1/g)
  return [...importMatches].flatMap(({ groups }) => {
    const path = resolve(dirname(file), groups?.path ?? '')
    const spelled = [...endings.map((ending) => path + ending), path.replace(/js(x?)$/, 'ts$1')]
    return spelled.find((each) => existsSync(each) && statSync(each).isFile()) ?? []
  })
}
