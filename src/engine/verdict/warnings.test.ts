import { describe, expect, it } from 'vitest'
import type { Problem } from '../../suite/yaml/problem.ts'
import { called } from '../transcript/entries.fixture.ts'
import type { ConversationResult } from './conversation-result.ts'
import { gatherWarnings } from './warnings.ts'

const at = { line: 3, column: 1, length: 1 }
const told = (argument: string): Problem => ({
  ...{ code: 'idle-guardrail', severity: 'warning', file: 's.yaml', message: argument, tool: 'refund' },
  ...{ argument, at: { ...at, column: argument.length } },
})

describe('a warning of an argument', () => {
  it.each([
    [{ order: 1 }, ['arguments.to.iban']],
    [{ order: 1, to: { iban: 'x' } }, []],
    [{ to: {} }, ['arguments.order', 'arguments.to.iban']],
  ])('is withdrawn once a call has it: %j', (args, left) => {
    const { add, read } = gatherWarnings()
    const result = (entries: unknown[], warnings: Problem[] = []): ConversationResult =>
      ({ turns: [{ entries }], afterTurns: [], warnings }) as unknown as ConversationResult
    add(result([called('refund', 'c1', {})], [told('arguments.order'), told('arguments.to.iban')]))
    expect(read()).toHaveLength(2)
    add(result([called('refund', 'c2', args)]))
    expect(read().map(({ argument }) => argument)).toEqual(left)
  })
})
