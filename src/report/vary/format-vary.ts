import { groupBy } from '../../base/group-by.ts'
import { count } from '../../base/wording.ts'
import { compareTranscripts } from '../../compare/compare-transcripts.ts'
import { diffWords } from '../../compare/diff/diff-words.ts'
import type { Brittleness, VaryResult } from '../../compare/vary/vary-result.ts'
import { addressOf } from '../../engine/verdict/conversation-result.ts'
import { nameVerdict } from '../../engine/verdict/verdict.ts'
import { formatDifferences, formatWords } from '../comparison/format-differences.ts'
import { describeOutcome } from '../text/describe-outcome.ts'
import { formatGate, formatRates, type RateRow } from '../text/exact-rates.ts'
import { formatTime } from '../text/figures.ts'
import { cleanLine } from '../text/line.ts'
import type { Paint } from '../text/paint.ts'

/** The side labels for a brittle variant: the trusted side is the conversation as written. */
const labels = { a: 'original', b: 'variant' } as const

/** The most brittle variants to show with their transcripts. */
const shownInFull = 20

/**
 * The result for a terminal: each brittle variant with its edit, the families, what could not be judged, and
 * the gate.
 */
export function formatVary(result: VaryResult, paint: Paint): string {
  const { brittle, conversations, families, gate, ms, seed, simulated, total, turns, unconfirmed } = result
  const byConversation = groupBy(brittle.slice(0, shownInFull), ({ id }) => id)
  const more = brittle.length - shownInFull
  const unjudged = conversations.filter((each) => each.unjudged !== null)
  const of = unjudged.length === 0 ? '' : `${conversations.length - unjudged.length} of `
  const sound = `${of}${count(conversations.length, 'conversation')}`
  return [
    ...byConversation.map((group) => formatGroup(group, paint)),
    ...(more > 0
      ? [paint.dim(`${count(more, 'more edit')} that ${more === 1 ? 'breaks' : 'break'}: --json has all`)]
      : []),
    ...(families.length === 0 ? [] : [formatRates(brittleNames, brittleRows(result), paint)]),
    ...(unjudged.length === 0
      ? []
      : [
          [
            paint.strong('not judged'),
            ...unjudged.map((each) =>
              paint.warn(cleanLine(` ${addressOf(each)}  ${each.name} [${each.version}]: ${describeUnjudged(each)}`)),
            ),
          ].join('\n'),
        ]),
    ...(unconfirmed.length === 0
      ? []
      : [
          [
            paint.strong('seen but not confirmed: too few turns were left'),
            ...unconfirmed
              .slice(0, 20)
              .map((each) => paint.warn(cleanLine(` ${addressOf(each)}  ${each.variant}: ${each.what}`))),
            ...(unconfirmed.length > 20 ? [paint.dim(` and ${unconfirmed.length - 20} more`)] : []),
          ].join('\n'),
        ]),
    ...(simulated === 0
      ? []
      : [
          paint.warn(
            `${count(simulated, 'conversation')} with a simulated user not varied: what it says is not written down`,
          ),
        ]),
    formatGate(gate, paint),
    paint.dim(
      `${count(total.judged, 'variant')} of ${sound} judged, ${total.dropped} more dropped by the check of meaning; ${count(turns, 'turn')} in ${formatTime(ms)}; seed ${cleanLine(seed)}`,
    ),
  ].join('\n\n')
}

/** Why a conversation was not judged: `fails by itself: 1 of 8 runs …`. */
export function describeUnjudged({ unjudged }: VaryResult['conversations'][number]): string {
  return unjudged === null ? '' : `${nameVerdict(unjudged.kind)}: ${unjudged.reason}`
}

function formatGroup(group: readonly [Brittleness, ...Brittleness[]], paint: Paint): string {
  const [{ suite, conversation, version }] = group
  return [
    paint.strong(cleanLine(`${suite} > ${conversation} [${version}]`)),
    ...group.flatMap((each) => formatBrittleness(each, paint)),
  ].join('\n')
}

function formatBrittleness(found: Brittleness, paint: Paint): string[] {
  const { difference, edits, family, file, line, runs, typed } = found
  const turns = compareTranscripts(runs.original, runs.variant)
  const shown = { a: runs.original, b: runs.variant }
  return [
    ` ${paint.bad('✗')} ${cleanLine(describeEdits(found))}  ${paint.dim(family)}`,
    ...edits.slice(0, 1).map((edit) => paint.dim(`   ${file}:${edit.line}`)),
    ...changedMessages(typed).map(({ was, now }) => `   ${formatWords(diffWords(was, now), paint)}`),
    `   ${cleanLine(difference.what)}`,
    ...failedOutcome(found).map((text) => `   ${paint.dim(`${file}:${line}`)}  ${cleanLine(text)}`),
    ...formatDifferences({ turns, shown, agent: runs.original.agent }, labels, paint).map((each) => ` ${each}`),
    paint.dim(`   ${describeEvidence(found)}`),
  ]
}

/** The edits in words: `types "pls" for "please"`. */
export function describeEdits({ edits }: Pick<Brittleness, 'edits'>): string {
  const [first, second] = edits
  if (first === undefined) return ''
  const more = edits.length - 2
  return second === undefined ? first.words : `${first.words}, ${second.words}${more > 0 ? ` and ${more} more` : ''}`
}

/** The messages that differ; if messages were split or joined, all of them as one. */
export function changedMessages({ original, variant }: Brittleness['typed']): { was: string; now: string }[] {
  if (original.length !== variant.length) return [{ was: original.join(' ⏎ '), now: variant.join(' ⏎ ') }]
  const pairs = original.map((was, index) => ({ was, now: variant[index] ?? '' }))
  return pairs.filter(({ was, now }) => was !== now)
}

const oneSpace = (line: string): string => line.trim().replace(/\s+/g, ' ')

/** The first failed expectation in the shown run, in one line; empty if only the calls differ. */
export function failedOutcome({ runs }: Brittleness): string[] {
  const { turns, outcomes } = runs.variant
  const failed = [...turns.flatMap((turn) => turn.outcomes), ...outcomes].find(({ verdict }) => verdict === 'failed')
  return failed === undefined ? [] : [describeOutcome(failed).split('\n', 2).map(oneSpace).join(': ')]
}

/** How certain the finding is, and how far the variant was shrunk. */
export function describeEvidence({ alike, edits, foundWith, pairs, shrunk, variant }: Brittleness): string {
  const others = alike.length === 0 ? '' : `; ${count(alike.length, 'more variant')} came to the same`
  const chance = pairs.adjusted < 0.001 ? 'p < 0.001' : `p = ${pairs.adjusted.toFixed(3)}`
  const shorter =
    foundWith === edits.length ? count(foundWith, 'edit') : `${count(foundWith, 'edit')} shrunk to ${edits.length}`
  return `${variant}: broke in ${pairs.onlyOriginal} of ${count(pairs.pairs, 'pair')} (${chance}); ${shorter}${shrunk ? '' : ', maybe not the fewest'}${others}`
}

/** The columns of the families' table. */
export const brittleNames = { name: 'brittle in', judged: 'variants', found: 'brittle' } as const

/** The families as rows of a table, with the total last. */
export function brittleRows({ families, rate, total }: VaryResult): RateRow[] {
  return [...families, { family: 'all', ...total, rate }].map(({ family, judged, brittle, rate }) => ({
    name: family,
    judged,
    found: brittle,
    rate,
  }))
}
