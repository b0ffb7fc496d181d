import { suiteSchema } from '../script/export-schema.ts'

/** `tableread schema`: prints the JSON Schema of suite files. */
export async function schema(): Promise<number> {
  process.stdout.write(`${JSON.stringify(suiteSchema(), null, 2)}\n`)
  return 0
}
