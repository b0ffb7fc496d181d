import type { NamedEntry } from '../../suite/yaml/collections.ts'
import { optional, record, required } from '../../suite/yaml/record.ts'
import { text } from '../../suite/yaml/scalar.ts'
import { refuse, refuseType, type Shape } from '../../suite/yaml/shape.ts'
import type { Price, Prices } from '../../wire/api/usage.ts'

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
export const priceShape: Shape<Price> = {
  read(node, reading) {
    const read = priceRecord.read(node, reading)
    return read === undefined ? undefined : { input: read.input, output: read.output }
  },
  schema: (definitions) => priceRecord.schema(definitions),
}

/** An entry of `models:`, as far as its price goes. */
export interface PricedModel {
  use: string
  price?: Price
}

/** An entry of `models:`. */
export const modelEntryShape: Shape<PricedModel> = record('a model', {
  use: required('use', text, 'The model: provider/model, such as openai/gpt-5-mini.'),
  price: optional('price', priceShape, 'What a million tokens cost: { input: 0.25, output: 2 }.'),
})

/** The prices of models by the names that usage is counted under: that of an entry, and the model that it uses. */
export function pricesOf(models: readonly NamedEntry<PricedModel>[]): Prices {
  const priced = models.flatMap(({ name, value: { use, price } }) =>
    price === undefined ? [] : [{ name, use, price }],
  )
  return Object.fromEntries([
    ...priced.map(({ use, price }) => [use, price] as const),
    ...priced.map(({ name, price }) => [name, price] as const),
  ])
}
