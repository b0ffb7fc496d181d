import { z } from 'zod'
import { isJsonObject, type JsonObject } from '../../base/json.ts'
import { jsonObject } from '../api/json-object.ts'
import { annotate } from './annotate.ts'
import { componentShapes } from './component-shapes.ts'
import { liftKinds } from './lift-kinds.ts'
import { notes } from './notes.ts'
import { pointerTo, referTo } from './refer-to.ts'
import { tidySchema } from './tidy-schema.ts'

/** The two unions by `type`, and how the names of their kinds end. */
const unions: Record<string, string> = { TranscriptEntry: 'Entry', ContentItem: 'Item' }

/** The named schemas of the document, generated from the shapes that the client checks its traffic with. */
export function componentSchemas(): JsonObject {
  const schemas: Record<string, JsonObject> = {}
  for (const [name, schema] of Object.entries(generate())) {
    const suffix = unions[name]
    const lifted = suffix === undefined ? { union: schema, kinds: {} } : liftKinds(schema, suffix)
    Object.assign(schemas, { [name]: lifted.union }, lifted.kinds)
  }
  addParticipant(schemas)
  for (const [name, note] of Object.entries(notes)) schemas[name] = annotate(name, schemas[name] ?? {}, note)
  return schemas
}

/** What goes over the wire is what the shapes take in, hence `io: 'input'`, for answers too. */
function generate(): Record<string, JsonObject> {
  const registry = z.registry<{ id: string }>()
  for (const [id, shape] of Object.entries(componentShapes)) registry.add(shape, { id })
  const { schemas } = z.toJSONSchema(registry, {
    target: 'draft-2020-12',
    io: 'input',
    uri: pointerTo,
    unrepresentable: ({ zodSchema }: { zodSchema: z.core.$ZodType }) =>
      zodSchema === jsonObject ? { type: 'object', additionalProperties: true } : 'throw',
  })
  const plain: Record<string, JsonObject> = JSON.parse(JSON.stringify(schemas))
  return Object.fromEntries(Object.entries(plain).map(([name, schema]) => [name, tidySchema(schema)]))
}

/** The customer's key differs between deployments, so that the shape of a session does not name it; the interface prints this one (SES-11). */
function addParticipant({ Session: session }: Record<string, JsonObject>): void {
  if (isJsonObject(session?.properties)) session.properties['the service'] = referTo('Participant')
}
