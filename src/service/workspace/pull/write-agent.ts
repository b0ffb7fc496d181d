import type { JsonObject } from '../../../base/json/json.ts'
import { indent, quoteComment, writeTextScalar } from '../../../suite/yaml/write-yaml.ts'
import { functionsOf, leavesOf, type PulledVersion, stateConfig } from './state-blueprint.ts'
import { memberLines } from './write-members.ts'

/** An agent as a service lists it. */
export interface PulledAgent {
  name: string
  agentId: string
  /** The number behind `default`; null if the service does not say. */
  published: number | null
  /** Sorted by number. */
  versions: PulledVersion[]
  /** The service, as the file names it. */
  source: string
}

/** The file of an agent pulled for the first time. It loads as it is, and marks what has to be filled in. */
export function writeAgent({ name, agentId, published, versions, source }: PulledAgent): string {
  const numbers = versions.map(({ number }) => number)
  const lines = versions.flatMap((version, index) => {
    const base = versions[index - 1] ?? null
    const functionNames = index === 0 ? [] : versions.slice(0, index).flatMap(({ config }) => functionsOf(config))
    const doubles = functionsOf(version.config).filter((each) => !functionNames.includes(each))
    return versionLines(name, version, { base, doubles })
  })
  return `${[
    `# The agent ${quoteComment(name)}, as ${quoteComment(source)} lists it: fill in what answers, and the doubles of its functions.`,
    '# "tableread pull" again brings what changed there, and keeps what you wrote.',
    ...memberLines('agent', name, 0),
    ...memberLines('id', agentId, 0),
    ...(published === null ? [] : [`published: ${published}`]),
    '',
    'versions:',
    ...indent(lines).map(trimmed),
    '',
    '# A service lists no drafts. Yours, to rehearse what comes next:',
    '# draft:',
    `#   based on: ${published ?? numbers.at(-1) ?? 1}`,
    '#   prompt: what it is told from then on',
  ].join('\n')}\n`
}

interface VersionFrame {
  /** The version it inherits its behaviour from; null for one that nobody has filled in. */
  base: Pick<PulledVersion, 'number' | 'config'> | null
  /** The functions that have no double yet. */
  doubles: readonly string[]
}

export function versionLines(agent: string, version: PulledVersion, { base, doubles }: VersionFrame): string[] {
  const { number, name, description, config } = version
  const { blueprint, ...own } = stateConfig(config)
  return [
    `${number}:`,
    ...indent([
      ...(base === null ? [] : [`based on: ${base.number}`]),
      ...(name === usualName(agent, number) ? [] : memberLines('name', name, 4)),
      ...(description === '' && base === null ? [] : memberLines('description', description, 4)),
      ...(base === null ? unfilledLines : []),
      ...Object.entries(own).flatMap(([key, member]) => memberLines(key, member, 4)),
      ...(doubles.length === 0 ? [] : [...doublesComment, 'tools:', ...indent(doubles.flatMap(doubleLines))]),
      ...(base !== null && leavesMore(base.config, config) ? ['whole blueprint: true'] : []),
      ...(blueprint === undefined ? [] : ['# All other settings.', ...memberLines('blueprint', blueprint, 4)]),
    ]).map(trimmed),
  ]
}

/** Whether another version's configuration has members that this one lacks, and would inherit. */
function leavesMore(base: JsonObject, config: JsonObject): boolean {
  const own = leavesOf(config)
  return [...leavesOf(base).keys()].some((path) => !own.has(path))
}

/** The default name of a version, as the local service lists it. */
export function usualName(agent: string, number: number): string {
  return `${agent} v${number}`
}

const unfilledLines = [
  '# What answers is not part of what a service lists. Until something is here each turn is refused, so that nothing passes by accident:',
  '# a model that has the prompt and the tools below, or rules: as in docs/local-service.md of Tableread.',
  '# model: openai/gpt-5-mini',
  'not filled in: true',
]

/** The comment above the doubles of a version. */
export const doublesComment: readonly string[] = [
  '# A double for each function. Write output: (or error:, or cases:) in place of "not filled in": until then each call',
  '# of it fails. A model also reads what it does (description:) and what it takes (parameters:, a JSON Schema).',
]

export function doubleLines(name: string): string[] {
  return [`${writeTextScalar(name, false)}:`, '  not filled in: true']
}

function trimmed(line: string): string {
  return line.trimEnd()
}
