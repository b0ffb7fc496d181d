import { z } from 'zod'
import { comparisonShape } from './comparison-schema.ts'
import { runShape } from './run-schema.ts'

/** The JSON Schema of the result of a run, as schema/result.json publishes it. */
export function resultSchema(): Record<string, unknown> {
  return publish(runShape, 'Tableread result', 'The result of a run: what `tableread run --json` prints.')
}

/** The JSON Schema of the result of a comparison, as schema/comparison.json publishes it. */
export function comparisonSchema(): Record<string, unknown> {
  return publish(comparisonShape, 'Tableread comparison', 'What `tableread compare --json` prints.')
}

/** Published as the input schema, which closes no object, so that members added by a newer Tableread stay valid. */
function publish(shape: z.ZodType, title: string, description: string): Record<string, unknown> {
  const { $schema, ...schema } = z.toJSONSchema(shape, { target: 'draft-2020-12', io: 'input' })
  return { $schema, title, description, ...schema }
}
