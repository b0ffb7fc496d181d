import fc from 'fast-check'
import type { Bench } from './bench.ts'
import type { World } from './world.ts'

/**
 * What a scenario needs. `control`: the clock, outbox and queue of a local service; `everything`: nobody can
 * be reached; `other`: a second workspace.
 */
export type Need = 'control' | 'everything' | 'other'

/**
 * The result of a scenario: null if the rule holds, otherwise what does not hold, or which of several
 * readings was seen.
 */
type Held = null | string | { reading: string }

/** A rule about more than one exchange: what is drawn for it, and whether it holds. */
export interface Scenario {
  needs: readonly Need[]
  /** What to draw, JSON-safe; null if the workspace lacks what it needs. */
  draw(world: World): fc.Arbitrary<unknown> | null
  hold(bench: Bench, drawn: unknown): Promise<Held>
}

/** Scenarios by rule id. */
export type Scenarios = Readonly<Record<string, Scenario>>

/** A scenario whose drawn values keep their type. */
export function scenario<T>(given: {
  needs?: readonly Need[]
  draw(world: World): fc.Arbitrary<T> | null
  hold(bench: Bench, drawn: T): Promise<Held>
}): Scenario {
  return { needs: given.needs ?? [], draw: given.draw, hold: (bench, drawn) => given.hold(bench, drawn as T) }
}

/** A scenario that looks into a local service, where nobody can be reached. */
export const localScenario: typeof scenario = (given) => scenario({ needs: ['control', 'everything'], ...given })

/** Combines two scenarios for one rule, each tried about as often. */
export function eitherScenario(first: Scenario | undefined, second: Scenario): Scenario {
  if (first === undefined) return second
  const ways = [first, second]
  return {
    needs: [...new Set([...first.needs, ...second.needs])],
    draw(world) {
      const drawn = ways.flatMap(({ draw }, way) => draw(world)?.map((value) => ({ way, value })) ?? [])
      return drawn.length === 0 ? null : fc.oneof(...drawn)
    },
    hold(bench, drawn) {
      const { way, value } = drawn as { way: number; value: unknown }
      return (ways[way] ?? second).hold(bench, value)
    },
  }
}
