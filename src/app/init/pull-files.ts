import { existsSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { lookAt } from '../../base/files/files.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json/json.ts'
import { parseIfJson } from '../../base/json/json-text.ts'
import { mapMembers } from '../../base/json/walk-json.ts'
import type { PrivateRules, PrivateValue } from '../../base/privacy/find.ts'
import { redactIn } from '../../base/privacy/redact.ts'
import { createNames } from '../../base/privacy/stand-ins.ts'
import { keyMask, redactKeys } from '../../base/secrets/secret-keys.ts'
import { toNormalForm } from '../../base/text/normal-form.ts'
import { type Loading, loadFile } from '../../service/workspace/loading.ts'
import { writtenAt } from '../../service/workspace/pull/edit-members.ts'
import type { PulledVersion } from '../../service/workspace/pull/state-blueprint.ts'
import type { PulledBefore } from '../../service/workspace/pull/update-agent.ts'
import { workspaceShape } from '../../service/workspace/workspace-shape.ts'
import { brokenFiles, UsageError } from '../edge/usage-error.ts'
import { showPath } from '../files/find-suites.ts'
import { readGiven } from '../files/given-files.ts'

/** The files of a workspace that a pull concerns. A text is null if the file does not exist yet. */
export interface PullFiles {
  folder: string
  workspace: { path: string; text: string | null; workflows: string[] }
  /** `listed` says whether workspace.yaml names it. */
  agent: { path: string; text: string | null; id: string | null; isListed: boolean }
  /** What the service listed at the previous pull. */
  note: { path: string; before: PulledBefore | null }
  others: { name: string; id: string; file: string }[]
}

/** Existing or not. @throws UsageError for a workspace broken or in code, and for a foreign file in their place */
export function findPullFiles(folder: string, name: string, here: string): PullFiles {
  const path = join(folder, 'workspace.yaml')
  const stats = lookAt(folder)
  const code = ['workspace.ts', 'workspace.js', 'workspace.mjs'].find((each) => existsSync(join(folder, each)))
  if ((stats !== undefined && !stats.isDirectory()) || (code !== undefined && !existsSync(path)))
    throw new UsageError(
      `${showPath(folder, here)} is ${code === undefined ? 'no folder' : 'a workspace in code'}, and a pulled agent is a file of YAML`,
      'name the folder of a workspace with --output',
    )
  const text = existsSync(path) ? readGiven(path, showPath(path, here)) : null
  const agents = text === null ? [] : listedFiles(path, name, here, usualPlace(folder, name))
  const workflows = text === null ? [] : workflowsIn(text)
  const own = agents.find((each) => each.name === name)
  const agent = own ?? atUsualPlace(folder, name, here)
  const note = join(dirname(agent.path), '.pulled', `${basename(agent.path).replace(/\.ya?ml$/, '')}.json`)
  return {
    folder,
    workspace: { path, text, workflows },
    agent: { path: agent.path, text: agent.text, id: agent.id, isListed: own !== undefined },
    note: { path: note, before: readNote(note, name, here) },
    others: agents
      .filter((each) => each !== own)
      .map((each) => ({ name: each.name, id: each.id ?? '', file: showPath(each.path, here) })),
  }
}

interface AgentFile {
  path: string
  text: string | null
  name: string
  id: string | null
}

/** The agents that workspace.yaml lists. @throws UsageError if it is broken, or defines the agent inline */
function listedFiles(path: string, name: string, here: string, usual: string): AgentFile[] {
  const loading: Loading = { texts: new Map(), problems: [] }
  const definition = loadFile(loading, path, workspaceShape)
  if (definition === undefined || loading.problems.length > 0)
    throw brokenFiles(loading.problems, (file) => loading.texts.get(file))
  return definition.agents.map((entry) => {
    if (entry.kind === 'file') {
      const file = resolve(dirname(path), entry.path)
      if (lookAt(file) !== undefined) return fileAt(file, here)
      return { path: file, text: null, name: file === usual ? name : '', id: null } // listed, but the file was removed
    }
    const { name: own, agentId } = entry.stated
    if (own !== name) return { path, text: null, name: own, id: agentId }
    throw new UsageError(
      `${showPath(path, here)}:${entry.at.line}: the agent ${name} stands in the workspace itself`,
      'move it to a file of its own beside the others, and name that under agents:',
    )
  })
}

function fileAt(path: string, here: string): AgentFile {
  const text = readGiven(path, showPath(path, here))
  return { path, text, name: wordAt(text, 'agent') ?? '', id: wordAt(text, 'id') }
}

/** @throws UsageError if the file there belongs to another agent or is no agent's */
function atUsualPlace(folder: string, name: string, here: string): AgentFile {
  const path = usualPlace(folder, name)
  if (lookAt(path) === undefined) return { path, text: null, name, id: null }
  const file = fileAt(path, here)
  if (file.name === name) return file
  throw new UsageError(
    `${showPath(path, here)} is there already, and is not the file of the agent ${name}`,
    'rename it, or pull into another folder with --output',
  )
}

function usualPlace(folder: string, name: string): string {
  return join(folder, 'agents', `${fileName(name)}.yaml`)
}

const reserved = /^(con|prn|aux|nul|com\d|lpt\d)$/i

/** A file name for an agent, valid on every file system. */
export function fileName(name: string): string {
  const safe = toNormalForm(redactKeys(name), 'NFC')
    .replace(/[^\p{L}\p{N}_.-]+/gu, '-')
    .replace(/^[.-]+|[.-]+$/g, '')
  const short = [...safe].slice(0, 60).join('')
  return short === '' || reserved.test(short.split('.')[0] ?? '') ? `agent-${short}`.replace(/-$/, '') : short
}

function wordAt(text: string, key: string): string | null {
  try {
    const value = writtenAt(text, [key])
    return value === undefined || value === null ? null : String(value)
  } catch {
    return null // not YAML; whatever reads the file as a whole reports that
  }
}

function workflowsIn(text: string): string[] {
  const workflows = writtenAt(text, ['workflows'])
  return Array.isArray(workflows) ? workflows.flatMap((each) => (isJsonObject(each) ? String(each.id) : [])) : []
}

const kind = 'what tableread pull saw last'

/** The note beside an agent's file, committed with it, so that any pull can tell local changes from the service's. */
export function writeNote(agent: string, { published, versions }: PulledBefore): string {
  return `${JSON.stringify({ kind, agent, published, versions }, null, 2)}\n`
}

/** @throws UsageError for a file that is not a note, which must not be overwritten */
function readNote(path: string, agent: string, here: string): PulledBefore | null {
  if (lookAt(path) === undefined) return null
  const value = (parseIfJson(readGiven(path, showPath(path, here))) ?? null) as JsonObject | null
  if (isJsonObject(value) && value.kind === kind && value.agent === agent && Array.isArray(value.versions)) {
    const { published, versions } = value
    if (versions.every(isVersion))
      return {
        published: typeof published === 'number' ? published : null,
        versions: versions as unknown as PulledVersion[],
      }
  }
  throw new UsageError(
    `${showPath(path, here)} is not what a pull of ${agent} has noted`,
    'remove it: the next pull keeps what your file says, and shows where the service says something else',
  )
}

function isVersion(value: unknown): boolean {
  if (!isJsonObject(value)) return false
  const { number, name, description, config } = value
  return Number.isInteger(number) && typeof name === 'string' && typeof description === 'string' && isJsonObject(config)
}

/** A value without secrets, and the paths of the members that had any. */
export interface WithoutSecrets<T> {
  value: T
  paths: string[]
}

/** Secrets, and what the project declares private. A phone number or an address may well belong in a prompt. */
const kinds = ['key', 'secret', 'signature', 'private']

/** A shorter secret could be an ordinary word elsewhere: it is hidden only where it is a member's whole value. */
const shortest = 8

/** The stand-in of each kind, also URL-encoded within a link, and the common one that replaces them. */
const standIns = new RegExp(`(<|%3C)(?:${kinds.join('|')})(>|%3E)`, 'g')
const alike = '$1secret$2'

/** Replaces keys, passwords and links' signatures by `<secret>`; the same value yields the same text, to compare. */
export function hideSecrets<T extends JsonValue>(
  value: T,
  { custom }: Pick<PrivateRules, 'custom'>,
): WithoutSecrets<T> {
  const short = new Set<string>()
  const isShort = ({ kind, value: each }: PrivateValue): boolean => kind === 'secret' && each.length < shortest
  const { redact } = redactIn(value, {
    named: [],
    custom,
    hides: ({ kind }) => kinds.includes(kind),
    name(values) {
      for (const each of values) if (isShort(each)) short.add(each.value)
      const swaps = createNames(kinds).add(values.filter((each) => !isShort(each)))
      return swaps.map((each) => ({ ...each, to: each.to.replace(standIns, alike) }))
    },
  })
  const paths: string[] = []
  const hide = (each: JsonValue, path: string): JsonValue => {
    const inside = (key: string | number): string =>
      typeof key === 'number' ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`
    if (typeof each === 'object' && each !== null)
      return mapMembers(each, (member, key) => hide(member, inside(key)), redact)
    const shownValue = typeof each === 'string' ? each.replaceAll(keyMask, '<secret>') : each
    const hidden = short.has(String(each)) ? '<secret>' : redact(shownValue)
    if (hidden !== each) paths.push(path)
    return hidden
  }
  return { value: hide(value, '') as T, paths }
}
