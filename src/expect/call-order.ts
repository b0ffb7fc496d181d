import type { CallExpectation } from '../script/call-expectation.ts'
import type { ToolCall } from '../transcript/tool-call.ts'
import { type Mismatch, mismatch } from './mismatch.ts'

/** `before` and `after`: every call of the named tools comes later, or earlier, and there is at least one. */
export function orderMismatches(
  { before = [], after = [] }: CallExpectation,
  call: ToolCall,
  calls: readonly ToolCall[],
): Mismatch[] {
  const check = (
    word: 'before' | 'after',
    { value, at }: NonNullable<CallExpectation['before']>[number],
  ): Mismatch[] => {
    const others = calls.filter(({ name }) => name === value)
    if (others.length === 0) return [mismatch(at, word, `a call of ${value}`, undefined)]
    const holds = others.every(({ index }) => (word === 'before' ? call.index < index : call.index > index))
    return holds
      ? []
      : [mismatch(at, 'order', `${word} ${value}`, word === 'before' ? `after ${value}` : `before ${value}`)]
  }
  return [...before.flatMap((each) => check('before', each)), ...after.flatMap((each) => check('after', each))]
}
