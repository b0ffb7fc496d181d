import { z } from 'zod'
import type { Place } from '../../suite/yaml/place.ts'
import type { Problem, ProblemCode } from '../../suite/yaml/problem.ts'
import { exactly } from './typed-shapes.ts'

/** The shape of a place in a file. */
export const placeShape: z.ZodType<Place> = exactly<Place>()(
  z.object({
    line: z.number().int().min(1),
    column: z.number().int().min(1),
    length: z.number().int().min(1),
  }),
).meta({ id: 'Place', description: 'Where something stands in a file: line and column count from 1.' })

const code = exactly<ProblemCode>()(
  z.enum([
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
    'unseen-calls',
    'unknown-model',
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
  ]),
)

/** The shape of a problem of a file. */
export const problemShape: z.ZodType<Problem> = exactly<Problem>()(
  z.object({
    code: code.meta({ description: 'What kind of problem; docs/problems.md explains each.' }),
    severity: z.literal('warning').exactOptional(),
    file: z.string(),
    at: placeShape,
    message: z.string(),
    hint: z.string().exactOptional(),
  }),
).meta({ id: 'Problem', description: 'One thing wrong in a file that a person wrote.' })
