import type { MapEntry, YamlNode } from '../../../suite/yaml/node.ts'
import { refuse, type Shape } from '../../../suite/yaml/shape.ts'

/** An agent's file: whatever belongs to a version is indented below it, or it is refused for that alone. */
export function insistIndented<T>(shape: Shape<T>): Shape<T> {
  return {
    ...shape,
    read(node, reading) {
      const odd = findMisplaced(node)
      if (odd === null) return shape.read(node, reading)
      return refuse(reading, 'unknown-key', odd.entry.keyAt, odd.message, odd.hint)
    },
  }
}

interface Misplaced {
  entry: MapEntry
  message: string
  hint: string
}

const isNumber = ({ key }: MapEntry): boolean => /^\d+$/.test(key)
const entriesOf = (node: YamlNode | undefined): MapEntry[] => (node?.kind === 'map' ? node.entries : [])

const isEmpty = (entry: MapEntry): boolean => entry.value.kind === 'scalar' && entry.value.value === null

/** The first entry that stands beside the empty one that it belongs below. */
function findBeside(entries: readonly MapEntry[], holds: (entry: MapEntry) => boolean): Misplaced | null {
  const at = entries.findIndex((entry, index) => {
    const before = entries[index - 1]
    return before !== undefined && holds(before) && isEmpty(before) && !isNumber(entry) && !ofAgents.has(entry.key)
  })
  const [before, entry] = [entries[at - 1], entries[at]]
  if (before === undefined || entry === undefined) return null
  const message = `"${entry.key}" stands beside ${before.key}:, not below it`
  return { entry, message, hint: `indent by two spaces more what belongs to ${before.key}:` }
}

const ofAgents: ReadonlySet<string> = new Set(['agent', 'id', 'published', 'versions', 'draft'])

/** The first key that is indented too little or too far to be a version or to belong to one. */
function findMisplaced(file: YamlNode): Misplaced | null {
  const beside = entriesOf(file).find(isNumber)
  if (beside !== undefined)
    return {
      ...{ entry: beside, message: `version ${beside.key} stands beside versions:, not below it` },
      hint: `versions stand below versions:, indented: ${beside.key}: by two spaces, and what belongs to it by four`,
    }
  const versions = entriesOf(entriesOf(file).find(({ key }) => key === 'versions')?.value)
  const below = versions.find(({ key }) => ofAgents.has(key))
  if (below !== undefined)
    return {
      entry: below,
      message: `"${below.key}" stands below versions:, not beside it`,
      hint: besideVersions(below),
    }
  for (const version of [...versions.filter(isNumber), ...entriesOf(file).filter(({ key }) => key === 'draft')]) {
    const entry = findInside(version.value)
    if (entry !== undefined)
      return {
        ...{ entry, message: `${nameOf(entry)} stands inside of ${nameOf(version)}` },
        hint: isNumber(entry) ? indentedAs(version) : besideVersions(entry),
      }
  }
  return findBeside(versions, isNumber) ?? findBeside(entriesOf(file), ({ key }) => key === 'draft')
}

const nameOf = (entry: MapEntry): string => (isNumber(entry) ? `version ${entry.key}` : `"${entry.key}"`)
const besideVersions = ({ key }: MapEntry): string => `${key}: stands beside versions:, as far left as versions: itself`
const indentedAs = (version: MapEntry): string =>
  `versions stand below versions:, each indented ${isNumber(version) ? `as ${version.key}: is` : 'by two spaces'}`

/** What no version has: a key of the agent or another version; a step deeper, only what says what a version alone does. */
function findInside(version: YamlNode): MapEntry | undefined {
  const own = entriesOf(version)
  const deeper = own.flatMap(({ key, value }) => (key === 'blueprint' ? [] : entriesOf(value)))
  return (
    own.find((entry) => isNumber(entry) || ofAgents.has(entry.key)) ??
    deeper.find(
      (entry) =>
        (isNumber(entry) || entry.key === 'draft') && entriesOf(entry.value).some(({ key }) => ofVersions.has(key)),
    )
  )
}

const ofVersions: ReadonlySet<string> = new Set(['based on', 'rules', 'otherwise'])
