import { alignSequences } from '../../compare/align/align-sequences.ts'
import { overlap } from '../../compare/align/likeness.ts'
import { diffWords } from '../../compare/diff/diff-words.ts'
import type { TextDifference } from '../../compare/model/turn-comparison.ts'
import { withoutPatterns } from './ignore-parts.ts'
import type { Snapshot, SnapshotLine } from './snapshot.ts'
import type { KeptSnapshot } from './snapshot-file.ts'
import { compareDigits, sharedStandIn } from './value-digits.ts'

export type SnapshotComparison =
  | {
      kind: 'same'
      /** Set if private values were compared only by their stand-ins, since the snapshot is from before their digits. */
      withoutDigits?: true
    }
  /** All lines in order, changed ones with their word diff; with any `otherValues`, even equal lines are changed. */
  | { kind: 'changed'; lines: LineDifference[]; otherValues: string[] }
  /** The file belongs to another script, or cannot be read; `reason` is for a person. */
  | { kind: 'not comparable'; reason: string }
  | { kind: 'missing' }

/** Which lines are compared: all, or only calls and their outputs, for agents whose wording varies. */
export type LinesCompared = 'all' | 'calls'

/** Compares a conversation with its stored snapshot, in the turns that were sent. */
export function compareWithSnapshot(
  now: Snapshot,
  { read }: Pick<KeptSnapshot, 'read'>,
  compared: LinesCompared = 'all',
): SnapshotComparison {
  if (read === null) return { kind: 'missing' }
  if (!read.ok) {
    const where = read.line === null ? '' : `line ${read.line}: `
    return { kind: 'not comparable', reason: `its snapshot cannot be read: ${where}${read.reason}` }
  }
  const snapshot = read.snapshot
  for (const key of ['conversation', 'file', 'version', 'agent'] as const)
    if (snapshot.header[key] !== now.header[key])
      return {
        kind: 'not comparable',
        reason: `its snapshot is of the ${key} "${snapshot.header[key]}", not of "${now.header[key]}"`,
      }
  if (snapshot.header.script !== now.header.script)
    return {
      kind: 'not comparable',
      reason: `the script sends something else since the snapshot was taken (${snapshot.header.script} is now ${now.header.script})`,
    }
  const [before = [], after = []] = [snapshot.lines, now.lines].map((lines) =>
    withoutPatterns(lines, now.ignored ?? []).filter(
      (line) => counts(line, compared) && now.unsent?.has(line.section) !== true,
    ),
  )
  const lines = diffLines(before, after)
  const differ = lines.some(({ kind }) => kind !== 'same')
  const { otherValues: others, withoutDigits } = compareDigits(snapshot.digits, now.digits, before)
  const otherValues = others.filter((name) => (!differ && now.unsent === undefined) || name !== sharedStandIn) // another line may hold one more
  if (differ || otherValues.length > 0) return { kind: 'changed', lines, otherValues }
  return withoutDigits ? { kind: 'same', withoutDigits } : { kind: 'same' }
}

function counts({ text }: SnapshotLine, compared: LinesCompared): boolean {
  return compared === 'all' || text.startsWith('-> ') || text.startsWith('<- ')
}

/** One line of the diff; a `changed` one has the same speaker or tool on both sides, with a word diff. */
export type LineDifference = { section: string } & (
  | { kind: 'same' | 'removed' | 'added'; text: string }
  | { kind: 'changed'; words: TextDifference }
)

interface Unit extends SnapshotLine {
  /** How a line starts: the tool of a call, the speaker of a message, the arrow of an output. */
  beginning: string
  words: ReadonlySet<string>
}

function diffLines(before: readonly SnapshotLine[], after: readonly SnapshotLine[]): LineDifference[] {
  const keys = [
    ({ section, text }: Unit) => `${section}\n${text}`,
    ({ section, beginning }: Unit) => `${section}\n${beginning}`,
  ]
  const pairs = alignSequences(before.map(measure), after.map(measure), { likeness, keys })
  const lines: LineDifference[] = []
  let [old, fresh] = [0, 0]
  for (const [a, b] of [...pairs, [before.length, after.length] as const]) {
    lines.push(...before.slice(old, a).map((line) => ({ ...line, kind: 'removed' as const })))
    lines.push(...after.slice(fresh, b).map((line) => ({ ...line, kind: 'added' as const })))
    const [was, is] = [before[a], after[b]]
    if (was !== undefined && is !== undefined)
      lines.push(was.text === is.text ? { ...is, kind: 'same' } : change(was, is))
    old = a + 1
    fresh = b + 1
  }
  return lines
}

function change({ section, text }: SnapshotLine, is: SnapshotLine): LineDifference {
  return { section, kind: 'changed', words: diffWords(text, is.text) }
}

function measure({ section, text }: SnapshotLine): Unit {
  const [beginning = text] =
    /^(?:-> (?:"(?:[^"\\]|\\.)*"|[^(]*)|<-|\+|\([a-z ]+\)|"(?:[^"\\]|\\.)*":|[^:]*:)/.exec(text) ?? []
  return { section, text, beginning, words: new Set(text.slice(beginning.length).match(/[\p{L}\p{N}_]+/gu) ?? []) }
}

/** Lines are only matched within the same turn; an equal line is preferred to one that merely starts alike. */
function likeness(a: Unit, b: Unit): number {
  if (a.section !== b.section || a.beginning !== b.beginning) return 0
  return a.text === b.text ? 1 : 0.1 + 0.7 * overlap(a.words, b.words)
}
