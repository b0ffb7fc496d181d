import { type JsonObject, sameJson } from '../../../base/json/json.ts'
import { indent, writeFlow, writeTextScalar } from '../../../suite/yaml/write-yaml.ts'
import { yamlLibrary } from '../../../suite/yaml/yaml-library.ts'
import { memberLines } from './write-members.ts'

interface NewWorkspace {
  name: string
  /** The agent, its file next to workspace.yaml, and the workflows that run it. */
  agent: string
  path: string
  workflows: readonly string[]
}

/** A workspace.yaml with one agent. Its key is made up for this workspace and opens nothing else. */
export function writeWorkspace({ name, agent, path, workflows }: NewWorkspace): string {
  return `${[
    '# A workspace of the local service: tableread serve --workspace, with this folder.',
    ...memberLines('workspace', name, 0),
    '# What opens it on this machine. No key of another service belongs here.',
    `keys: [${writeTextScalar(`${name}-key`, true)}]`,
    '',
    ...(workflows.length === 0
      ? []
      : ['workflows:', ...indent(workflows.map((id) => `- ${writeFlow({ id, agent })}`)), '']),
    'agents:',
    `  - ${writePath(path)}`,
  ].join('\n')}\n`
}

/** workspace.yaml with one more file under `agents:`; null if its agents are no list to extend. */
export function listAgent(text: string, path: string): string | null {
  const { isMap, isNode, isSeq, parseDocument } = yamlLibrary()
  const document = parseDocument(text)
  const agents = isMap(document.contents) ? document.contents.get('agents') : undefined
  const last = isSeq(agents) ? agents.items.at(-1) : undefined
  if (!isSeq(agents) || !isNode(last) || document.errors.length > 0) return null
  const end = (last.range?.[0] ?? 0) + text.slice(last.range?.[0], last.range?.[1]).trimEnd().length
  const changed =
    agents.flow === true
      ? insertAt(text, end, `, ${writePath(path)}`)
      : addLine(text, agents.range?.[0] ?? 0, end, path)
  const expected = document.toJS() as JsonObject & { agents: string[] }
  return sameJson(parseDocument(changed).toJS(), { ...expected, agents: [...expected.agents, path] }) ? changed : null
}

/** Adds a line below the last item and any comment after it. */
function addLine(text: string, from: number, last: number, path: string): string {
  const margin = ' '.repeat(from - (text.lastIndexOf('\n', from - 1) + 1))
  const newline = text.includes('\r\n') ? '\r\n' : '\n'
  const at = text.indexOf('\n', last)
  const end = at < 0 ? text.length : text.charAt(at - 1) === '\r' ? at - 1 : at
  return insertAt(text, end, `${newline}${margin}- ${writePath(path)}`)
}

/** Quotes a path only if something in it could be misread. */
function writePath(path: string): string {
  return /^[a-z][\w./-]*$/i.test(path) ? path : writeTextScalar(path, true)
}

function insertAt(text: string, at: number, addition: string): string {
  return `${text.slice(0, at)}${addition}${text.slice(at)}`
}
