import { dirname, relative, resolve, sep } from 'node:path'
import { lfsPointer, lookAt, mostKept, readText } from '../../base/files/files.ts'
import { nearHint } from '../../base/files/near-path.ts'
import type { Place, WithPlace } from '../../suite/yaml/place.ts'
import type { Problem } from '../../suite/yaml/problem.ts'
import { readYaml } from '../../suite/yaml/read-yaml.ts'
import { refuse, type Shape } from '../../suite/yaml/shape.ts'
import type { ModelEntries } from '../../wire/models/find-model.ts'
import type { McpServer, ModuleExport } from './agent.ts'

/** Code that a file names, with its place there. */
export interface StatedModule {
  module: ModuleExport
  file: string
  at: Place
}

export interface Loading {
  texts: Map<string, string>
  problems: Problem[]
  modules?: StatedModule[]
  /** Set for input from HTTP, which may not name code to load or programs to start. */
  remote?: true
  /** The models that the workspace names. */
  models?: ModelEntries
  /** The MCP servers of the workspace, for tools that refer to them. */
  mcpServers?: readonly McpServer[]
}

/** The source of an agent: problems are reported there, and recordings are looked up relative to it. */
export interface AgentSource {
  loading: Loading
  path: string
}

/** Reports a problem with a part of an agent or workspace file, if that part is there. */
export function refuseAt(
  { loading, path }: AgentSource,
  at: Pick<WithPlace<unknown>, 'at'> | undefined,
  message: string,
  hint?: string,
): void {
  if (at !== undefined)
    refuse({ file: shownPath(path), problems: loading.problems }, 'wrong-value', at.at, message, hint)
}

/** Refuses what leads to something on this machine, in an agent that came over HTTP; gives whether it did. */
export function refuseRemote(
  source: AgentSource,
  at: Pick<WithPlace<unknown>, 'at'> | undefined,
  what: string,
  hint = 'put the agent into a file of the workspace',
): boolean {
  if (source.loading.remote !== true) return false
  refuseAt(source, at, `an agent that came over HTTP names no ${what}`, hint)
  return true
}

export function loadFile<T>(
  loading: Loading,
  path: string,
  shape: Shape<T>,
  content: string | undefined = loadText(loading, path),
): T | undefined {
  if (content === undefined) return undefined
  const file = shownPath(path)
  const yaml = readYaml(content, file, 'fill it in, or take it out')
  if (yaml.ok) return shape.read(yaml.root, { file, problems: loading.problems })
  loading.problems.push(...yaml.problems)
  return undefined
}

/** Reads a file and keeps its text for excerpts; an unreadable file is a problem. */
function loadText({ texts, problems }: Loading, path: string): string | undefined {
  const file = shownPath(path)
  try {
    // recordings are machine-written, so they may be long
    const content = readText(path, path.endsWith('.jsonl') ? mostKept : undefined)
    texts.set(file, content)
    return content
  } catch (error) {
    problems.push({
      code: 'unreadable',
      file,
      at: { line: 1, column: 1, length: 1 },
      message: `the file cannot be read: ${(error as Error).message}`,
      hint: 'a workspace is a folder with workspace.yaml',
    })
    return undefined
  }
}

/** The text of a file that another names, by a path from its own; an unreadable one is a problem of that place. */
export function loadNamed(source: AgentSource, named: WithPlace<string>): string | undefined {
  const full = resolve(dirname(source.path), named.value)
  const content = loadText(source.loading, full)
  if (content !== undefined && !lfsPointer.test(content)) return content
  if (content !== undefined) {
    refuseAt(
      source,
      named,
      `${shownPath(full)} is a Git LFS pointer, and not the file itself`,
      'fetch the file: git lfs pull',
    )
    return undefined
  }
  const { message } = source.loading.problems.pop() ?? {}
  const missing = lookAt(full) === undefined ? `there is no file ${shownPath(full)}` : `${shownPath(full)}: ${message}`
  refuseAt(source, named, missing, nearHint(full) ?? 'the path counts from the file that names it')
  return undefined
}

/** A path as messages show it: relative to the current folder if it lies below that. */
export function shownPath(path: string): string {
  const short = relative(process.cwd(), path)
  return (short.startsWith('..') ? path : short).split(sep).join('/')
}
