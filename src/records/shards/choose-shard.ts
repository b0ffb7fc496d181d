import { createHash } from 'node:crypto'
import { percentile } from '../../engine/expect/latency.ts'
import type { Shard } from '../../engine/verdict/part-of-run.ts'
import { fingerprintScript } from '../../suite/plan/fingerprint-script.ts'
import type { Plan } from '../../suite/plan/plan.ts'
import type { Durations } from './durations.ts'

/** What one shard runs, in order, and what its result must record about the cut. */
export interface ShardChosen<T> {
  items: T[]
  shard: Shard
}

/** A conversation of the file: all its rows and versions, which stay together; of a simulated user, one seed. */
interface Group {
  place: string
  positions: number[]
  weight: number
}

/**
 * Cuts plans, or pairs of plans, into `of` parts that take about the same time and returns part `index` (from 1).
 * Conversations are dealt out longest first to the part with the least work so far, so that no part takes longer than
 * the mean plus the longest conversation. Their lengths come from `durations`; conversations missing there count as the
 * median, and without any durations the number of turns decides. Ties are broken by position in the files. So every
 * machine with the same plans and durations cuts them the same way, and each plan is in exactly one part.
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
  const shardItems = (hands[index - 1]?.positions ?? [])
    .sort((a, b) => a - b)
    .flatMap((position) => {
      const item = items[position]
      return item === undefined ? [] : [{ item, position }]
    })
  const positions = Object.fromEntries(shardItems.map(({ item, position }) => [item.id, position]))
  const whole = fingerprint(items.map((item) => ({ id: item.id, plan: plansOf(item)[0] })))
  const scripts = plans.map((own) => fingerprintScript(...own)).join('')
  const cutBy = durations === null ? {} : { durations: durations.hash }
  return {
    items: shardItems.map(({ item }) => item),
    shard: { index, of, total: items.length, positions, whole, scripts, ...cutBy },
  }
}

function heaviestFirst(a: Group, b: Group): number {
  return b.weight - a.weight || (a.place < b.place ? -1 : 1)
}

function groupPlans(plans: readonly (readonly [Plan, ...Plan[]])[], weightOf: (plan: Plan) => number): Group[] {
  const groups = new Map<string, Group>()
  for (const [position, own] of plans.entries()) {
    const { file, conversation } = own[0]
    const of = `${file}:${conversation.at.line}:${conversation.at.column}`
    const place = own[0].seed === undefined ? of : `${of}~${own[0].seed}`
    const group = groups.get(place) ?? { place, positions: [], weight: 0 }
    group.positions.push(position)
    group.weight += own.reduce((sum, plan) => sum + weightOf(plan), 0)
    groups.set(place, group)
  }
  return [...groups.values()]
}

function fingerprint(entries: readonly { id: string; plan: Plan }[]): string {
  const lines = entries.map(({ id, plan }) => JSON.stringify([id, plan.suite, plan.conversation.name.value]))
  return createHash('sha256').update(lines.join('\n')).digest('hex').slice(0, 16)
}

/** Each plan's weight: its time, or its turns if no plan was ever measured; 0 if skipped. */
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
    const { turns, simulatedUser } = plan.conversation
    return times.get(plan) ?? middle ?? (turns.length + (simulatedUser?.patience ?? 0)) * (plan.repeat?.times ?? 1)
  }
}

function subjectOf({ suite, conversation, agent, version }: Plan): Parameters<Durations['of']>[0] {
  return { suite, name: conversation.name.value, agent: agent.value, version }
}
