import { z } from 'zod'
import { countOf, milliseconds, type OutputOf } from '../../base/json/typed-shapes.ts'
import { agreementShape } from '../../engine/expect/outcome/judgement.ts'

const disagreementMembers = {
  place: z.string().meta({ description: 'file:line of the label.' }),
  people: z.enum(['met', 'not met']),
  judge: z.enum(['met', 'not met', 'cannot tell', 'unjudged']),
  reason: z.string().meta({ description: "The judge's own reason, or why it has no finding." }),
  quotations: z.array(z.string()),
}

/** An example on which the judge does not find what people found. */
export interface Disagreement extends OutputOf<typeof disagreementMembers> {}

const kappa = z.number().nullable().meta({ description: 'null where it is undefined.' })

const criterionMembers = {
  criterion: z.string().meta({ description: 'As it is written, with its variables.' }),
  looksAt: z.enum(['turn', 'conversation']),
  models: z.array(z.string()),
  votes: countOf('Votes of each model.'),
  places: z.array(z.string()).meta({ description: 'Where it stands in suites: file:line, or a config in code.' }),
  ...{ met: agreementShape, notMet: agreementShape, agreement: agreementShape },
  kappa,
  cannotTell: countOf('Examples of which the judge cannot tell.'),
  unjudged: countOf('Examples without a finding: votes were void or tied.'),
  /** Examples that several people labelled: how far they agree. Disputed ones are not put to the judge. */
  people: z
    .object({ examples: z.number(), disputed: z.number(), kappa })
    .nullable()
    .meta({ description: 'How far people agree where several labelled an example.' }),
  probes: z.array(
    z.object({ name: z.string(), moved: z.number(), of: z.number(), interval: z.tuple([z.number(), z.number()]) }),
  ),
  licensed: z.boolean(),
  lacks: z.array(z.string()).meta({ description: 'What is missing for a licence.' }),
  unanswered: z.string().nullable().meta({ description: 'Why the judge could not be asked; null if it was.' }),
  disagreements: z.array(z.object(disagreementMembers)),
}

/** One criterion with the judge that it asks for. */
export interface CalibratedCriterion extends OutputOf<typeof criterionMembers> {}

const calibrationMembers = {
  schemaVersion: z
    .literal(1)
    .meta({ description: "A member's meaning never changes under one version; members may be added." }),
  kind: z.literal('calibration'),
  tableread: z.string().meta({ description: 'The version of Tableread.' }),
  bounds: z
    .object({ atLeast: z.number(), probes: z.number() })
    .meta({ description: 'The rates that a licence requires, and the highest at which a probe may move a judge.' }),
  criteria: z.array(z.object(criterionMembers)),
  notes: z.array(z.string()).meta({ description: 'Further remarks for a person, each a sentence.' }),
  startedAt: z.string().meta({ description: 'ISO 8601.' }),
  ms: milliseconds('How long it took.'),
}

/** What `judge calibrate` found: the document that `--json` prints. */
export interface CalibrationReport extends OutputOf<typeof calibrationMembers> {}

export const calibrationShape: z.ZodType<CalibrationReport> = z.object(calibrationMembers)
