import type fc from 'fast-check'
import type { World } from '../world/world.ts'
import { callerOf } from './calls.ts'

/** Draws something together with an agent that can make calls; null when there is none. */
export function beside<T>(values: fc.Arbitrary<T>): (world: World) => fc.Arbitrary<{ agent: string; value: T }> | null {
  return (world) => {
    const agent = callerOf(world)
    return agent === null ? null : values.map((value) => ({ agent, value }))
  }
}
