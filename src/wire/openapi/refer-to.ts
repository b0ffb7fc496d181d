import type { JsonObject } from '../../base/json.ts'

/** A reference to a schema of the document by its name. */
export function referTo(name: string): JsonObject {
  return { $ref: pointerTo(name) }
}

/** The pointer to a schema of the document. */
export function pointerTo(name: string): string {
  return `#/components/schemas/${name}`
}
