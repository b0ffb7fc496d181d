import { alignSequences } from '../../compare/align/align-sequences.ts'
import { overlap } from '../../compare/align/likeness.ts'
import { diffWords } from '../../compare/diff/diff-words.ts'
import type { TextDifference } from '../../compare/model/text-difference.ts'
import type { SnapshotLine } from './snapshot.ts'

/**
 * One line of the diff, from one or both sides. A `changed` line has the same speaker or tool on both sides, with a
 * word diff.
 */
export type LineDifference = { section: string } & (
  | { kind: 'same' | 'removed' | 'added'; text: string }
  | { kind: 'changed'; words: TextDifference }
)

interface Unit extends SnapshotLine {
  /** How a line starts: the tool of a call, the speaker of a message, the arrow of an output. */
  beginning: string
  words: ReadonlySet<string>
}

/** The lines of both sides aligned, in order. */
export function diffLines(before: readonly SnapshotLine[], after: readonly SnapshotLine[]): LineDifference[] {
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
  const words = new Set(text.slice(beginning.length).match(/[\p{L}\p{N}_]+/gu) ?? [])
  return { section, text, beginning, words }
}

/** Lines are only matched within the same turn; an equal line is preferred to one that merely starts alike. */
function likeness(a: Unit, b: Unit): number {
  if (a.section !== b.section || a.beginning !== b.beginning) return 0
  return a.text === b.text ? 1 : 0.1 + 0.7 * overlap(a.words, b.words)
}
