import type { ComparisonVerdict } from '../../compare/model/comparison-verdict.ts'
import { escapeXml } from '../text/line.ts'
import { type PictureBlock, type PictureCell, type PictureLabels, run } from './block.ts'
import {
  cleanText,
  columnWidth,
  drawLines,
  lineHeight,
  type PictureLine,
  pictureStyle,
  round,
  wrapParagraphs,
} from './draw-text.ts'

export interface PictureContent {
  title: string
  /** Its description for a screen reader: the differences, in words. */
  description: string
  /** The heads of the two columns. */
  heads: PictureLabels
  blocks: readonly PictureBlock[]
}

/** The largest height; what does not fit is counted. */
const highest = 2_400
const top = 34

/** A self-contained SVG, 720 units wide: no script, nothing to load, and transcripts appear as text only. */
export function drawPicture({ title, description, heads, blocks }: PictureContent): string {
  const body: string[] = []
  let y = top
  const fitting = takeFitting(blocks)
  for (const { height, draw } of fitting) {
    body.push(draw(y))
    y += height
  }
  const rest = blocks.slice(fitting.length)
  if (rest.length > 0) {
    body.push(drawLines(wrapParagraphs([[run(countLeft(rest), 'quiet')]], 90), margin, y + 6))
    y += 30
  }
  const height = y + 8
  const name = escapeXml(cleanText(title))
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${pictureWidth}" height="${height}" viewBox="0 0 ${pictureWidth} ${height}" role="img" aria-labelledby="title desc">
<title id="title">${name}</title>
<desc id="desc">${escapeXml(cleanText(description))}</desc>
<style>${escapeXml(pictureStyle)}</style>
<rect class="paper" width="${pictureWidth}" height="${height}"/>
${drawHead(heads.a, margin)}${drawHead(heads.b, secondColumn)}
${body.join('')}</svg>
`
}

function drawHead(text: string, x: number): string {
  return drawLines(wrapParagraphs([[run(text, 'strong')]], 44).slice(0, 1), x, 9)
}

function takeFitting(blocks: readonly PictureBlock[]): LaidOut[] {
  const fitting: LaidOut[] = []
  let height = top
  for (const block of blocks) {
    const laidOut = layOutBlock(block)
    height += laidOut.height
    if (height > highest && fitting.length > 0) break
    fitting.push(laidOut)
  }
  return fitting
}

function countLeft(rest: readonly PictureBlock[]): string {
  const count = (kind: PictureBlock['kind'], one: string): string[] => {
    const many = rest.filter((block) => block.kind === kind).length
    return many === 0 ? [] : [`${many} more ${one}${many === 1 ? '' : 's'}`]
  }
  const parts = [...count('head', 'turn'), ...count('pair', 'entry').map((each) => each.replace(/entrys$/, 'entries'))]
  return parts.length === 0 ? '… and more' : `… ${parts.join(' with ')} not shown here`
}

/** The measures of a picture, in its own units, which are pixels at its full size. */
const pictureWidth = 720
const margin = 12
const gap = 20

/** How a verdict is drawn: a shape in a box of 16 by 16, and a colour of the style. */
interface VerdictShape {
  path: string
  isFilled: boolean
  tone: 'bad' | 'warn' | 'good' | 'news' | 'muted'
}

/** Every verdict has its own shape besides its colour; the same shapes as in the HTML report. */
const verdictShapes: Readonly<Record<ComparisonVerdict, VerdictShape>> = {
  regressed: { path: 'M1.5 3.5h13L8 14Z', isFilled: true, tone: 'bad' },
  'not comparable': { path: 'M8 2a6 6 0 1 1 0 12A6 6 0 0 1 8 2ZM4 12 12 4', isFilled: false, tone: 'warn' },
  flaky: { path: 'M1.5 9.5C4 3 6 3 8 8s4 5 6.5-1.5', isFilled: false, tone: 'warn' },
  changed: { path: 'M8 1.5 14.5 8 8 14.5 1.5 8Z', isFilled: true, tone: 'news' },
  improved: { path: 'M1.5 12.5h13L8 2Z', isFilled: true, tone: 'good' },
  same: { path: 'M3 6h10M3 10.5h10', isFilled: false, tone: 'muted' },
}

const half: number = (pictureWidth - gap) / 2
const columns: number = Math.floor((half - margin - 4) / columnWidth)
const secondColumn: number = half + gap
const wholeColumns: number = Math.floor((pictureWidth - 2 * margin) / columnWidth)
/** The largest number of lines for one entry: fewer if it is the same on both sides. */
const most = { same: 4, differs: 30 }

/** A block after layout: its height, and how to draw it at a given position. */
interface LaidOut {
  height: number
  draw(y: number): string
}

/** Lays out a block; text that is too long ends with the number of remaining lines. */
function layOutBlock(block: PictureBlock): LaidOut {
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

function layOutHead({ title, verdict }: PictureBlock & { kind: 'head' }): LaidOut {
  return {
    height: 34,
    draw: (y) => {
      const band = `<rect class="band" x="0" y="${y + 4}" width="${pictureWidth}" height="26"/>`
      const head = `<text class="title" x="${margin}" y="${y + 21}">${escapeXml(title)}</text>\n`
      if (verdict === null) return band + head
      const { path, isFilled, tone } = verdictShapes[verdict]
      const x = pictureWidth - margin - 16 - Math.ceil(verdict.length * columnWidth) - 6
      const shape = `<path class="${tone}${isFilled ? '' : ' open'}" transform="translate(${x} ${y + 10})scale(.875)" d="${path}"/>`
      return `${band}${head}${shape}<text class="title ${tone}" x="${x + 20}" y="${y + 21}">${verdict}</text>\n`
    },
  }
}

function layOutPair({ a, b, differs }: PictureBlock & { kind: 'pair' }): LaidOut {
  const lines = differs ? most.differs : most.same
  const [leftLines, right] = [wrapCell(a, lines), wrapCell(b, lines)]
  const height = Math.max(leftLines.length, right.length, 1) * lineHeight
  return {
    height: height + 8,
    draw: (y) =>
      [
        differs ? `<path class="edge" d="M${half + gap / 2 - 4} ${y + 4}v${height}"/>` : '',
        drawLines(leftLines, margin, y + 4),
        drawLines(right, secondColumn, y + 4),
        `<path class="rule" stroke-width="1" style="stroke-width:1" d="M${margin} ${round(y + height + 8)}h${pictureWidth - 2 * margin}"/>\n`,
      ].join(''),
  }
}

function wrapCell(cell: PictureCell, lines: number): PictureLine[] {
  return cell === null
    ? wrapParagraphs([[run('not there', 'quiet')]], columns)
    : cut(wrapParagraphs(cell, columns), lines)
}

function cut(lines: readonly PictureLine[], most: number): PictureLine[] {
  if (lines.length <= most) return [...lines]
  const restCount = lines.length - most + 1
  return [...lines.slice(0, most - 1), ...wrapParagraphs([[run(`… ${restCount} more lines`, 'quiet')]], columns)]
}
