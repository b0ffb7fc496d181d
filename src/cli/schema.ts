import { suiteSchema } from '../script/export-schema.ts'

/** `tableread schema`: prints the JSON Schema of suite files, or with `--openapi` the interface as an OpenAPI 3.1 document. */
export async function schema({ openapi }: { openapi?: boolean }): Promise<number> {
  const document = openapi === true ? (await import('../openapi/build-openapi.ts')).buildOpenApi() : suiteSchema()
  process.stdout.write(`${JSON.stringify(document, null, 2)}\n`)
  return 0
}
