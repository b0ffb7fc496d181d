import { createHash } from 'node:crypto'
import type { Shard } from '../results/shard.ts'
import type { Plan } from '../runner/plan.ts'

/** What one shard runs, in its order, and what its result must know of it. */
export interface ShardChosen<T> {
  items: T[]
  shard: Shard
}

/** A conversation as the file has it: all its rows and versions, which stay together. */
interface Group {
  positions: number[]
  turns: number
}

/**
 * Cuts plans, or pairings of plans, into `of` parts of about the same number of turns and gives the part `index` (from 1).
 * Conversations are dealt out, the longest first, to the part with the fewest turns so far; among equals their order
 * decides. So every machine that has the same plans cuts them the same way, and each plan is in exactly one part.
 */
export function chooseShard<T extends { id: string }>(
  items: readonly T[],
  { index, of }: Pick<Shard, 'index' | 'of'>,
  planOf: (item: T) => Plan,
): ShardChosen<T> {
  const hands = Array.from({ length: of }, () => ({ turns: 0, positions: [] as number[] }))
  for (const group of groupPlans(items.map(planOf)).sort((a, b) => b.turns - a.turns)) {
    const fewest = hands.reduce((least, hand) => (hand.turns < least.turns ? hand : least))
    fewest.turns += group.turns
    fewest.positions.push(...group.positions)
  }
  const chosen = (hands[index - 1]?.positions ?? [])
    .sort((a, b) => a - b)
    .flatMap((position) => {
      const item = items[position]
      return item === undefined ? [] : [{ item, position }]
    })
  const positions = Object.fromEntries(chosen.map(({ item, position }) => [item.id, position]))
  const whole = fingerprint(items.map((item) => ({ id: item.id, plan: planOf(item) })))
  return { items: chosen.map(({ item }) => item), shard: { index, of, total: items.length, positions, whole } }
}

function groupPlans(plans: readonly Plan[]): Group[] {
  const groups = new Map<string, Group>()
  for (const [position, { file, conversation, repeat }] of plans.entries()) {
    const key = `${file}:${conversation.at.line}:${conversation.at.column}`
    const group = groups.get(key) ?? { positions: [], turns: 0 }
    group.positions.push(position)
    // One that is skipped sends nothing, but it still has to be somewhere.
    if (conversation.skip === undefined) group.turns += conversation.turns.length * (repeat?.times ?? 1)
    groups.set(key, group)
  }
  return [...groups.values()]
}

function fingerprint(named: readonly { id: string; plan: Plan }[]): string {
  const lines = named.map(({ id, plan }) => JSON.stringify([id, plan.suite, plan.conversation.name.value]))
  return createHash('sha256').update(lines.join('\n')).digest('hex').slice(0, 16)
}
