import type { NamedEntry } from '../../suite/yaml/collections.ts'
import type { Prices } from '../../wire/api/usage.ts'
import type { StatedModel } from './model-shape.ts'

/** The prices of models by the names that usage is counted under: that of an entry, and the model that it uses. */
export function pricesOf(models: readonly NamedEntry<StatedModel>[]): Prices {
  const priced = models.flatMap(({ name, value: { use, price } }) =>
    price === undefined ? [] : [{ name, use: use.value, price }],
  )
  return Object.fromEntries([
    ...priced.map(({ use, price }) => [use, price] as const),
    ...priced.map(({ name, price }) => [name, price] as const),
  ])
}
