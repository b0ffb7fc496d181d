import { record, required } from '../yaml/record.ts'
import { checked, refuse, refuseType, type Shape } from '../yaml/shape.ts'

const amount: Shape<number> = {
  read(node, reading) {
    const hint = 'write a number, such as 0.25, without a sign of a currency'
    if (node.kind !== 'scalar' || typeof node.value !== 'number') return refuseType(reading, node, 'a price', hint)
    if (Number.isFinite(node.value) && node.value >= 0) return node.value
    return refuse(reading, 'wrong-value', node.at, `${node.source} is no price`, hint)
  },
  schema: () => ({ type: 'number', minimum: 0 }),
}

const priceRecord = record('a price', {
  input: required('input', amount, 'What a million tokens cost that the model takes.'),
  output: required('output', amount, 'What a million tokens cost that it gives.'),
})

/** What tokens cost: `{ input: 0.25, output: 2 }` for a million of them. */
export const priceShape: Shape<{ input: number; output: number }> = checked(priceRecord, (read) => ({
  input: read.input,
  output: read.output,
}))
