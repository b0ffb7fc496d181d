import { basename, dirname, relative, sep } from 'node:path'
import { lookAt, markOf, readBytes } from '../../base/files/files.ts'
import { type JsonObject, sameJson } from '../../base/json/json.ts'
import { didYouMean } from '../../base/text/suggest.ts'
import { firstLine, listSome } from '../../base/text/wording.ts'
import { writtenAt } from '../../service/workspace/pull/edit-members.ts'
import { listAgent, writeWorkspace } from '../../service/workspace/pull/list-agent.ts'
import { readAgent, versionIn } from '../../service/workspace/pull/read-agent.ts'
import { functionsOf, type PulledVersion } from '../../service/workspace/pull/state-blueprint.ts'
import { updateAgent, type VersionUpdate } from '../../service/workspace/pull/update-agent.ts'
import { type PulledAgent, writeAgent } from '../../service/workspace/pull/write-agent.ts'
import type { Blueprint, BlueprintListing } from '../../wire/api/blueprint.ts'
import type { Failure } from '../../wire/client/failure.ts'
import { obstacleOf } from '../../wire/client/obstacle.ts'
import type { RunSettled } from '../config/settings.ts'
import { brokenFiles, UsageError } from '../edge/usage-error.ts'
import { showPath } from '../files/find-suites.ts'
import { writeGiven } from '../files/given-files.ts'
import { describeUnlisted } from '../target/load-shown-blueprints.ts'
import { openTarget } from '../target/target.ts'
import { findPullFiles, hideSecrets, type PullFiles, type WithoutSecrets, writeNote } from './pull-files.ts'

interface PullAsked {
  agent: string
  /** The id that the service lists it under; null: the one in its file, else its name. */
  id: string | null
  folder: string
  /** The current folder, which shown paths are relative to. */
  here: string
  source: string
  /** Take what the service lists even if the file was changed. */
  force: boolean
  /** Write nothing. */
  check: boolean
  /** Finds what the project declares private. */
  custom: readonly ((text: string) => string[])[]
}

export interface PullFacts {
  agent: string
  id: string
  source: string
  /** The file of the agent; `written` are the files that were written, or would be. */
  file: string
  savedFiles: string[]
  isNew: boolean
  versions: VersionUpdate[]
  published: { before: number | null; after: number | null } | null
  /** Whether the newest pulled version still has no behaviour, and which of its doubles have no output. */
  unfilled: boolean
  doubles: string[]
  /** Paths at which secrets were hidden. */
  hidden: string[]
  notes: string[]
}

/** The pull, or why what a service lists cannot be pulled. */
export type PullOutcome = { ok: true; pulled: PullFacts } | { ok: false; reason: string }

/** With `check` only reports. @throws UsageError for an agent not listed, and for files that it must not touch */
export function pullAgent(listing: BlueprintListing, request: PullAsked): PullOutcome {
  const { agent: name, here } = request
  const files = findPullFiles(request.folder, name, here)
  const id = agentIdOf(files, request)
  const versions = listing.agents.filter(({ agentId }) => agentId === id)
  if (versions.length === 0) throw unknownAgent(listing, id, request)
  const clash = files.others.find((each) => each.id === id)
  if (clash !== undefined)
    throw new UsageError(
      `${clash.file} is the agent ${clash.name} with the id ${id}`,
      `pull it by that name: --agent ${clash.name}`,
    )
  const hidden = versionsOf(versions, request)
  if (typeof hidden === 'string') return { ok: false, reason: hidden }
  const numbers = hidden.value.map(({ number }) => number)
  const live: PulledAgent = {
    name,
    agentId: id,
    published: numbers.length === 1 ? (numbers[0] ?? null) : null,
    versions: hidden.value,
    source: request.source,
  }
  const workflows = listing.workflowList.filter(({ agentId }) => agentId === id).map(({ workflowId }) => workflowId)
  const pulled = files.agent.text === null ? startAgent(live, files) : bringUp(live, files.agent.text, files, request)
  if (typeof pulled === 'string') return { ok: false, reason: pulled }
  const paths = writeAll(pulled.text, live, files, { request: request, workflows })
  return {
    ok: true,
    pulled: {
      ...{ agent: name, id, source: request.source, file: showPath(files.agent.path, here), savedFiles: paths },
      isNew: files.agent.text === null,
      versions: pulled.versions,
      published: pulled.published,
      ...whatIsOpen(pulled.text, files, live),
      hidden: hidden.paths,
      notes: notesOf(pulled.text, live, files, workflows),
    },
  }
}

function agentIdOf({ agent }: PullFiles, { agent: name, id, here }: PullAsked): string {
  if (id === null || agent.id === null || id === agent.id) return id ?? agent.id ?? name
  throw new UsageError(
    `${showPath(agent.path, here)} says id: ${agent.id}, and --id says ${id}`,
    'leave --id out, or change the file',
  )
}

function unknownAgent({ agents }: BlueprintListing, id: string, { source, id: wantedId }: PullAsked): UsageError {
  const ids = [...new Set(agents.map(({ agentId }) => agentId))]
  const near = didYouMean(id, ids)
  const all = ids.length === 0 ? 'it lists none' : `it lists ${listSome(ids, 12)}`
  const other = wantedId === null ? '; a name need not be the id: name that with --id' : ''
  return new UsageError(`${source} lists no agent "${id}"`, `${near === undefined ? all : `${near} (${all})`}${other}`)
}

/** The listed versions, in order and without secrets, or a text that says why they cannot be told apart. */
function versionsOf(blueprints: readonly Blueprint[], { custom }: PullAsked): WithoutSecrets<PulledVersion[]> | string {
  const versions: PulledVersion[] = []
  for (const { agentId, version, config } of blueprints) {
    const { number, name, description } = version
    if (!Number.isSafeInteger(number) || number < 0)
      return `the service lists ${agentId} at version ${number}, which is no number of a version`
    const own = { number, name, description, config: config as unknown as JsonObject }
    const twin = versions.find((each) => each.number === number)
    if (twin !== undefined && !sameJson(twin, own))
      return `the service lists two agents with the id ${agentId}, both at version ${number}, and they differ`
    if (twin === undefined) versions.push(own)
  }
  const sorted = versions.toSorted((one, other) => one.number - other.number)
  const hidden = sorted.map((each) => hide(each, custom))
  return { value: hidden.map(({ value }) => value), paths: [...new Set(hidden.flatMap(({ paths }) => paths))] }
}

function hide(version: PulledVersion, custom: PullAsked['custom']): WithoutSecrets<PulledVersion> {
  const { number, name, description, config } = version
  const facts = hideSecrets<JsonObject>({ name, description }, { custom })
  const settings = hideSecrets(config, { custom })
  return {
    value: {
      number,
      name: String(facts.value.name),
      description: String(facts.value.description),
      config: settings.value,
    },
    paths: [...facts.paths.map((path) => `version.${path}`), ...settings.paths],
  }
}

interface Brought {
  text: string
  versions: VersionUpdate[]
  published: PullFacts['published']
}

/** A new file, or a text that says why there can be none. */
function startAgent(live: PulledAgent, { agent }: PullFiles): Brought | string {
  const text = writeAgent({ ...live, published: live.published ?? live.versions.at(-1)?.number ?? null })
  const read = readAgent(text, agent.path)
  if (!read.ok) return `what the service lists of ${live.name} cannot be written as YAML: ${read.problems[0]?.message}`
  const versions = live.versions.map((version): VersionUpdate => {
    const after = versionIn(read.agent, version.number) ?? version
    return {
      number: version.number,
      before: null,
      after,
      live: version,
      contested: [],
      stuck: [],
      doubles: functionsOf(version.config),
    }
  })
  return { text, versions, published: null }
}

/** @throws UsageError if the agent's file is broken */
function bringUp(live: PulledAgent, text: string, { agent, note }: PullFiles, { force, custom }: PullAsked): Brought {
  const updated = updateAgent(text, live, {
    path: agent.path,
    before: note.before,
    force,
    hide: (version) => hide(version, custom).value,
  })
  if (!updated.ok) throw brokenFiles(updated.problems, () => text)
  return updated
}

/** What still has to be filled in for the newest pulled version. */
function whatIsOpen(text: string, { agent }: PullFiles, live: PulledAgent): Pick<PullFacts, 'unfilled' | 'doubles'> {
  const read = readAgent(text, agent.path)
  const version = read.ok ? read.agent.versions.get(live.versions.at(-1)?.number ?? 0) : undefined
  const behaviour = version?.behaviour
  const open =
    behaviour !== undefined && 'tools' in behaviour ? behaviour.tools.filter(({ unfilled }) => unfilled === true) : []
  const functions = functionsOf((version?.config ?? {}) as unknown as JsonObject)
  return {
    unfilled: behaviour?.kind === 'scripted' && behaviour.unfilled === true,
    doubles: functions.filter((each) => open.some(({ name }) => name === each)),
  }
}

function writeAll(
  text: string,
  live: PulledAgent,
  files: PullFiles,
  { request, workflows }: { request: PullAsked; workflows: readonly string[] },
): string[] {
  const { agent, note, workspace } = files
  const { before } = note
  const pulled = {
    published: live.published ?? before?.published ?? null,
    versions: mergeNotes(before?.versions ?? [], live.versions),
  }
  const texts: [path: string, text: string | null, old: string | null][] = [
    [agent.path, text, agent.text],
    [note.path, writeNote(live.name, pulled), before === null ? null : writeNote(live.name, before)],
    [workspace.path, workspaceText(live.name, files, workflows), workspace.text],
  ]
  return texts.flatMap(([path, now, old]) => {
    if (now === null || now === old) return []
    if (!request.check)
      writeGiven(path, `${markAt(path)}${now}`, { displayPath: showPath(path, request.here), verbatim: true })
    return path === note.path ? [] : [showPath(path, request.here)]
  })
}

function markAt(path: string): string {
  return lookAt(path)?.isFile() === true ? markOf(readBytes(path)).toString() : ''
}

function mergeNotes(before: readonly PulledVersion[], now: readonly PulledVersion[]): PulledVersion[] {
  const numbers = new Set(now.map(({ number }) => number))
  return [...before.filter(({ number }) => !numbers.has(number)), ...now].sort(
    (one, other) => one.number - other.number,
  )
}

/** The text of workspace.yaml with the agent added; null if it cannot be added. */
function workspaceText(
  name: string,
  { folder, workspace, agent }: PullFiles,
  workflows: readonly string[],
): string | null {
  if (agent.isListed) return workspace.text
  const path = relative(dirname(workspace.path), agent.path).split(sep).join('/')
  if (workspace.text !== null) return listAgent(workspace.text, path)
  return writeWorkspace({ name: nameOf(folder), agent: name, path, workflows })
}

/** A workspace is named after its folder, unless the folder has no distinctive name. */
function nameOf(folder: string): string {
  const name = basename(folder)
  return name === '' || name === 'workspace' ? 'local' : name
}

function notesOf(text: string, live: PulledAgent, files: PullFiles, workflows: readonly string[]): string[] {
  const { workspace, agent, others } = files
  const read = readAgent(text, agent.path)
  const names = [live.name, ...others.map((each) => each.name)]
  const handed = live.versions.flatMap(({ config }) => handoffsOf(config)).filter((each) => !names.includes(each))
  const missing = workspace.text === null ? [] : workflows.filter((each) => !workspace.workflows.includes(each))
  const isListed = agent.isListed || workspaceText(live.name, files, workflows) !== null
  const draft = read.ok && read.agent.draft !== null ? draftBase(text) : null
  return [
    ...(isListed
      ? []
      : [`workspace.yaml has no list of agents that a line could be added to: add the file under agents:`]),
    ...(live.published === null
      ? [
          `the service lists ${live.versions.length} versions of it, and does not tell which is published: see published:`,
        ]
      : draft !== null && draft !== live.published
        ? [`your draft is based on version ${draft}, and version ${live.published} is published`]
        : []),
    ...[...new Set(handed)].map((each) => `it hands off to ${each}, which is not in this workspace`),
    ...missing.map((each) => `the workflow "${each}" runs it, and is not in this workspace: add it under workflows:`),
  ]
}

function draftBase(text: string): number | null {
  const base = writtenAt(text, ['draft', 'based on'])
  return typeof base === 'number' ? base : null
}

function handoffsOf({ agentsList }: JsonObject): string[] {
  if (!Array.isArray(agentsList)) return []
  return agentsList.flatMap((each) => {
    const { transferTo } = (each ?? {}) as JsonObject
    return typeof transferTo === 'string' && transferTo !== '' ? [transferTo] : []
  })
}

type ListingRead = { ok: true; listing: BlueprintListing } | { ok: false; reason: string }

/** Fetches the listing once, and sends nothing else. @throws UsageError if there is no key */
export async function readListing(settings: RunSettled, url: string): Promise<ListingRead> {
  const target = await openTarget(settings)
  try {
    const answer = await target.client.listBlueprints({ timeLimitMs: settings.timeLimitMs })
    if (answer.ok) return { ok: true, listing: answer.data }
    return { ok: false, reason: whyUnlisted(url, answer.failure) }
  } finally {
    await target.close()
  }
}

function whyUnlisted(url: string, failure: Failure): string {
  const reason = describeUnlisted(url, failure)
  const hint = hintFor(failure)
  return hint === null ? reason : `${firstLine(reason)}\n   hint: ${hint}`
}

function hintFor(failure: Failure): string | null {
  if (failure.kind === 'unreachable')
    return obstacleOf(failure.code)?.hint ?? 'is it running, and is the address right?'
  if (failure.kind === 'timed out') return 'raise it with --time-limit, if the service is known to be slow'
  if (failure.kind !== 'refused') return null
  if (failure.status === 401 || failure.status === 403) return 'set TABLEREAD_API_KEY to a key of the workspace'
  if (failure.status === 404)
    return 'agents are listed by the workflow host: TABLEREAD_WORKFLOW_TARGET, or "workflow target:" in the config, names it'
  return null
}
