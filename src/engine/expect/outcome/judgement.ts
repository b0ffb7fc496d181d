import { z } from 'zod'
import type { OutputOf } from '../../../base/json/typed-shapes.ts'

const says = z.enum(['met', 'not met', 'cannot tell', 'unjudged'])
const quotationMembers = { turn: z.number(), entry: z.number(), words: z.string() }

/** Words that a judge quotes from what it was shown, with the turn and the entry, both counted from 0. */
export interface Quotation extends OutputOf<typeof quotationMembers> {}

const quotation: z.ZodType<Quotation> = z.object(quotationMembers).meta({
  id: 'Quotation',
  description: 'What a judge quotes: words of an entry of a turn, both counted from 0.',
})

const voteMembers = {
  model: z.string(),
  says: z.enum(['met', 'not met', 'cannot tell', 'void']),
  reason: z.string(),
  quotations: z.array(quotation),
  /** A budget, or the end of the run, prevented the call to the model. */
  halted: z
    .literal(true)
    .exactOptional()
    .meta({ description: 'A budget, or the end of the run, kept it from being asked.' }),
}

/** A `void` vote does not count: it quotes what was not shown, has the wrong form, or never came. */
export interface Vote extends OutputOf<typeof voteMembers> {}

const vote: z.ZodType<Vote> = z
  .object(voteMembers)
  .meta({ id: 'Vote', description: 'One answer of one model; `void` does not count, and `reason` says why.' })

const judgementMembers = { says, votes: z.array(vote), why: z.string().nullable() }

/** What more than half of all votes say; `unjudged` without such a majority, or with nobody or nothing to judge. */
export interface Judgement extends OutputOf<typeof judgementMembers> {}

export const judgementShape: z.ZodType<Judgement> = z.object(judgementMembers).meta({
  id: 'Judgement',
  description: 'What more than half of the votes say; `unjudged` where nothing does.',
})

const agreementMembers = {
  right: z.number(),
  of: z.number(),
  /** The exact 95 % interval of the rate. */
  interval: z.tuple([z.number(), z.number()]),
}

/** How often a judge agreed with people, out of `of` labelled examples. */
export interface Agreement extends OutputOf<typeof agreementMembers> {}

export const agreementShape: z.ZodType<Agreement> = z.object(agreementMembers).meta({
  id: 'Agreement',
  description: 'How often a judge found what people had found, with the exact 95 % interval.',
})

const licenceUnion = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('licensed'), given: z.string(), met: agreementShape, notMet: agreementShape }),
    /** No valid licence; `why` says what is missing and how to fix it. */
    z.object({ kind: z.literal('unlicensed'), why: z.string() }),
    /** The config lets judges count without a licence. */
    z.object({ kind: z.literal('not asked for') }),
  ])
  .meta({ id: 'Licence', description: 'Whether what a judge says of a criterion counts.' })

/** Whether a judge's finding for a criterion counts, and why. */
export type LicenceSeen = z.output<typeof licenceUnion>

export const licenceShape: z.ZodType<LicenceSeen> = licenceUnion
