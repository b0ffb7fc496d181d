import type { JsonObject } from '../../../base/json/json.ts'
import { list } from '../../yaml/collections.ts'
import { literalObject } from '../../yaml/literal.ts'
import type { Place } from '../../yaml/place.ts'
import { optional, type RecordOf, record, required, sameHint } from '../../yaml/record.ts'
import { text, withPlace } from '../../yaml/scalar.ts'
import { type Reading, refuse, type Shape, withCheck } from '../../yaml/shape.ts'
import { fixedText } from '../matchers/fixed-text.ts'
import { compileSchema } from '../matchers/json-schema.ts'
import { type Variables, variableValues } from './variable-values.ts'

/** A row of variables; `row` is its number in the file that it is from, counted from 1. */
export interface ParameterRow extends Variables {
  row?: number
}

/** Rows of a file beside the suite, or of the project. */
export interface DataFile extends RecordOf<typeof fileFields> {}

const ranges: Shape<string> = withCheck(text, (read, reading, { at }) => {
  const parts = read.split(',').map((part) => /^\s*(\d+)(?:\s*-\s*(\d+))?\s*$/.exec(part))
  if (parts.every((part) => part !== null && Number(part[1]) > 0 && Number(part[1]) <= Number(part[2] ?? part[1])))
    return read
  const message = `"${read}" names no rows`
  return refuse(reading, 'wrong-value', at, message, 'count them from 1: rows: 1-20, or rows: "3, 7-9"')
})

/** A row is an object, which its schema need not say. */
const schema: Shape<JsonObject> = withCheck(literalObject, (read, reading, { at }) => {
  const whole = { type: 'object', ...read }
  const compiled = compileSchema(whole)
  return compiled.ok ? whole : refuse(reading, 'bad-schema', at, compiled.reason, compiled.hint)
})

const fileFields = {
  from: required(withPlace(fixedText), 'A file of rows beside the suite: .csv, .tsv, .json or .jsonl.'),
  rows: optional(withPlace(ranges), 'Which rows, counted from 1: 1-20, or "3, 7-9"; all unless given.'),
  schema: optional(
    schema,
    'A JSON Schema of each row. Columns of a CSV file are texts, unless it says number, integer or boolean.',
  ),
}

const dataFile: Shape<DataFile> = record('a file of rows', fileFields, {
  ...sameHint(['file', 'path', 'csv', 'json', 'source'], 'write from:'),
  ...sameHint(['range', 'limit', 'only'], 'write rows:'),
  '*': 'write a list of rows, - { order: "1042" }, or from: and a file of them',
  ...sameHint(['types', 'columns'], 'write schema: { properties: { total: { type: number } } }'),
})

const rows = list('rows', variableValues, 1)

export const parameters: Shape<ParameterRow[] | DataFile> = {
  read(node, reading) {
    if (node.kind === 'map') return dataFile.read(node, reading)
    const read = rows.read(node, reading)
    if (read === undefined || node.kind !== 'list') return undefined
    const places = node.items.map(({ at }) => at)
    return haveSameNames(read, places, reading) ? read : undefined
  },
  schema: (definitions) => ({ anyOf: [rows.schema(definitions), dataFile.schema(definitions)] }),
}

/** Refuses a row that lacks a name: its {{name}} would stay unfilled. Returns false if any was refused. */
export function haveSameNames(read: readonly Variables[], places: readonly Place[], reading: Reading): boolean {
  const names = Object.keys(read[0]?.values ?? {})
  const before = reading.problems.length
  for (const [index, { values: row }] of read.entries()) {
    const missing = names.find((each) => !Object.hasOwn(row, each))
    const extra = Object.keys(row).find((each) => !names.includes(each))
    const at = places[index]
    if (at === undefined || (missing === undefined && extra === undefined)) continue
    const message = missing === undefined ? `gives "${extra}", which the first does not` : `does not give "${missing}"`
    refuse(reading, 'wrong-value', at, `row ${index + 1} of the parameters ${message}`, 'give every row the same names')
  }
  return reading.problems.length === before
}
