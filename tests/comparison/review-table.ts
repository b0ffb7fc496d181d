import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'

const file = resolve(import.meta.dirname, '../../docs/measurements.md')

/** The measured row of docs/measurements.md, after its mark; with UPDATE_GOLDENS=1 the given one is written there first. */
export function rowInPage(row: string): string {
  const place = /(?<=<!-- measured -->\n(?:.*\n){2}\| ).*(?= \|\n)/
  const text = readFileSync(file, 'utf8')
  if (process.env.UPDATE_GOLDENS === '1')
    writeFileSync(
      file,
      text.replace(place, () => row),
    )
  return place.exec(readFileSync(file, 'utf8'))?.[0] ?? ''
}
