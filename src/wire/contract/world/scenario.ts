import type fc from 'fast-check'
import type { Bench } from './bench.ts'
import type { World } from './world.ts'

/** `control`: a local service's clock, outbox and queue; `everything`: reaches nobody; `other`: a second workspace. */
export type Need = 'control' | 'everything' | 'other'

/** Null if the rule holds, otherwise what does not hold, or which of several readings was seen. */
export type ScenarioResult = null | string | { reading: string }

/** A rule about more than one exchange: what is drawn for it, and whether it holds. */
export interface Scenario {
  needs: readonly Need[]
  /** What to draw, JSON-safe; null if the workspace lacks what it needs. */
  draw(world: World): fc.Arbitrary<unknown> | null
  hold(bench: Bench, drawn: unknown): Promise<ScenarioResult>
}

export type Scenarios = Readonly<Record<string, Scenario>>

/** What a scenario draws, whatever the world has or from what it has. */
export type ScenarioDraw<T> = fc.Arbitrary<T> | ((world: World) => fc.Arbitrary<T> | null)

export function drawIn<T>(world: World, draw: ScenarioDraw<T>): fc.Arbitrary<T> | null {
  return typeof draw === 'function' ? draw(world) : draw
}

/** A scenario whose drawn values keep their type. */
export function scenario<T>(
  draw: ScenarioDraw<T>,
  hold: (bench: Bench, drawn: T) => Promise<ScenarioResult>,
  ...needs: Need[]
): Scenario {
  return { needs, draw: (world) => drawIn(world, draw), hold: (bench, sample) => hold(bench, sample as T) }
}

/** A scenario that looks into a local service, where nobody can be reached. */
export function localScenario<T>(
  draw: ScenarioDraw<T>,
  hold: (bench: Bench, drawn: T) => Promise<ScenarioResult>,
): Scenario {
  return scenario(draw, hold, 'control', 'everything')
}
