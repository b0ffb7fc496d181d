import { z } from 'zod'
import { anyObject, exactly, jsonValue, type OutputOf } from '../../../base/json/typed-shapes.ts'
import { lawNames } from '../../../base/law-name.ts'
import type { Budget } from '../../../suite/language/matchers/duration.ts'
import { placeShape } from '../../../suite/yaml/problem-shape.ts'
import type { LawFinding } from '../../transcript/law.ts'
import { judgementShape, licenceShape } from './judgement.ts'

const mismatchMembers = {
  at: placeShape,
  path: z.string(),
  expected: z.string(),
  actual: jsonValue.exactOptional(),
  /** Why the condition could not be decided; it then neither passes nor fails. */
  doubt: z.string().exactOptional(),
  /** What alone keeps the condition from holding: with `ignore case: true` it would. */
  differsOnlyIn: z.literal('case').exactOptional(),
  /** What a tool gave that failed and should not have. */
  output: jsonValue.exactOptional(),
}

/** A condition that does not hold, or could not be judged; `actual` undefined: none. */
export interface Mismatch extends OutputOf<typeof mismatchMembers> {}

const mismatchShape: z.ZodType<Mismatch> = z.object(mismatchMembers).meta({
  id: 'Mismatch',
  description:
    'One condition that does not hold; without `actual` there was nothing. With `doubt`, which says why, it could not be told whether it holds. With `differsOnlyIn: case` it would hold under `ignore case: true`.',
})

const mismatches = z.array(mismatchShape)

const callMembers = { index: z.number(), name: z.string(), phase: z.string().nullable(), arguments: anyObject }

/** A call as outcomes show it; `index` counts the entries of its turn from 0. */
export interface CallSeen extends OutputOf<typeof callMembers> {}

const call: z.ZodType<CallSeen> = z
  .object(callMembers)
  .meta({ id: 'CallSeen', description: 'A call; `index` counts the entries of its turn from 0.' })

const budget = exactly<Budget>()(
  z.object({ sign: z.enum(['<', '<=', '>', '>=']), ms: z.number(), written: z.string(), at: placeShape }),
).meta({ id: 'Budget', description: 'A limit on a time, as the script has it.' })
const finding = exactly<LawFinding>()(
  z.object({ law: z.enum(lawNames), message: z.string(), index: z.number().nullable() }),
).meta({ id: 'Finding', description: 'A transcript law that does not hold.' })

const every = {
  at: placeShape,
  verdict: z.enum(['passed', 'failed', 'not judged', 'reference', 'advice']).meta({
    description:
      '`not judged`: there was nothing to judge it on, which is never a pass. `reference` and `advice`, the word of a judge without a licence, gate nothing.',
  }),
  /** The turn, counted from 0, for which this holds with the calls that only the stored session shows beside it. */
  beside: z.number().exactOptional().meta({
    description: 'The turn, from 0, for which this holds with the calls that only the stored session shows beside it.',
  }),
}
const by = z.string().exactOptional().meta({ description: 'The place among the expectations: `calls.during[1]`.' })

const outcomeUnion = z
  .discriminatedUnion('kind', [
    z.object({
      ...every,
      /** A condition on the reply or one of its parts; `subject` names the part. */
      kind: z.literal('reply'),
      subject: z.string(),
      mismatches,
    }),
    z.object({
      ...every,
      /** The mismatches are those of the closest item; `seen` counts the items of its kind. */
      kind: z.literal('item'),
      item: z.enum(['text', 'image', 'video', 'audio', 'file', 'button']),
      seen: z.number(),
      mismatches,
    }),
    z.object({
      ...every,
      /** `closest` is the call it got, or the free one of its name; `made` lists the turn's calls when it failed. */
      kind: z.literal('call'),
      name: z.string(),
      closest: call.nullable(),
      mismatches,
      made: z.array(call),
      /** The phase that the expectation is narrowed to, if any. */
      inPhase: z.string().exactOptional(),
      /** The expectation's position among the others, in the terms of the language: `calls[0]`, `calls.during[1]`. */
      by,
    }),
    z.object({
      ...every,
      /** A call that must not be there: under `never`, `none`, or more than `exactly` and `only` list. */
      kind: z.literal('unexpected call'),
      rule: z.enum(['never', 'none', 'exactly', 'only']),
      call: call.nullable(),
      by,
    }),
    z.object({
      ...every,
      /** The number of calls. */
      kind: z.literal('call count'),
      name: z.string().nullable(),
      mismatches,
      made: z.array(call),
      /** The entries of the counted calls, where the count is for one expectation (`times`). */
      counted: z.array(z.number()).exactOptional(),
      by,
    }),
    z.object({
      ...every,
      /** A limit on a time in milliseconds; `ms` is null when the time is not known. */
      kind: z.literal('latency'),
      subject: z.enum(['turn', 'reply', 'tool']),
      tool: z.string().nullable(),
      limit: budget,
      ms: z.number().nullable(),
      /** The entry of the tool's call. */
      index: z.number().exactOptional(),
      /** For a limit on a statistic: which one, over how many samples. */
      over: z.object({ statistic: z.enum(['p50', 'p95']), samples: z.number() }).exactOptional(),
    }),
    z.object({
      ...every,
      /** A refusal that was expected; `answered` when the service did not refuse. */
      kind: z.literal('error'),
      answered: z.boolean(),
      mismatches,
    }),
    z.object({
      ...every,
      /** A transcript law that the turn or the session breaks. */
      kind: z.literal('law'),
      finding,
    }),
    z.object({
      ...every,
      /** Not judged where the service does not have it yet, or for another `reason`. */
      kind: z.literal('session'),
      subject: z.string(),
      mismatches,
      reason: z.string().exactOptional(),
    }),
    z.object({
      ...every,
      /** What only the local service shows; `subject` is outbox, queue or attempts. */
      kind: z.literal('local'),
      subject: z.string(),
      mismatches,
    }),
    z.object({
      ...every,
      /** What cannot be judged: nothing to judge is left, the answer is uncertain, or judging failed; never passed. */
      kind: z.literal('value'),
      subject: z.string(),
      reason: z.string(),
    }),
    z.object({
      ...every,
      /** A criterion judged by a model. Without a licence that counts, the verdict is `advice` or `not judged`. */
      kind: z.literal('judge'),
      criterion: z.string(),
      expected: z.enum(['met', 'not met']),
      looksAt: z.enum(['turn', 'conversation']),
      judgement: judgementShape,
      licence: licenceShape,
      /** `every turn`, where the criterion is a guardrail. */
      by,
    }),
    z.object({
      ...every,
      /** What a function of the user's own said; not judged where it said nothing that could be understood. */
      kind: z.literal('check'),
      check: z.string(),
      message: z.string().nullable(),
      /** What it was given, in short: the reply and the calls of a turn, or the number of turns. */
      given: jsonValue,
      /** `every turn`, where the check is a guardrail. */
      by,
    }),
    z.object({
      ...every,
      /** Whether a simulated user reached its goal: after `turns` of its own messages, of at most `patience`. */
      kind: z.literal('goal'),
      wants: z.string(),
      ended: z.enum(['done', 'gave up', 'out of patience']),
      why: z.string().nullable(),
      turns: z.number(),
      patience: z.number(),
    }),
    z.object({
      ...every,
      /** A value that later turns need but that is missing. */
      kind: z.literal('capture'),
      reason: z.string(),
      hint: z.string(),
    }),
  ])
  .meta({ id: 'Outcome', description: 'What became of one expectation; `at` is its place in the script.' })

/** `not judged` never counts as a pass; `reference` and `advice` (a judge without a licence) change no verdict. */
export type Outcome = z.output<typeof outcomeUnion>

export const outcomeShape: z.ZodType<Outcome> = outcomeUnion
