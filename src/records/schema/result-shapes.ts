import type { z } from 'zod'
import { attackShape } from '../../compare/attack/attack-result.ts'
import { bisectionShape } from '../../compare/bisect/result.ts'
import { comparisonShape } from '../../compare/comparison-shape.ts'
import { teethShape } from '../../compare/mutation/mutant/teeth-result.ts'
import { variationShape } from '../../compare/vary/vary-result.ts'
import { suggestionShape } from '../../engine/grid/suggestion-shape.ts'
import { runShape } from '../../engine/run-shape.ts'
import { contractShape } from '../../wire/contract/contract-report.ts'
import { calibrationShape } from '../licence/calibration-shape.ts'
import type { ResultKind } from './result-kinds.ts'

/** Every result kept, by `kind` (a run has none); types, published schemas and readers come from these shapes. */
export const resultShapes = {
  run: runShape,
  comparison: comparisonShape,
  variation: variationShape,
  attack: attackShape,
  teeth: teethShape,
  bisection: bisectionShape,
  calibration: calibrationShape,
  contract: contractShape,
  suggestion: suggestionShape,
} satisfies Record<ResultKind, z.ZodType>

export type ResultOf<K extends ResultKind> = z.output<(typeof resultShapes)[K]>

export type AnyResult = { [K in ResultKind]: ResultOf<K> }[ResultKind]

/** A result of a study, which says its kind itself. */
export type StudyResult = ResultOf<Exclude<ResultKind, 'run' | 'comparison'>>
