import { type JsonObject, sameJson } from '../../../base/json/json.ts'
import type { Problem } from '../../../suite/yaml/problem.ts'
import type { Agent } from '../agent.ts'
import { shownPath } from '../loading.ts'
import { addToText, editVersion, removeFromText, setInText, writtenAt } from './edit-members.ts'
import { type AgentRead, readAgent, versionIn, withoutTool } from './read-agent.ts'
import {
  type BlueprintLeaf,
  functionsOf,
  leavesOf,
  memberAt,
  type PulledVersion,
  stateMember,
} from './state-blueprint.ts'
import { doubleLines, doublesComment, type PulledAgent, versionLines } from './write-agent.ts'

/** What the service listed at the last pull, to distinguish its later changes from those made in the file. */
export interface PulledBefore {
  published: number | null
  versions: PulledVersion[]
}

export type AgentUpdated =
  | {
      ok: true
      text: string
      versions: VersionUpdate[]
      /** The published version before and after, if it changed. */
      published: { before: number | null; after: number | null } | null
    }
  | { ok: false; problems: Problem[] }

export interface VersionUpdate {
  number: number
  /** As the file had it; null for a new version. */
  before: PulledVersion | null
  /** As the file has it now; differs from `live` where somebody has changed the file. */
  after: PulledVersion
  live: PulledVersion
  /** Members changed both in the file and on the service since the last pull. */
  contested: string[]
  /** Members that could not be updated, because their place cannot be changed on its own, as below an alias. */
  stuck: string[]
  /** Functions that got a double to fill in. */
  doubles: string[]
}

interface UpdateSettings {
  path: string
  before: PulledBefore | null
  /** Take what the service lists even where the file was changed. */
  force: boolean
  /** Masks the secrets of a version as the listing does, so that one filled in by hand does not count as a change. */
  hide(version: PulledVersion): PulledVersion
}

/**
 * Updates an agent's file to what is listed now, but for members changed since the last pull, and what no blueprint
 * has. Without a last pull nobody can tell who changed a member, so it stays as well.
 */
export function updateAgent(text: string, live: PulledAgent, settings: UpdateSettings): AgentUpdated {
  let now = text
  const versions: VersionUpdate[] = []
  const readAgent = readingOnce()
  for (const version of live.versions) {
    const read = readAgent(now, settings.path)
    if (!read.ok) return read
    const localVersion = versionIn(read.agent, version.number)
    const before = localVersion === undefined ? null : settings.hide(localVersion)
    const changed =
      before === null
        ? addVersion(now, version, read.agent)
        : mergeVersion(now, before, version, { ...settings, readAgent })
    const withDoubles = addDoubles(changed.text, version.number, readAgent(changed.text, settings.path))
    const agentReading = readAgent(withDoubles.text, settings.path)
    const after = agentReading.ok ? versionIn(agentReading.agent, version.number) : undefined
    if (after === undefined) return { ok: false, problems: [cannotAdd(version.number, settings.path)] }
    now = withDoubles.text
    const hidden = settings.hide(after)
    const leaves = leavesOf(asObject(hidden))
    const { contested, changes } = changed
    versions.push({
      ...{ number: version.number, before, after: hidden, live: version, contested },
      stuck: changes.filter(({ key, leaf }) => !isSame(leaves.get(key), leaf)).map(({ path }) => shownPathOf(path)),
      doubles: [...changed.doubles, ...withDoubles.doubles],
    })
  }
  const published = publish(now, live, settings)
  return { ok: true, text: published.text, versions, published: published.change }
}

/** Reads a file again only if its text has changed: most versions of most pulls change nothing. */
function readingOnce(): ReadAgent {
  let last: { text: string; read: AgentRead } | undefined
  return (text, path) => {
    if (last?.text !== text) last = { text, read: readAgent(text, path) }
    return last.read
  }
}

type ReadAgent = typeof readAgent

interface Changed {
  text: string
  contested: string[]
  changes: Taken[]
  doubles: string[]
}

/** A member to be taken from the service; without a leaf, the service no longer lists it. */
interface Taken {
  key: string
  path: readonly string[]
  leaf: BlueprintLeaf | undefined
}

/** Adds a version that the file lacks. It inherits behaviour and doubles from the version published before. */
function addVersion(text: string, version: PulledVersion, { name, published, versions }: Agent): Changed {
  const basedOn = published ?? [...versions.keys()].at(-1) ?? null
  const base = basedOn === null ? undefined : versions.get(basedOn)
  const frame = base === undefined ? null : { number: base.number, config: base.config as unknown as JsonObject }
  const functions = functionsOf(version.config)
  const doubles = base === undefined ? functions : withoutTool(base, functions)
  const editedText = addToText(text, ['versions', String(version.number)], () =>
    versionLines(name, version, { base: frame, doubles }),
  )
  return { text: editedText ?? text, contested: [], changes: [], doubles: editedText === null ? [] : doubles }
}

/** Merges one version member by member, depending on who changed what. */
function mergeVersion(
  text: string,
  own: PulledVersion,
  live: PulledVersion,
  { before, force, path: file, readAgent }: UpdateSettings & { readAgent: ReadAgent },
): Changed {
  const last = before?.versions.find(({ number }) => number === live.number)
  const [mine, theirs, base] = [leavesOf(asObject(own)), leavesOf(asObject(live)), last && leavesOf(asObject(last))]
  const changes: Taken[] = []
  const contested: string[] = []
  for (const key of new Set([...mine.keys(), ...theirs.keys()])) {
    const [ours, there, then] = [mine.get(key), theirs.get(key), base?.get(key)]
    if (isSame(ours, there)) continue
    const { path } = (there ?? ours) as BlueprintLeaf
    if (force || (base !== undefined && isSame(ours, then))) changes.push({ key, path, leaf: there })
    else if (base !== undefined && !isSame(there, then)) contested.push(shownPathOf(path))
  }
  // removals first: an object may have to make room for a value
  const edits = changes.toSorted((one, two) => Number(one.leaf !== undefined) - Number(two.leaf !== undefined))
  const setAll = (fileText: string): string =>
    edits.reduce((now, { path, leaf }) => setLeaf(now, live, path, leaf), fileText)
  const all = edits.length === 0 ? text : (editVersion(text, String(live.number), setAll) ?? setAll(text))
  if (all === text || readAgent(all, file).ok) return { text: all, contested, changes: changes, doubles: [] }
  const changed = edits.reduce((now, { path, leaf }) => {
    const next = setLeaf(now, live, path, leaf)
    return next === now || readAgent(next, file).ok ? next : now
  }, text)
  return { text: changed, contested, changes: changes, doubles: [] }
}

function shownPathOf(path: readonly string[]): string {
  return path.slice(path[0] === 'config' ? 1 : 0).join('.')
}

function cannotAdd(number: number, path: string): Problem {
  return {
    code: 'wrong-value',
    file: shownPath(path),
    at: { line: 1, column: 1, length: 1 },
    message: `version ${number} of the service cannot be added here`,
    hint: 'write the members of versions: on lines of their own, or pull into another folder',
  }
}

/** A text with one member as the service lists it; unchanged if it cannot be changed on its own. */
function setLeaf(
  text: string,
  live: PulledVersion,
  [kind, ...path]: readonly string[],
  leaf: BlueprintLeaf | undefined,
): string {
  const version = ['versions', String(live.number)]
  if (kind !== 'config')
    return leaf === undefined ? text : (setInText(text, [...version, String(kind)], leaf.value) ?? text)
  if (leaf === undefined) return removeFromText(text, [...version, 'blueprint', ...path]) ?? text
  const { to, value, not } = stateMember(path, leaf.value)
  const currentValue = writtenAt(text, [...version, ...to])
  if (
    to[0] !== 'variables' &&
    to[0] !== 'blueprint' &&
    typeof currentValue === 'object' &&
    !Array.isArray(currentValue) &&
    currentValue !== null
  )
    return text // a prompt that comes from a file of its own
  const whole = to[0] === 'functions' && writtenAt(text, [...version, 'functions']) === undefined
  const set = whole ? setFunctions(text, version, live) : setInText(text, [...version, ...to], value)
  if (set === null) return text
  return not === null ? set : (removeFromText(set, [...version, ...not]) ?? set)
}

/** Sets all three phases at once, since a version that states one of them states them all. */
function setFunctions(text: string, version: readonly string[], { config }: PulledVersion): string | null {
  const entries = Object.entries({ pre: 'preCall', during: 'duringCall', post: 'postCall' }).map(([phase, key]) => [
    phase,
    memberAt(config, ['functionSettings', key]) ?? [],
  ])
  return setInText(text, [...version, 'functions'], Object.fromEntries(entries) as JsonObject)
}

/** Gives a double to each function of a version that has no tool yet. */
function addDoubles(text: string, number: number, read: AgentRead): { text: string; doubles: string[] } {
  const version = read.ok ? read.agent.versions.get(number) : undefined
  const doubles =
    version === undefined ? [] : withoutTool(version, functionsOf(version.config as unknown as JsonObject))
  if (version?.behaviour.kind === 'replay' || doubles.length === 0) return { text, doubles: [] }
  const place = ['versions', String(number), 'tools']
  const isNew = writtenAt(text, place) === undefined
  const editedText = isNew
    ? addToText(text, place, () => [
        ...doublesComment,
        'tools:',
        ...doubles.flatMap(doubleLines).map((line) => `  ${line}`),
      ])
    : doubles.reduce<string | null>(
        (now, name) =>
          now === null
            ? null
            : (addToText(now, [...place, name], () => doubleLines(name)) ??
              setInText(now, [...place, name], { 'not filled in': true })),
        text,
      )
  return editedText === null ? { text, doubles: [] } : { text: editedText, doubles }
}

function publish(text: string, live: PulledAgent, { path, before, force }: UpdateSettings) {
  const read = readAgent(text, path)
  const now = read.ok ? read.agent.published : null
  const { published } = live
  if (published === null || now === published) return { text, change: null }
  const isOwn = before === null ? now !== null : now !== before.published
  if (isOwn && !force) return { text, change: { before: now, after: now } }
  const set = setInText(text, ['published'], published)
  return { text: set ?? text, change: { before: now, after: set === null ? now : published } }
}

function asObject({ name, description, config }: PulledVersion): JsonObject {
  return { name, description, config }
}

function isSame(one: BlueprintLeaf | undefined, other: BlueprintLeaf | undefined): boolean {
  return one === undefined || other === undefined ? one === other : sameJson(one.value, other.value)
}
