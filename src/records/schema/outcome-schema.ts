import { z } from 'zod'
import { lawNames } from '../../base/law-name.ts'
import type { Agreement, Judgement, LicenceSeen, Quotation, Vote } from '../../engine/expect/judgement.ts'
import type { CallSeen, Mismatch, Outcome } from '../../engine/expect/outcome.ts'
import type { Finding } from '../../engine/transcript/law.ts'
import type { Budget } from '../../suite/language/duration.ts'
import { placeShape } from './problem-schema.ts'
import { anyObject, exactly, jsonValue } from './typed-shapes.ts'

const mismatches = z.array(
  exactly<Mismatch>()(
    z.object({
      at: placeShape,
      path: z.string(),
      expected: z.string(),
      actual: jsonValue.exactOptional(),
      doubt: z.string().exactOptional(),
    }),
  ).meta({
    id: 'Mismatch',
    description:
      'One condition that does not hold; without `actual` there was nothing. With `doubt`, which says why, it could not be told whether it holds.',
  }),
)
const call = exactly<CallSeen>()(
  z.object({ index: z.number(), name: z.string(), phase: z.string().nullable(), arguments: anyObject }),
).meta({ id: 'CallSeen', description: 'A call; `index` counts the entries of its turn from 0.' })
const budget = exactly<Budget>()(
  z.object({ sign: z.enum(['<', '<=', '>', '>=']), ms: z.number(), written: z.string(), at: placeShape }),
).meta({ id: 'Budget', description: 'A limit on a time, as the script has it.' })
const finding = exactly<Finding>()(
  z.object({ law: z.enum(lawNames), message: z.string(), index: z.number().nullable() }),
).meta({ id: 'Finding', description: 'A transcript law that does not hold.' })

const every = {
  at: placeShape,
  verdict: z.enum(['passed', 'failed', 'not judged', 'reference', 'advice']).meta({
    description:
      '`not judged`: there was nothing to judge it on, which is never a pass. `reference` and `advice`, the word of a judge without a licence, gate nothing.',
  }),
  beside: z.number().exactOptional().meta({
    description: 'The turn, from 0, for which this holds with the calls that only the stored session shows beside it.',
  }),
}
const by = z.string().exactOptional().meta({ description: 'The place among the expectations: `calls.during[1]`.' })

const says = z.enum(['met', 'not met', 'cannot tell', 'unjudged'])
const quotation = exactly<Quotation>()(z.object({ turn: z.number(), entry: z.number(), words: z.string() })).meta({
  id: 'Quotation',
  description: 'What a judge quotes: words of an entry of a turn, both counted from 0.',
})
const vote = exactly<Vote>()(
  z.object({
    model: z.string(),
    says: z.enum(['met', 'not met', 'cannot tell', 'void']),
    reason: z.string(),
    quotations: z.array(quotation),
    halted: z
      .literal(true)
      .exactOptional()
      .meta({ description: 'A budget, or the end of the run, kept it from being asked.' }),
  }),
).meta({ id: 'Vote', description: 'One answer of one model; `void` does not count, and `reason` says why.' })
const judgement = exactly<Judgement>()(z.object({ says, votes: z.array(vote), why: z.string().nullable() })).meta({
  id: 'Judgement',
  description: 'What more than half of the votes say; `unjudged` where nothing does.',
})
const agreement = exactly<Agreement>()(
  z.object({ right: z.number(), of: z.number(), interval: z.tuple([z.number(), z.number()]) }),
).meta({ id: 'Agreement', description: 'How often a judge found what people had found, with the exact 95 % interval.' })
const licence = exactly<LicenceSeen>()(
  z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('licensed'), given: z.string(), met: agreement, notMet: agreement }),
    z.object({ kind: z.literal('unlicensed'), why: z.string() }),
    z.object({ kind: z.literal('not asked for') }),
  ]),
).meta({ id: 'Licence', description: 'Whether what a judge says of a criterion counts.' })

/** The shape of an outcome. */
export const outcomeShape: z.ZodType<Outcome> = exactly<Outcome>()(
  z.discriminatedUnion('kind', [
    z.object({ ...every, kind: z.literal('reply'), subject: z.string(), mismatches }),
    z.object({
      ...every,
      kind: z.literal('item'),
      item: z.enum(['text', 'image', 'video', 'audio', 'file', 'button']),
      seen: z.number(),
      mismatches,
    }),
    z.object({
      ...every,
      kind: z.literal('call'),
      name: z.string(),
      closest: call.nullable(),
      mismatches,
      made: z.array(call),
      inPhase: z.string().exactOptional(),
      by,
    }),
    z.object({
      ...every,
      kind: z.literal('unexpected call'),
      rule: z.enum(['never', 'none', 'exactly']),
      call: call.nullable(),
      by,
    }),
    z.object({
      ...every,
      kind: z.literal('call count'),
      name: z.string().nullable(),
      mismatches,
      made: z.array(call),
      counted: z.array(z.number()).exactOptional(),
      by,
    }),
    z.object({
      ...every,
      kind: z.literal('latency'),
      subject: z.enum(['turn', 'reply', 'tool']),
      tool: z.string().nullable(),
      limit: budget,
      ms: z.number().nullable(),
      index: z.number().exactOptional(),
      over: z.object({ statistic: z.enum(['p50', 'p95']), samples: z.number() }).exactOptional(),
    }),
    z.object({ ...every, kind: z.literal('error'), answered: z.boolean(), mismatches }),
    z.object({ ...every, kind: z.literal('law'), finding }),
    z.object({
      ...every,
      kind: z.literal('session'),
      subject: z.string(),
      mismatches,
      reason: z.string().exactOptional(),
    }),
    z.object({ ...every, kind: z.literal('local'), subject: z.string(), mismatches }),
    z.object({ ...every, kind: z.literal('value'), subject: z.string(), reason: z.string() }),
    z.object({
      ...every,
      kind: z.literal('judge'),
      criterion: z.string(),
      expected: z.enum(['met', 'not met']),
      looksAt: z.enum(['turn', 'conversation']),
      judgement,
      licence,
      by,
    }),
    z.object({
      ...every,
      kind: z.literal('goal'),
      wants: z.string(),
      ended: z.enum(['done', 'gave up', 'out of patience']),
      why: z.string().nullable(),
      turns: z.number(),
      patience: z.number(),
    }),
    z.object({ ...every, kind: z.literal('capture'), reason: z.string(), hint: z.string() }),
  ]),
).meta({ id: 'Outcome', description: 'What became of one expectation; `at` is its place in the script.' })
