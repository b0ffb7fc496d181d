import type { JsonObject } from '../../../base/json/json.ts'
import { literalObject } from '../../yaml/literal.ts'
import type { Place } from '../../yaml/place.ts'
import { readYaml } from '../../yaml/read-yaml.ts'
import { optional, record } from '../../yaml/record.ts'
import { type Reading, refuse, type Shape, withName } from '../../yaml/shape.ts'
import { type Script, type Template, templates } from './script.ts'
import { mergeVariables, type Variables, variableValues } from './variable-values.ts'

/** An included file: its name in messages, and its text. */
export interface IncludedFile {
  file: string
  content: string
}

/** By its path relative to the suite; null if unreadable. With `most` bytes it must be within the project, too. */
export type OpenIncluded = (path: string, most?: number) => IncludedFile | { reason: string } | null

interface Included {
  at: Place
  variables?: Variables
  metadata?: JsonObject
  templates?: Template[]
}

export const includedShape: Shape<Included> = record('an included file', {
  variables: optional(variableValues, 'Values for {{name}}.'),
  metadata: optional(literalObject, "Fills ${variable} in the agent's prompts."),
  templates: optional(
    withName('templates', () => templates),
    'Named lists of turns that conversations use.',
  ),
})

/** Whether a text is a file to include rather than a suite: it has `variables`, `metadata` or `templates` and nothing else. */
export function isForIncluding(content: string): boolean {
  if (!/(?:variables|metadata|templates)["']?\s*:/.test(content) || /^(?:suite|conversations) *:/m.test(content))
    return false
  const yaml = readYaml(content, 'included')
  return yaml.ok && yaml.root.kind === 'map' && yaml.root.entries.every(({ key }) => sharedKeys.includes(key))
}

const sharedKeys = ['variables', 'metadata', 'templates']

/** Later files override earlier ones, and the script overrides all. */
export function includeFiles(script: Script, reading: Reading, open: OpenIncluded): Script {
  const { include = [], ...rest } = script
  const metadata: JsonObject = {}
  const layers: (Variables | undefined)[] = []
  const templateByName = new Map<string, Template>()
  for (const { value: path, at } of include) {
    const includedFile = open(path)
    if (includedFile === null || 'reason' in includedFile) {
      const why = includedFile === null ? '' : `: ${includedFile.reason}`
      refuse(reading, 'unreadable', at, `the file ${path} cannot be read${why}`, 'paths are relative to the suite')
      continue
    }
    const yaml = readYaml(includedFile.content, includedFile.file, 'fill it in, or take it out')
    if (!yaml.ok) reading.problems.push(...yaml.problems)
    const read = yaml.ok
      ? includedShape.read(yaml.root, { file: includedFile.file, problems: reading.problems })
      : undefined
    layers.push(read?.variables)
    Object.assign(metadata, read?.metadata)
    for (const each of read?.templates ?? []) templateByName.set(each.name, { ...each, file: includedFile.file })
  }
  if (include.length === 0) return script
  for (const each of rest.templates ?? []) templateByName.set(each.name, each)
  return {
    ...rest,
    variables: mergeVariables(...layers, rest.variables),
    metadata: { ...metadata, ...rest.metadata },
    templates: [...templateByName.values()],
  }
}
