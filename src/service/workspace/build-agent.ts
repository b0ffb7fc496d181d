import { dirname, resolve } from 'node:path'
import { type Reading, refuse } from '../../suite/yaml/shape.ts'
import type { Agent, AgentVersion } from './agent.ts'
import type { StatedAgent } from './agent-shape.ts'
import { buildVersion } from './build-version.ts'
import { type Loading, loadText, shownPath } from './loading.ts'
import { readRecordings } from './recordings-file.ts'
import type { Recording } from './replay-behaviour.ts'
import type { StatedVersion } from './version-shape.ts'

/** Where an agent was stated: problems are reported there, recordings are found beside it. */
export interface AgentSource {
  loading: Loading
  path: string
}

/** An agent from what was stated. Versions are built in their order, so that each can be based on an earlier one. */
export function buildAgent(stated: StatedAgent, source: AgentSource): Agent {
  const reading: Reading = { file: shownPath(source.path), problems: source.loading.problems }
  const versions = new Map<number, AgentVersion>()
  for (const { name, at, value } of stated.versions) {
    if (!/^\d+$/.test(name))
      refuse(reading, 'wrong-value', at, `"${name}" is not a version number`, 'versions are numbered 1, 2, 3')
    else versions.set(Number(name), buildStated(String(Number(name)), Number(name), value, versions, source))
  }
  const next = Math.max(0, ...versions.keys()) + 1
  const draft = stated.draft === undefined ? null : buildStated('draft', next, stated.draft, versions, source)
  const { published } = stated
  if (published !== undefined && !versions.has(published.value)) {
    const known = `the versions are ${[...versions.keys()].join(', ')}`
    refuse(reading, 'wrong-value', published.at, `there is no version ${published.value} to publish`, known)
  }
  return { name: stated.name, agentId: stated.agentId, versions, published: published?.value ?? null, draft }
}

/** One version from what was stated and the version it is based on. */
export function buildStated(
  label: string,
  number: number,
  stated: StatedVersion,
  versions: ReadonlyMap<number, AgentVersion>,
  source: AgentSource,
): AgentVersion {
  const { basedOn } = stated
  const base = basedOn === undefined ? null : versions.get(basedOn.value)
  if (base === undefined && basedOn !== undefined) {
    const reading: Reading = { file: shownPath(source.path), problems: source.loading.problems }
    const hint = 'a version is based on one that stands before it'
    refuse(reading, 'wrong-value', basedOn.at, `there is no version ${basedOn.value} above this one`, hint)
  }
  return buildVersion(label, number, stated, base ?? null, loadRecordings(stated, source))
}

function loadRecordings({ recordings }: StatedVersion, { loading, path }: AgentSource): Recording[] | null {
  if (recordings === undefined) return null
  const content = loadText(loading, resolve(dirname(path), recordings.value))
  if (content === undefined) return []
  const read = readRecordings(content)
  if (read.ok) return read.recordings
  const reading: Reading = { file: shownPath(path), problems: loading.problems }
  const reason = `line ${read.line} of ${recordings.value} is not a recording: ${read.reason}`
  refuse(reading, 'wrong-value', recordings.at, reason)
  return []
}
