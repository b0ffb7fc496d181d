import { quotePath } from '../../../base/quoting.ts'
import type { TextDifference } from '../../../compare/model/turn-comparison.ts'
import { addressOf } from '../../../engine/verdict/conversation-result.ts'
import { nameVerdict } from '../../../engine/verdict/verdict.ts'
import type { LineDifference } from '../../../records/snapshots/compare-snapshots.ts'
import type { ObsoleteSnapshot } from '../../../records/snapshots/find-obsolete.ts'
import { type SnapshotOutcome, whyOtherValues } from '../../../records/snapshots/settle-snapshot.ts'
import { holdsStandIn } from '../../../records/snapshots/value-digits.ts'
import { describeCause } from '../../../report/text/format-verdict.ts'
import { cleanLine } from '../../../report/text/line.ts'
import { createPaint, type Paint } from '../../../report/text/paint.ts'
import type { Problem } from '../../../suite/yaml/problem.ts'
import { tablereadVersion } from '../../project/package-version.ts'
import { mainOutput, printJson } from '../../project/print.ts'

/** What `tableread snapshots` found and did. */
export interface SnapshotReport {
  target: string
  outcomes: readonly SnapshotOutcome[]
  obsolete: readonly ObsoleteSnapshot[]
  /** Whether the obsolete files were removed. */
  pruned: boolean
  problems: readonly Problem[]
  /** The flags with which the command does it again, quoted. */
  again: readonly string[]
}

/** How many lines to show around a difference. */
const context = 1

/**
 * The lines that differ, grouped by turn, with a line of context. `-` marks a removed line, `+` an added one;
 * in a line with `~`, removed words stand as `[-so-]` and added ones as `{+so+}`. `!` marks an equal line with a stand-in
 * behind which another value stands.
 */
function describeDifferences({ lines, otherValues = [] }: SnapshotOutcome, paint: Paint): string[] {
  const differs = (line: LineDifference): boolean => line.kind !== 'same' || holdsStandIn(line.text, otherValues)
  const near = lines.map((_, index) => lines.slice(Math.max(0, index - context), index + context + 1).some(differs))
  let section = ''
  let skipped = false
  return lines.flatMap((line, index) => {
    if (near[index] !== true) {
      skipped = true
      return []
    }
    const gap = skipped && line.section === section ? [paint.dim('        …')] : []
    const head = line.section === section ? gap : [`    ${paint.strong(line.section)}`]
    section = line.section
    skipped = false
    return [
      ...head,
      ...describeLine(line, differs(line), paint).map((text) => `      ${text.replaceAll('\n', '\n          | ')}`),
    ]
  })
}

function describeLine(line: LineDifference, differs: boolean, paint: Paint): string[] {
  switch (line.kind) {
    case 'same':
      return [differs ? paint.bad(`! ${line.text}`) : paint.dim(`  ${shorten(line.text)}`)]
    case 'removed':
      return [paint.bad(`- ${line.text}`)]
    case 'added':
      return [paint.good(`+ ${line.text}`)]
    case 'changed':
      return isMostlyNew(line.words) ? describeBoth(line.words, paint) : [`~ ${describeWords(line.words, paint)}`]
  }
}

/** Texts that share almost nothing are easier to read one below the other. */
function isMostlyNew(words: TextDifference): boolean {
  const lengthOf = (kinds: readonly string[]): number =>
    words.reduce((sum, { kind, text }) => sum + (kinds.includes(kind) ? text.length : 0), 0)
  return lengthOf(['same']) * 2 < Math.min(lengthOf(['same', 'removed']), lengthOf(['same', 'added']))
}

function describeBoth(words: TextDifference, paint: Paint): string[] {
  const without = (gone: string): string => words.map(({ kind, text }) => (kind === gone ? '' : text)).join('')
  return [paint.bad(`- ${without('added')}`), paint.good(`+ ${without('removed')}`)]
}

function describeWords(words: TextDifference, paint: Paint): string {
  return words
    .map(({ kind, text }) => {
      if (kind === 'same') return shorten(text)
      return kind === 'removed' ? paint.bad(`[-${text}-]`) : paint.good(`{+${text}+}`)
    })
    .join('')
}

/** Cuts the middle out of long text that is the same on both sides, such as the output of a tool. */
function shorten(text: string): string {
  const [most, kept] = [240, 80]
  const units = Array.from(text)
  return units.length <= most ? text : `${units.slice(0, kept).join('')} … ${units.slice(-kept).join('')}`
}

const states = ['same', 'changed', 'missing', 'not comparable', 'errored', 'broken', 'unsafe', 'skipped'] as const
const paints: Record<SnapshotOutcome['state'], keyof Paint> = {
  same: 'good',
  changed: 'bad',
  missing: 'warn',
  'not comparable': 'warn',
  errored: 'warn',
  broken: 'bad',
  skipped: 'dim',
  unsafe: 'warn',
}

/** Writes the report to standard output: as JSON, or as text with a paragraph for everything that is not the same. */
export function reportSnapshots({ json, ...report }: SnapshotReport & { json: boolean }): void {
  if (json) printJson(toJson(report))
  else {
    const { output, colours } = mainOutput('default')
    output.write(`${describeReport(report, createPaint(colours))}
`)
    output.flush?.()
  }
}

/** The report as text. */
function describeReport(report: SnapshotReport, paint: Paint): string {
  const { outcomes, obsolete, pruned, target } = report
  const told = outcomes.filter(({ state, written }) => state !== 'same' || written)
  return [
    paint.dim(`tableread snapshots  ${target}`),
    '',
    ...told.flatMap((outcome) => describeOutcome(outcome, paint)),
    ...obsolete.flatMap(({ path, reason }) => [
      `${paint.warn(pruned ? 'removed' : 'obsolete')}  ${path}`,
      `    ${reason}`,
    ]),
    ...(told.length + obsolete.length === 0 ? [] : ['']),
    ...summarise(report, paint),
  ].join('\n')
}

function reasonsOf(outcome: SnapshotOutcome): string[] {
  return [whyOtherValues(outcome), outcome.reason].filter((each) => each !== null)
}

function describeOutcome(outcome: SnapshotOutcome, paint: Paint): string[] {
  const { state, name, version, path, reason, written, cause } = outcome
  const word = written ? paint.good('written') : paint[paints[state]](nameVerdict(state))
  const was = written ? ` ${paint.dim(state === 'missing' ? '(new)' : `(was ${state})`)}` : ''
  return [
    `${word}  ${cleanLine(`${addressOf(outcome)} ${name}`)} ${paint.dim(`[${version}]`)}${was}`,
    ...(written ? [] : reasonsOf(outcome).map((each) => `    ${each.replaceAll('\n', '\n    ')}`)),
    ...(written || cause === undefined ? [] : [`    ${paint.dim('cause')} ${describeCause(cause, reason)}`]),
    ...(['skipped', 'unsafe', 'broken', 'errored'].includes(state) ? [] : [`    ${paint.dim(path)}`]),
    ...(written ? [] : describeDifferences(outcome, paint)),
  ]
}

function summarise({ outcomes, obsolete, pruned, again }: SnapshotReport, paint: Paint): string[] {
  const counts = states.flatMap((state) => {
    const count = outcomes.filter((each) => each.state === state).length
    return count === 0 ? [] : [paint[paints[state]](`${count} ${nameVerdict(state)}`)]
  })
  const written = outcomes.filter((each) => each.written).length
  const waiting = outcomes.filter((each) => !each.written && each.reason === null)
  const open = waiting.filter(({ state }) => state === 'changed' || state === 'missing')
  const bare = outcomes.filter((each) => each.withoutDigits === true && !each.written).length
  const [first] =
    open.length > 0 ? open : outcomes.filter(({ state, written }) => state === 'not comparable' && !written)
  return [
    [
      ...counts,
      ...(written === 0 ? [] : [`${written} written`]),
      ...(obsolete.length === 0 ? [] : [`${obsolete.length} ${pruned ? 'removed' : 'obsolete'}`]),
    ].join(', '),
    ...(first === undefined ? [] : [paint.dim(`take what is right: ${commandFor(first, again)}`)]),
    ...(bare === 0 ? [] : [paint.dim(describeBare(bare))]),
    ...(obsolete.length === 0 || pruned ? [] : [paint.dim('remove what is obsolete: tableread snapshots --prune')]),
  ]
}

/** About snapshots that were taken before they kept digits for private values. */
function describeBare(number: number): string {
  const whose =
    number === 1 ? 'the private values of one conversation' : `the private values of ${number} conversations`
  const since = number === 1 ? 'its snapshot has' : 'their snapshots have'
  return `${whose} could be any, since ${since} no digits for them yet: tableread snapshots --update writes them`
}

function commandFor(outcome: SnapshotOutcome, again: readonly string[]): string {
  const { version } = outcome
  return ['tableread snapshots', quotePath(addressOf(outcome)), '-v', version, '--update', ...again].join(' ')
}

function toJson({ target, outcomes, obsolete, pruned, problems }: SnapshotReport): object {
  const totals = Object.fromEntries(
    states.map((state) => [state, outcomes.filter((each) => each.state === state).length]),
  )
  return {
    schemaVersion: 1,
    tableread: tablereadVersion(),
    target,
    totals: { ...totals, written: outcomes.filter(({ written }) => written).length, obsolete: obsolete.length },
    problems,
    conversations: outcomes.map((outcome) => {
      const reasons = reasonsOf(outcome)
      return { ...outcome, reason: reasons.length === 0 ? null : reasons.join('; ') }
    }),
    obsolete,
    pruned,
  }
}
