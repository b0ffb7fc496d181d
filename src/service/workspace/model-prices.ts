import type { Prices } from '../../wire/api/usage.ts'
import { findModel, type ModelEntries } from '../../wire/models/find-model.ts'
import type { Agent } from './agent.ts'

/**
 * The prices of a workspace by the names that usage is counted under: of the entries of its `models:`, of the models that they
 * use, and of those that versions of agents state by themselves.
 */
export function pricesOf(entries: ModelEntries, agents: readonly Agent[]): Prices {
  const priced = Object.entries(entries).flatMap(([name, { use, price }]) =>
    price === undefined ? [] : [{ name, use, price }],
  )
  const own = agents.flatMap(({ versions, draft }) =>
    [...versions.values(), ...(draft === null ? [] : [draft])].flatMap(({ behaviour }) => {
      const found = behaviour.kind === 'model' ? findModel(behaviour.model, behaviour.models) : null
      const price = found?.ok === true ? found.plan.settings.price : undefined
      return found?.ok === true && price !== undefined ? [[found.plan.name, price] as const] : []
    }),
  )
  return Object.fromEntries([
    ...priced.map(({ use, price }) => [use, price] as const),
    ...own,
    ...priced.map(({ name, price }) => [name, price] as const),
  ])
}
