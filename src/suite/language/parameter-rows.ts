import { list } from '../yaml/list.ts'
import { refuse, type Shape } from '../yaml/shape.ts'
import { type Variables, variableValues } from './variable-values.ts'

const rows = list('rows', variableValues, 1)

/** Rows of variables. Every row gives the same names: one that lacks a name would leave its {{name}} as it is written. */
export const parameterRows: Shape<Variables[]> = {
  read(node, reading) {
    const read = rows.read(node, reading)
    if (read === undefined || node.kind !== 'list') return read
    const names = Object.keys(read[0]?.values ?? {})
    const before = reading.problems.length
    for (const [index, { values: row }] of read.entries()) {
      const missing = names.find((each) => !Object.hasOwn(row, each))
      const extra = Object.keys(row).find((each) => !names.includes(each))
      if (missing === undefined && extra === undefined) continue
      const message =
        missing === undefined ? `gives "${extra}", which the first does not` : `does not give "${missing}"`
      const at = node.items[index]?.at ?? node.at
      refuse(
        reading,
        'wrong-value',
        at,
        `row ${index + 1} of the parameters ${message}`,
        'give every row the same names',
      )
    }
    return reading.problems.length > before ? undefined : read
  },
  schema: (definitions) => rows.schema(definitions),
}
