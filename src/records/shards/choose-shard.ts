import { createHash } from 'node:crypto'
import { percentile } from '../../engine/expect/percentile.ts'
import type { Shard } from '../../engine/verdict/shard.ts'
import type { Plan } from '../../suite/plan/plan.ts'
import type { Durations } from './durations.ts'

/** What one shard runs, in its order, and what its result must know of it. */
export interface ShardChosen<T> {
  items: T[]
  shard: Shard
}

/** A conversation as the file has it: all its rows and versions, which stay together. */
interface Group {
  place: string
  positions: number[]
  weight: number
}

/**
 * Cuts plans, or pairings of plans, into `of` parts that take about the same time and gives the part `index` (from 1).
 * Conversations are dealt out, the longest first, to the part with the least so far, so that no part takes longer than
 * their mean and the longest conversation together. How long each takes `durations` say; the median stands for those that
 * they do not know, and without any the number of turns decides. Among equals it is the place in the files. So every
 * machine that has the same plans and durations cuts them the same way, and each plan is in exactly one part.
 */
export function chooseShard<T extends { id: string }>(
  items: readonly T[],
  { index, of }: Pick<Shard, 'index' | 'of'>,
  plansOf: (item: T) => readonly [Plan, ...Plan[]],
  durations: Durations | null = null,
): ShardChosen<T> {
  const hands = Array.from({ length: of }, () => ({ weight: 0, positions: [] as number[] }))
  const plans = items.map(plansOf)
  for (const { weight, positions } of groupPlans(plans, weigh(plans, durations)).sort(heaviestFirst)) {
    const least = hands.reduce((lightest, hand) => (hand.weight < lightest.weight ? hand : lightest))
    least.weight += weight
    for (const position of positions) least.positions.push(position)
  }
  const chosen = (hands[index - 1]?.positions ?? [])
    .sort((a, b) => a - b)
    .flatMap((position) => {
      const item = items[position]
      return item === undefined ? [] : [{ item, position }]
    })
  const positions = Object.fromEntries(chosen.map(({ item, position }) => [item.id, position]))
  const whole = fingerprint(items.map((item) => ({ id: item.id, plan: plansOf(item)[0] })))
  const cutBy = durations === null ? {} : { durations: durations.hash }
  return {
    items: chosen.map(({ item }) => item),
    shard: { index, of, total: items.length, positions, whole, ...cutBy },
  }
}

function heaviestFirst(a: Group, b: Group): number {
  return b.weight - a.weight || (a.place < b.place ? -1 : 1)
}

function groupPlans(plans: readonly (readonly [Plan, ...Plan[]])[], weightOf: (plan: Plan) => number): Group[] {
  const groups = new Map<string, Group>()
  for (const [position, own] of plans.entries()) {
    const { file, conversation } = own[0]
    const place = `${file}:${conversation.at.line}:${conversation.at.column}`
    const group = groups.get(place) ?? { place, positions: [], weight: 0 }
    group.positions.push(position)
    group.weight += own.reduce((sum, plan) => sum + weightOf(plan), 0)
    groups.set(place, group)
  }
  return [...groups.values()]
}

function fingerprint(named: readonly { id: string; plan: Plan }[]): string {
  const lines = named.map(({ id, plan }) => JSON.stringify([id, plan.suite, plan.conversation.name.value]))
  return createHash('sha256').update(lines.join('\n')).digest('hex').slice(0, 16)
}

/** How much each plan weighs: the time it takes, or the turns it sends where no plan was ever measured. One that is skipped sends nothing. */
function weigh(plans: readonly (readonly Plan[])[], durations: Durations | null): (plan: Plan) => number {
  const skipped = ({ conversation }: Plan): boolean => conversation.skip !== undefined
  const times = new Map<Plan, number>()
  for (const plan of plans.flat()) {
    const ms = durations === null || skipped(plan) ? null : durations.of(subjectOf(plan))
    if (ms !== null) times.set(plan, ms)
  }
  const middle = percentile([...times.values()], 0.5)
  return (plan) => {
    if (skipped(plan)) return 0
    return times.get(plan) ?? middle ?? plan.conversation.turns.length * (plan.repeat?.times ?? 1)
  }
}

function subjectOf({ suite, conversation, agent, version }: Plan): Parameters<Durations['of']>[0] {
  return { suite, name: conversation.name.value, agent: agent.value, version }
}
