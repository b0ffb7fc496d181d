import fc from 'fast-check'
import type { Scenario } from '../world/scenario.ts'

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
