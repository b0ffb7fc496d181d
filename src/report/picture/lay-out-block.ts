import { type Block, type Cell, run } from './block.ts'
import { escapeXml } from './clean-text.ts'
import { columnWidth, drawLines, lineHeight, round } from './draw-text.ts'
import { verdictShapes } from './verdict-shape.ts'
import { type Line, wrapParagraphs } from './wrap-paragraph.ts'

/** The measures of a picture, in its own units, which are pixels at its full size. */
export const pictureWidth = 720
/** Where text begins, from either edge. */
export const margin = 12
const gap = 20
const half: number = (pictureWidth - gap) / 2
const columns: number = Math.floor((half - margin - 4) / columnWidth)
/** Where the text of the right column begins. */
export const secondColumn: number = half + gap
const wholeColumns: number = Math.floor((pictureWidth - 2 * margin) / columnWidth)
/** Lines that one entry may take: those that are the same on both sides less than those that differ. */
const most = { same: 4, differs: 30 }

/** A block that was laid out: what it looks like at a height, and how high it is. */
export interface LaidOut {
  height: number
  draw(y: number): string
}

/** Lays out a block; text that is longer than its room ends with how many lines are left. */
export function layOutBlock(block: Block): LaidOut {
  switch (block.kind) {
    case 'head':
      return layOutHead(block)
    case 'wide': {
      const lines = cut(wrapParagraphs(block.paragraphs, wholeColumns), block.lines)
      return { height: lines.length * lineHeight + 6, draw: (y) => drawLines(lines, margin, y + 3) }
    }
    case 'pair':
      return layOutPair(block)
  }
}

function layOutHead({ title, verdict }: Block & { kind: 'head' }): LaidOut {
  return {
    height: 34,
    draw: (y) => {
      const band = `<rect class="band" x="0" y="${y + 4}" width="${pictureWidth}" height="26"/>`
      const head = `<text class="title" x="${margin}" y="${y + 21}">${escapeXml(title)}</text>\n`
      if (verdict === null) return band + head
      const { path, filled, tone } = verdictShapes[verdict]
      const x = pictureWidth - margin - 16 - Math.ceil(verdict.length * columnWidth) - 6
      const shape = `<path class="${tone}${filled ? '' : ' open'}" transform="translate(${x} ${y + 10})scale(.875)" d="${path}"/>`
      return `${band}${head}${shape}<text class="title ${tone}" x="${x + 20}" y="${y + 21}">${verdict}</text>\n`
    },
  }
}

function layOutPair({ a, b, differs }: Block & { kind: 'pair' }): LaidOut {
  const lines = differs ? most.differs : most.same
  const [left, right] = [wrapCell(a, lines), wrapCell(b, lines)]
  const height = Math.max(left.length, right.length, 1) * lineHeight
  return {
    height: height + 8,
    draw: (y) =>
      [
        differs ? `<path class="edge" d="M${half + gap / 2 - 4} ${y + 4}v${height}"/>` : '',
        drawLines(left, margin, y + 4),
        drawLines(right, secondColumn, y + 4),
        `<path class="rule" stroke-width="1" style="stroke-width:1" d="M${margin} ${round(y + height + 8)}h${pictureWidth - 2 * margin}"/>\n`,
      ].join(''),
  }
}

function wrapCell(cell: Cell, lines: number): Line[] {
  return cell === null
    ? wrapParagraphs([[run('not there', 'quiet')]], columns)
    : cut(wrapParagraphs(cell, columns), lines)
}

function cut(lines: readonly Line[], most: number): Line[] {
  if (lines.length <= most) return [...lines]
  const left = lines.length - most + 1
  return [...lines.slice(0, most - 1), ...wrapParagraphs([[run(`… ${left} more lines`, 'quiet')]], columns)]
}
