import type { CallExpectation } from '../../suite/language/call-expectation.ts'
import type { Placed } from '../../suite/yaml/place.ts'
import type { ToolCall } from '../transcript/tool-call.ts'
import { type Mismatch, mismatch } from './mismatch.ts'

/**
 * `before` and `after`: every call of the named tools comes later, or earlier, and there is at least one. `turn` holds
 * all calls of the turn, so that a call can be said to come after one of another phase.
 */
export function orderMismatches(
  { before = [], after = [] }: CallExpectation,
  call: ToolCall,
  turn: readonly ToolCall[],
): Mismatch[] {
  return [
    ...before.flatMap((each) => checkSide('before', each, call, turn)),
    ...after.flatMap((each) => checkSide('after', each, call, turn)),
  ]
}

function checkSide(
  side: 'before' | 'after',
  { value, at }: Placed<string>,
  call: ToolCall,
  turn: readonly ToolCall[],
): Mismatch[] {
  const others = turn.filter((each) => each.name === value && each !== call)
  if (others.length === 0) return [mismatch(at, side, `a call of ${value}`, undefined)]
  const holds = others.every(({ index }) => (side === 'before' ? call.index < index : call.index > index))
  return holds
    ? []
    : [mismatch(at, 'order', `${side} ${value}`, side === 'before' ? `after ${value}` : `before ${value}`)]
}
