import type { TextDifference } from '../../compare/model/turn-comparison.ts'
import { type PictureBlock, type PictureCell, type PictureLabels, run } from './block.ts'
import { drawPicture } from './draw-picture.ts'
import { sideRuns } from './mark-value.ts'

/** A line from one or both sides, as compared by snapshots; `section` is its turn. */
export type PicturedLine = { section: string } & (
  | { kind: 'same' | 'removed' | 'added'; text: string }
  | { kind: 'changed'; words: TextDifference }
)

/** The lines of two snapshots side by side, as SVG; runs of equal lines are only counted. */
export function drawLineDifferences(title: string, lines: readonly PicturedLine[], heads: PictureLabels): string {
  const changed = lines.filter(({ kind }) => kind !== 'same')
  const turns = [...new Set(changed.map(({ section }) => section))]
  const sections = [...new Set(lines.map(({ section }) => section))]
  return drawPicture({
    title,
    description: `${changed.length} lines differ, in ${turns.join(', ')}.`,
    heads,
    blocks: sections.flatMap((section): PictureBlock[] => {
      const own = lines.filter((line) => line.section === section)
      const same = own.every(({ kind }) => kind === 'same')
      const head: PictureBlock = { kind: 'head', title: section, verdict: same ? 'same' : 'changed' }
      const count = own.length === 1 ? 'one line, the same' : `${own.length} lines, the same`
      return [
        head,
        ...(same
          ? [{ kind: 'wide', paragraphs: [[run(`${count} on both sides`, 'quiet')]], lines: 1 } as const]
          : own.map(lineBlock)),
      ]
    }),
  })
}

function lineBlock(line: PicturedLine): PictureBlock {
  const cell = (side: 'a' | 'b'): PictureCell => {
    if (line.kind === 'changed') return [sideRuns(line.words, side)]
    if (line.kind === 'same') return [[run(line.text)]]
    return (line.kind === 'removed') === (side === 'a') ? [[run(line.text, line.kind)]] : null
  }
  return { kind: 'pair', a: cell('a'), b: cell('b'), differs: line.kind !== 'same' }
}
