import { dirname, resolve } from 'node:path'
import { dictionary } from '../../grammar/dictionary.ts'
import { optional, record, required } from '../../grammar/record.ts'
import { placed, text, wholeNumber } from '../../grammar/scalar.ts'
import { type Reading, refuse } from '../../grammar/shape.ts'
import type { Agent, AgentVersion } from './agent.ts'
import { buildVersion } from './build-version.ts'
import { type Loading, loadFile, loadText, shownPath } from './loading.ts'
import { readRecordings } from './recordings-file.ts'
import type { Recording } from './replay-behaviour.ts'
import { type StatedVersion, versionShape } from './version-shape.ts'

const agentShape = record('an agent', {
  name: required('agent', text, 'The name that triggers use.'),
  agentId: required('id', text, 'The id that blueprints list.'),
  published: optional('published', placed(wholeNumber(0)), 'The version that default means.'),
  versions: required('versions', dictionary('versions', versionShape), 'The numbered versions.'),
  draft: optional('draft', versionShape, 'The latest saved draft.'),
})

/** Reads the file of one agent. Versions are built in the order of the file, so that each can be based on an earlier one. */
export function loadAgent(loading: Loading, path: string): Agent | undefined {
  const stated = loadFile(loading, path, agentShape)
  if (stated === undefined) return undefined
  const reading: Reading = { file: shownPath(path), problems: loading.problems }
  const versions = new Map<number, AgentVersion>()
  for (const { name, at, value } of stated.versions) {
    if (!/^\d+$/.test(name))
      refuse(reading, 'wrong-value', at, `"${name}" is not a version number`, 'versions are numbered 1, 2, 3')
    else
      versions.set(Number(name), build(String(Number(name)), Number(name), value, versions, { loading, reading, path }))
  }
  const draft =
    stated.draft === undefined
      ? null
      : build('draft', Math.max(0, ...versions.keys()) + 1, stated.draft, versions, { loading, reading, path })
  const { published } = stated
  if (published !== undefined && !versions.has(published.value)) {
    refuse(
      reading,
      'wrong-value',
      published.at,
      `there is no version ${published.value} to publish`,
      `the versions are ${[...versions.keys()].join(', ')}`,
    )
  }
  return { name: stated.name, agentId: stated.agentId, versions, published: published?.value ?? null, draft }
}

interface Source {
  loading: Loading
  reading: Reading
  path: string
}

function build(
  label: string,
  number: number,
  stated: StatedVersion,
  versions: ReadonlyMap<number, AgentVersion>,
  source: Source,
): AgentVersion {
  const { basedOn } = stated
  const base = basedOn === undefined ? null : versions.get(basedOn.value)
  if (base === undefined && basedOn !== undefined) {
    refuse(
      source.reading,
      'wrong-value',
      basedOn.at,
      `there is no version ${basedOn.value} above this one`,
      'a version is based on one that stands before it',
    )
  }
  return buildVersion(label, number, stated, base ?? null, loadRecordings(stated, source))
}

function loadRecordings({ recordings }: StatedVersion, { loading, reading, path }: Source): Recording[] | null {
  if (recordings === undefined) return null
  const content = loadText(loading, resolve(dirname(path), recordings.value))
  if (content === undefined) return []
  const read = readRecordings(content)
  if (read.ok) return read.recordings
  refuse(
    reading,
    'wrong-value',
    recordings.at,
    `line ${read.line} of ${recordings.value} is not a recording: ${read.reason}`,
  )
  return []
}
