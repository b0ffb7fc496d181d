import { isJsonObject, type JsonObject, type JsonValue } from '../../src/base/json/json.ts'
import { suiteSchema } from '../../src/suite/language/script/script.ts'
import { identity, sectionOf, sections } from './sections.ts'

const root = suiteSchema()
const operators = sections.find(({ name }) => name === 'matcher')?.keys ?? []

/** The schema that a `$ref` names, or the schema itself. */
function resolved(schema: JsonObject): JsonObject {
  if (typeof schema.$ref !== 'string') return schema
  const name = schema.$ref.replace('#/$defs/', '')
  return (root.$defs as JsonObject)[name] as JsonObject
}

/** The schemas that may apply to a value of this schema. */
function alternatives(schema: JsonObject): JsonObject[] {
  const { anyOf, ...own } = resolved(schema)
  return Array.isArray(anyOf) ? [own, ...(anyOf as JsonObject[]).flatMap(alternatives)] : [own]
}

/** Every `section > key` of the language that a suite uses, found by walking the suite along the schema. */
export function findUses(value: JsonValue, schema: JsonObject = root, uses: Set<string> = new Set()): Set<string> {
  for (const { properties, additionalProperties, items } of alternatives(schema)) {
    if (Array.isArray(value)) {
      if (isJsonObject(items)) for (const item of value) findUses(item, items, uses)
      continue
    }
    if (!isJsonObject(value)) continue
    const section = isJsonObject(properties) ? sectionOf({ properties })?.name : undefined
    for (const [key, member] of Object.entries(value)) {
      const property = isJsonObject(properties) && Object.hasOwn(properties, key) ? properties[key] : undefined
      if (isJsonObject(property)) {
        uses.add(`${section === 'reply' && operators.includes(key) ? 'matcher' : section} > ${key}`)
        findUses(member, property, uses)
      } else if (isJsonObject(additionalProperties)) findUses(member, additionalProperties, uses)
    }
  }
  return uses
}

/** Mappings of the schema that no section documents, named by their keys; new parts of the language show up here. */
export function findUndocumented(): string[] {
  const [seenSchemas, missing] = [new Set<JsonObject>(), new Set<string>()]
  const visit = (schema: JsonObject): void => {
    if (seenSchemas.has(schema)) return
    seenSchemas.add(schema)
    for (const each of alternatives(schema)) {
      if (isJsonObject(each.properties)) {
        if (sectionOf(each) === undefined) missing.add(identity(each))
        for (const member of Object.values(each.properties)) visit(member as JsonObject)
      }
      for (const inner of [each.items, each.additionalProperties]) if (isJsonObject(inner)) visit(inner)
    }
  }
  visit(root)
  return [...missing]
}
