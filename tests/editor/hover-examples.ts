import { stringify } from 'yaml'
import { isJsonObject, type JsonObject, type JsonValue } from '../../src/base/json/json.ts'

/** A schema whose keys show an example on hover, and the keys that no document uses, as `config > gate > brittle`. */
export interface Hovered {
  schema: JsonObject
  without: string[]
}

/** The shortest use of each key, by its name and description. */
export type Examples = Map<string, string>

/** As many lines as a hover shows without a scroll bar. */
const mostLines = 10

/** Records the uses of a schema's keys in documents that it allows. */
export function noteUses(schema: JsonObject, documents: readonly JsonValue[], examples: Examples): void {
  for (const document of documents) collect(document, schema, { root: schema, found: examples })
}

/** Adds to each key of a schema its shortest use, as Markdown next to its description. */
export function withExamples(original: JsonObject, examples: Examples): Hovered {
  const schema = structuredClone(original)
  const without = new Map<string, string>()
  const seenSchemas = new Set<JsonObject>()
  const visit = (each: JsonObject, path: string): void => {
    if (seenSchemas.has(each)) return
    seenSchemas.add(each)
    for (const part of alternatives(each, schema)) {
      for (const [key, member] of membersOf(part)) {
        const example = examples.get(identity(key, member))
        if (example === undefined) without.set(identity(key, member), `${path} > ${key}`)
        else member.markdownDescription = `${String(member.description)}\n\n\`\`\`yaml\n${example}\n\`\`\``
        visit(member, `${path} > ${key}`)
      }
      for (const inner of [part.items, part.additionalProperties]) if (isJsonObject(inner)) visit(inner, path)
    }
  }
  visit(schema, String(original.title).replace('Tableread ', ''))
  return { schema, without: [...without.values()] }
}

/** The schema repeats a key at each place that takes it, always with the same description. */
function identity(key: string, { description }: JsonObject): string {
  return `${key}: ${String(description)}`
}

/** Records the uses of keys in a value, following the schema. */
function collect(value: JsonValue, schema: JsonObject, context: { root: JsonObject; found: Examples }): void {
  for (const part of alternatives(schema, context.root)) {
    const { items, additionalProperties } = part
    if (Array.isArray(value) && isJsonObject(items)) for (const item of value) collect(item, items, context)
    if (!isJsonObject(value)) continue
    const members = new Map(membersOf(part))
    for (const [key, member] of Object.entries(value)) {
      const property = members.get(key)
      if (property !== undefined) {
        note(property, key, member, context.found)
        collect(member, property, context)
      } else if (isJsonObject(additionalProperties)) collect(member, additionalProperties, context)
    }
  }
}

function note(member: JsonObject, key: string, value: JsonValue, examples: Examples): void {
  const text = stringify({ [key]: value }, { lineWidth: 96 }).trimEnd()
  const lines = text.split('\n')
  const short = lines.length <= mostLines ? text : [...lines.slice(0, mostLines - 1), '# …'].join('\n')
  const before = examples.get(identity(key, member))
  if (before === undefined || short.length < before.length) examples.set(identity(key, member), short)
}

function membersOf({ properties }: JsonObject): [string, JsonObject][] {
  return isJsonObject(properties) ? (Object.entries(properties) as [string, JsonObject][]) : []
}

/** The schemas that may apply to a value: references resolved, choices listed. */
function alternatives(schema: JsonObject, root: JsonObject): JsonObject[] {
  const { $ref } = schema
  const target =
    typeof $ref === 'string' ? ((root.$defs as JsonObject)[$ref.replace('#/$defs/', '')] as JsonObject) : schema
  return Array.isArray(target.anyOf)
    ? [target, ...(target.anyOf as JsonObject[]).flatMap((each) => alternatives(each, root))]
    : [target]
}
