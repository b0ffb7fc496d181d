import { agreementOf, intervalOfMoves, kappaOf } from './agreement.ts'
import type { Asking, Calibration } from './calibrate.ts'
import type { CalibratedCriterion } from './calibration-shape.ts'
import type { Examples } from './gather-examples.ts'
import { type Bounds, findLacks, type Licence } from './licence.ts'

/** A criterion that judges were asked about, and what came of it. */
export interface CriterionCalibration {
  /** `places` are where it stands in the suites: `file:line`, or a config in code. */
  criterion: Pick<Asking, 'asWritten' | 'looksAt' | 'expected'> & { places: string[] }
  examples: Examples
  judge: Pick<Licence, 'models' | 'votes'>
  found: Calibration
}

/** Rates are those of the examples that the judge found the same as people. */
export function reportCriterion(
  { criterion, examples, judge, found }: CriterionCalibration,
  bounds: Bounds,
): CalibratedCriterion {
  const { met, notMet, probes, unanswered, kappa, cannotTell, unjudged, disagreements } = found
  const { disputed, pairs } = examples
  const lacks = unanswered.length > 0 ? [] : findLacks(found, bounds, criterion.expected)
  return {
    criterion: criterion.asWritten,
    looksAt: criterion.looksAt,
    models: judge.models.map(({ name }) => name),
    votes: judge.votes,
    places: criterion.places,
    met: agreementOf(met),
    notMet: agreementOf(notMet),
    agreement: agreementOf({ right: met.right + notMet.right, of: met.of + notMet.of }),
    kappa,
    cannotTell,
    unjudged,
    people: pairs.length === 0 ? null : { examples: pairs.length, disputed: disputed.length, kappa: kappaOf(pairs) },
    probes: probes.map(({ name, moves }) => ({ name, ...moves, interval: intervalOfMoves(moves) })),
    licensed: unanswered.length === 0 && lacks.length === 0,
    lacks,
    unanswered: unanswered.length === 0 ? null : (unanswered[0] ?? ''),
    disagreements,
  }
}
