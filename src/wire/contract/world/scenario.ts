import type fc from 'fast-check'
import type { Bench } from './bench.ts'
import type { World } from './world.ts'

/**
 * What a scenario needs. `control`: the clock, outbox and queue of a local service; `everything`: nobody can be
 * reached; `other`: a second workspace.
 */
export type Need = 'control' | 'everything' | 'other'

/**
 * The result of a scenario: null when the rule holds, otherwise what does not hold, or which of several readings was
 * seen.
 */
export type Held = null | string | { reading: string }

/** A rule about more than one exchange: what is drawn for it, and whether it holds. */
export interface Scenario {
  needs: readonly Need[]
  /** What to draw, JSON-safe; null when the workspace lacks what it needs. */
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
