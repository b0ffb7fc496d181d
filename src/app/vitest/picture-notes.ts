import { compareTranscripts } from '../../compare/compare-transcripts.ts'
import type { TurnComparison } from '../../compare/model/turn-comparison.ts'
import type { ConversationResult } from '../../engine/verdict/conversation-result.ts'
import type { Verdict } from '../../engine/verdict/verdict.ts'
import type { LineDifference } from '../../records/snapshots/diff-lines.ts'
import { drawComparison } from '../../report/picture/draw-comparison.ts'
import { drawLineDifferences } from '../../report/picture/draw-line-differences.ts'
import { layOutNote } from './turn-notes.ts'

/** A note with a picture, to stand under a turn. */
export interface PictureNote {
  /** The first turn that differs, from 0. */
  turn: number
  text: string
  svg: string
}

/** What the runs of two versions differ in, with their picture; null where they do not, or one could not be judged. */
export function pictureNote(a: ConversationResult, b: ConversationResult): PictureNote | null {
  if (!isJudged(a.verdict) || !isJudged(b.verdict)) return null
  const turns = compareTranscripts(a, b)
  const changed = turns.filter(({ verdict }) => verdict !== 'same')
  const [first] = changed
  if (first === undefined) return null
  const labels = { a: a.version, b: b.version }
  return {
    turn: first.b ?? first.a ?? 0,
    text: layOutNote(
      [`${b.version} beside ${a.version}`, ...changed.slice(0, 3).map(describe), ...more(changed.length - 3)].join(
        '\n',
      ),
    ),
    svg: drawComparison(turns, a, b, labels),
  }
}

/** What a run differs in from a snapshot, with its picture. */
export function snapshotNote(
  { suite, name, version }: ConversationResult,
  of: string,
  lines: readonly LineDifference[],
): PictureNote {
  const first = lines.find(({ kind }) => kind !== 'same')?.section ?? ''
  return {
    turn: Number(/^turn (\d+)/.exec(first)?.[1] ?? 1) - 1,
    text: `${version} beside the snapshot of ${of}`,
    svg: drawLineDifferences(`${suite} > ${name}: the snapshot of ${of} beside ${version}`, lines, {
      a: `snapshot of ${of}`,
      b: `${version}, this run`,
    }),
  }
}

function isJudged(verdict: Verdict): boolean {
  return ['passed', 'failed', 'flaky', 'expected fail'].includes(verdict)
}

function describe({ a, b, verdict, changes }: TurnComparison): string {
  const said = changes.slice(0, 3).map(({ text }) => text)
  return [`turn ${(b ?? a ?? 0) + 1} ${verdict}`, said.join('; ')].filter((each) => each !== '').join(': ')
}

function more(count: number): string[] {
  return count > 0 ? [`and ${count} more turns`] : []
}
