import type { CalibratedCriterion, CalibrationReport } from '../../records/licence/calibration-shape.ts'

const rate = (right: number, of: number): CalibratedCriterion['met'] => ({ right, of, interval: [0.5, 0.99] })

const licensed: CalibratedCriterion = {
  ...{ criterion: 'is friendly', looksAt: 'turn', models: ['small', 'local'], votes: 3, places: ['suites/s.yaml:5'] },
  ...{ met: rate(40, 40), notMet: rate(39, 40), agreement: rate(79, 80), kappa: 0.975, cannotTell: 1, unjudged: 0 },
  people: { examples: 12, disputed: 3, kappa: 0.61 },
  probes: [{ name: 'plea for met', moved: 1, of: 40, interval: [0, 0.13] }],
  ...{ licensed: true, lacks: [], unanswered: null },
  disagreements: [
    {
      ...{
        place: 'labels/l.yaml:7',
        people: 'not met',
        judge: 'met',
        reason: 'it  greets',
        quotations: ['Hello  you'],
      },
    },
  ],
}

/** A calibration with a licence, none, and a judge that could not be asked. */
export function madeUpCalibration(more: Partial<CalibrationReport> = {}): CalibrationReport {
  const [disagreement] = licensed.disagreements
  const doubt = { ...disagreement, place: 'labels/l.yaml:9', judge: 'cannot tell' as const, quotations: [] }
  return {
    ...{ schemaVersion: 1, kind: 'calibration', tableread: '0', bounds: { atLeast: 0.9, probes: 0.15 } },
    criteria: [
      licensed,
      {
        ...{ ...licensed, criterion: 'blames the customer', models: ['small'], votes: 1, people: null, kappa: null },
        ...{ met: rate(0, 0), notMet: rate(1, 3), agreement: rate(1, 3), unjudged: 1, licensed: false },
        places: ['tableread.config.ts'],
        probes: [{ name: 'plea for met', moved: 0, of: 0, interval: [0, 1] }],
        lacks: ['label 36 more examples that are met, at this rate', 'the probe "plea for met" was never made'],
        disagreements: [...licensed.disagreements, doubt as CalibratedCriterion['disagreements'][number]],
      },
      {
        ...{ ...licensed, criterion: 'is brief', places: [], licensed: false, disagreements: [] },
        unanswered: 'small cannot be reached',
      },
    ],
    notes: ['no labelled example of: "is kind"'],
    ...{ startedAt: '2026-11-20T09:03:00.000Z', ms: 1_234 },
    ...more,
  }
}
