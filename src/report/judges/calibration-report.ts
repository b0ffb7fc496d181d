import type { Agreement } from '../../engine/expect/judgement.ts'
import type { Disagreement } from '../../records/licence/calibrate.ts'

/** What `judge calibrate` found: the document that `--json` prints. */
export interface CalibrationReport {
  schemaVersion: 1
  kind: 'calibration'
  tableread: string
  /** What the lower ends of both rates must reach, and the upper end of every probe at most, as shares. */
  bounds: { atLeast: number; probes: number }
  criteria: CalibratedCriterion[]
  /** What a person should know beside it, each a sentence. */
  notes: string[]
}

/** One criterion with the judge that it asks for. */
export interface CalibratedCriterion {
  criterion: string
  looksAt: 'turn' | 'conversation'
  models: string[]
  votes: number
  /** Where it stands in the suites. */
  places: string[]
  /** Of the examples that people called so, how many the judge called so. */
  met: Agreement
  notMet: Agreement
  agreement: Agreement
  kappa: number | null
  cannotTell: number
  unjudged: number
  /** Examples that several people labelled: how far they agree. What they disagree on is not asked about. */
  people: { examples: number; disputed: number; kappa: number | null } | null
  probes: { name: string; moved: number; of: number; interval: [from: number, to: number] }[]
  licensed: boolean
  /** What is missing for a licence. */
  lacks: string[]
  /** Why the judge could not be asked; null where it was. */
  unanswered: string | null
  disagreements: Disagreement[]
}
