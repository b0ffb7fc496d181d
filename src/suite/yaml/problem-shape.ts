import { z } from 'zod'
import type { OutputOf } from '../../base/json/typed-shapes.ts'

const placeMembers = { line: z.number().int().min(1), column: z.number().int().min(1), length: z.number().int().min(1) }

/** A position in a file: line and column count from 1, `length` is in UTF-16 units on that line (at least 1). */
export interface Place extends OutputOf<typeof placeMembers> {}

export const placeShape: z.ZodType<Place> = z
  .object(placeMembers)
  .meta({ id: 'Place', description: 'Where something stands in a file: line and column count from 1.' })

const code = z.enum([
  'unreadable',
  'yaml-syntax',
  'yaml-version',
  'duplicate-key',
  'unknown-tag',
  'unknown-alias',
  'alias-bomb',
  'too-large',
  'too-deep',
  'empty-file',
  'unknown-key',
  'missing-key',
  'wrong-type',
  'wrong-value',
  'ambiguous-scalar',
  'bad-pattern',
  'bad-schema',
  'mixed-matcher',
  'no-conversations',
  'no-agent',
  'asserts-nothing',
  'only-left-in',
  'not-reviewed',
  'duplicate-name',
  'unknown-variable',
  'unknown-agent',
  'unknown-version',
  'unknown-tool',
  'idle-guardrail',
  'stale-guardrail',
  'idle-prompt',
  'unwatched-files',
  'gone-conversation',
  'unknown-argument',
  'unseen-calls',
  'unknown-model',
  'unknown-check',
  'wrong-phase',
  'missing-metadata',
  'contradiction',
  'missing-fact',
  'unreachable-turn',
  'shared-clock',
  'two-in-one',
  'negated-criterion',
  'needs-no-judge',
  'vague-criterion',
])

/** Every kind of problem in a file that a person wrote. Each has a row in docs/problems.md. */
export type ProblemCode = z.output<typeof code>

const problemMembers = {
  code: code.describe('What kind of problem; docs/problems.md explains each.'),
  /** Set if the file can run all the same. */
  severity: z.literal('warning').exactOptional(),
  file: z.string(),
  at: placeShape,
  message: z.string(),
  hint: z.string().exactOptional(),
  /**
   * A tool, or a pattern of tools, that nothing knows, or that has no such `argument` or member of its output: a call of it, anywhere in a run,
   * settles the problem. An error has it only where the conversation fails as well.
   */
  tool: z.string().describe('The tool that nothing knows, or that has no such argument.').exactOptional(),
  argument: z.string().describe('The path of an argument that `tool` does not have.').exactOptional(),
}

/** One problem in a file: where, what was expected and found, and how to fix it. */
export interface Problem extends OutputOf<typeof problemMembers> {}

export const problemShape: z.ZodType<Problem> = z
  .object(problemMembers)
  .meta({ id: 'Problem', description: 'One thing wrong in a file that a person wrote.' })
