import { isJsonObject } from '../../base/json/json.ts'
import { parseIfJson } from '../../base/json/json-text.ts'
import type { Problem } from '../../suite/yaml/problem.ts'
import { readYaml } from '../../suite/yaml/read-yaml.ts'
import { packagedSchema } from '../files/packaged-schemas.ts'

/** Files that people write and that are no suites: what they are, and what reads them. */
const others = {
  agent: ['an agent', 'suites hold the talks with it: tableread suggest --write suites drafts some'],
  workspace: ['a workspace', '--workspace takes it; suites hold the talks with its agents'],
  config: ['a config', '--config takes it; suites hold conversations'],
  attacks: ['a file of attacks', 'tableread attack runs it'],
  labels: ['a file of labels', 'tableread judge calibrate reads it'],
} as const

/** The problem of a file that has more keys of another kind than of a suite; null for a suite, however broken. */
export function findOtherKind(content: string, file: string): Problem | null {
  const yaml = readYaml(content, file)
  if (!yaml.ok || yaml.root.kind !== 'map') return null
  const { entries } = yaml.root
  const keysOf = (kind: 'suite' | keyof typeof others): number => {
    const schema = parseIfJson(packagedSchema(kind))
    const propertySchemas = isJsonObject(schema) && isJsonObject(schema.properties) ? schema.properties : {}
    return entries.filter(({ key }) => Object.hasOwn(propertySchemas, key)).length
  }
  const kinds = Object.keys(others) as (keyof typeof others)[]
  const match = kinds.toSorted((one, other) => keysOf(other) - keysOf(one))[0]
  if (match === undefined || keysOf(match) <= keysOf('suite')) return null
  const [what, hint] = others[match]
  const at = entries[0]?.keyAt ?? yaml.root.at
  return { code: 'wrong-type', file, at, message: `this is ${what}, and a suite belongs here`, hint }
}
