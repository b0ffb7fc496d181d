import { isJsonObject, type JsonObject } from '../../base/json.ts'

/** The notes on a schema and its members: a text becomes the description, an object is merged in as it is. */
export interface Note {
  description: string
  members: Record<string, string | JsonObject>
}

/**
 * Writes a note into its schema.
 * @throws Error for a note on a member that the schema lacks: the interface has moved on and the note has not.
 */
export function annotate(name: string, schema: JsonObject, { description, members }: Note): JsonObject {
  if (Object.keys(members).length === 0) return { description, ...schema }
  const properties = { ...(isJsonObject(schema.properties) ? schema.properties : {}) }
  for (const [member, said] of Object.entries(members)) {
    const before = properties[member]
    if (!isJsonObject(before)) throw new Error(`the note on ${name}.${member} is about a member that does not exist`)
    properties[member] = { ...before, ...(typeof said === 'string' ? { description: said } : said) }
  }
  return { description, ...schema, properties }
}
