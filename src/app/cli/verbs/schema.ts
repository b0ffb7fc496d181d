import { suiteSchema } from '../../../suite/language/script.ts'
import { printJson } from '../../project/print.ts'

/** The flags of `tableread schema`: which document, suite files without any. */
export interface SchemaFlags {
  openapi?: boolean
  result?: boolean
  comparison?: boolean
  labels?: boolean
}

/** `tableread schema`: prints the JSON Schema of suite files, of label files, of the results of runs or comparisons, or the interface as OpenAPI 3.1. */
export async function schema(flags: SchemaFlags): Promise<number> {
  printJson(await documentOf(flags))
  return 0
}

async function documentOf({ openapi, result, comparison, labels }: SchemaFlags): Promise<unknown> {
  if (openapi === true) return (await import('../../../wire/openapi/build-openapi.ts')).buildOpenApi()
  if (result === true) return (await import('../../../records/schema/export-schema.ts')).resultSchema()
  if (comparison === true) return (await import('../../../records/schema/export-schema.ts')).comparisonSchema()
  if (labels === true) return (await import('../../../records/licence/label-shape.ts')).labelsSchema()
  return suiteSchema()
}
