import { count } from '../../base/wording.ts'
import { diffWords } from '../../compare/diff/diff-words.ts'
import { formatWords } from '../comparison/format-differences.ts'
import { cleanLine } from '../text/line.ts'
import type { Paint } from '../text/paint.ts'
import { changedMessages } from './format-vary.ts'

/** A variant for a person to read. */
export interface SampledVariant {
  file: string
  line: number
  conversation: string
  family: string
  /** The operator, and the number of the variant. */
  variant: string
  typed: { original: string[]; variant: string[] }
  /** Values that were replaced everywhere, in words; empty if there are none. */
  swaps: string[]
}

/** A random sample of variants, and how many there are: the document of `--print-variants --json`. */
export interface VariantSample {
  kind: 'variants'
  schemaVersion: 1
  tableread: string
  seed: string
  /** The number made, including dropped ones. */
  made: number
  /** Those whose meaning may differ, and why. */
  dropped: { file: string; line: number; conversation: string; variant: string; text: string; reason: string }[]
  sample: SampledVariant[]
}

/** The sample for a person to read: each variant with what changed marked in it. */
export function formatSample({ made, dropped, sample, seed }: VariantSample, paint: Paint): string {
  return [
    ...sample.map(({ file, line, conversation, variant, family, typed, swaps }) =>
      [
        `${cleanLine(`${file}:${line}`)}  ${cleanLine(conversation)}  ${paint.dim(`${family}: ${variant}`)}`,
        ...swaps.map((each) => `   ${cleanLine(each)}`),
        ...changedMessages(typed).map(({ was, now }) => `   ${formatWords(diffWords(was, now), paint)}`),
      ].join('\n'),
    ),
    ...(dropped.length === 0
      ? []
      : [
          [
            paint.strong('dropped by the check of meaning'),
            ...dropped
              .slice(0, 10)
              .map((each) => paint.warn(cleanLine(` ${each.file}:${each.line}  ${each.variant}: ${each.reason}`))),
            ...(dropped.length > 10 ? [paint.dim(` and ${dropped.length - 10} more`)] : []),
          ].join('\n'),
        ]),
    paint.dim(
      `${sample.length} of ${count(made, 'variant')}, ${dropped.length} of them dropped (${made === 0 ? 0 : Number(((100 * dropped.length) / made).toFixed(2))} %); seed ${cleanLine(seed)}`,
    ),
  ].join('\n\n')
}
