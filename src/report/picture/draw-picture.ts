import { type Block, run } from './block.ts'
import { cleanText, escapeXml } from './clean-text.ts'
import { drawLines } from './draw-text.ts'
import { type LaidOut, layOutBlock, margin, pictureWidth, secondColumn } from './lay-out-block.ts'
import type { PictureLabels } from './picture-labels.ts'
import { pictureStyle } from './picture-style.ts'
import { wrapParagraphs } from './wrap-paragraph.ts'

/** What a picture shows. */
export interface PictureContent {
  /** What a screen reader calls it. */
  title: string
  /** What a screen reader says of it: the differences, in words. */
  description: string
  /** The heads of the two columns. */
  heads: PictureLabels
  blocks: readonly Block[]
}

/** A picture is never higher; what does not fit is counted. */
const highest = 2_400
const top = 34

/** A self-contained SVG, 720 wide: no script, nothing that is loaded, and all text of transcripts only text. */
export function drawPicture({ title, description, heads, blocks }: PictureContent): string {
  const body: string[] = []
  let y = top
  const shown = takeFitting(blocks)
  for (const { height, draw } of shown) {
    body.push(draw(y))
    y += height
  }
  const left = blocks.slice(shown.length)
  if (left.length > 0) {
    body.push(drawLines(wrapParagraphs([[run(countLeft(left), 'quiet')]], 90), margin, y + 6))
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

function takeFitting(blocks: readonly Block[]): LaidOut[] {
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

function countLeft(left: readonly Block[]): string {
  const count = (kind: Block['kind'], one: string): string[] => {
    const many = left.filter((block) => block.kind === kind).length
    return many === 0 ? [] : [`${many} more ${one}${many === 1 ? '' : 's'}`]
  }
  const parts = [...count('head', 'turn'), ...count('pair', 'entry').map((each) => each.replace(/entrys$/, 'entries'))]
  return parts.length === 0 ? '… and more' : `… ${parts.join(' with ')} not shown here`
}
