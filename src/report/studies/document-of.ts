import type { ResultKind } from '../../records/schema/result-kinds.ts'
import type { AnyResult, ResultOf } from '../../records/schema/result-shapes.ts'
import type { ReportDocument } from '../document/report-document.ts'
import { withWarnings } from '../document/with-warnings.ts'
import type { TextOf } from '../text/reporter.ts'

/** `textOf` gives the text of a suite for excerpts; `most` is how many findings to show in full. */
interface DocumentOptions {
  textOf: TextOf
  most?: number
}

/** What makes a document of each kind of result, loaded with the first of its kind. */
const makers: { [K in ResultKind]: (result: ResultOf<K>, options: DocumentOptions) => Promise<ReportDocument> } = {
  run: async (result, { textOf }) => (await import('./run.ts')).runDocument(result, textOf),
  comparison: async (result, { textOf }) => (await import('./comparison.ts')).comparisonDocument(result, { textOf }),
  variation: async (result) =>
    withWarnings((await import('./variation.ts')).variationDocument(result), result.warnings),
  attack: async (result) => withWarnings((await import('./attack.ts')).attackDocument(result), result.warnings),
  teeth: async (result, { most }) =>
    withWarnings((await import('./teeth.ts')).teethDocument(result, most), result.warnings),
  bisection: async (result) =>
    withWarnings((await import('./bisection.ts')).bisectionDocument(result), result.warnings),
  calibration: async (result) => (await import('./calibration.ts')).calibrationDocument(result),
  contract: async (result) => (await import('./contract.ts')).contractDocument(result),
  suggestion: async (result) => (await import('./suggestion.ts')).suggestionDocument(result),
}

/** What a result says to people: everything that any format shows comes from the result itself. */
export function documentOf<R extends AnyResult>(result: R, options: DocumentOptions): Promise<ReportDocument> {
  const make = makers['kind' in result ? result.kind : 'run'] as (
    result: R,
    options: DocumentOptions,
  ) => Promise<ReportDocument>
  return make(result, options)
}
