import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'

const page = new URL('../docs/performance.md', import.meta.url)
const pictureFolder = new URL('../docs/performance/', import.meta.url)
const between = /(<!-- measured:begin[^>]*-->\n)[\s\S]*(\n<!-- measured:end -->)/

/** Puts the measurements into docs/performance.md, between its marks; the text around them is written by hand. */
export function writePage(markdown, pictures) {
  const text = readFileSync(page, 'utf8')
  if (!between.test(text)) throw new Error('docs/performance.md has lost its marks "measured:begin" and "measured:end"')
  writeFileSync(
    page,
    text.replace(between, (_, begin, end) => begin + markdown + end),
  )
  mkdirSync(pictureFolder, { recursive: true })
  for (const [name, svg] of Object.entries(pictures)) writeFileSync(new URL(`${name}.svg`, pictureFolder), svg)
}
