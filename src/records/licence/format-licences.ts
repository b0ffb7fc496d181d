import { stringify } from 'yaml'
import { contentOf, digestOf, licenceFormat } from './digest-licence.ts'
import type { Licence } from './licence.ts'

const head = `# What judges came to with labels of people: written by "tableread judge calibrate", to be committed. Counts alone: rates and
# their intervals are computed from them whenever this is read. Edited by hand it counts for nothing: each licence has a digest of
# itself, and its labels, judge and question have to be those that it was written for.
`

/** The text of a file of licences: sorted, so that calibrating one criterion changes no line of another. */
export function formatLicences(licences: readonly Licence[]): string {
  const sorted = [...licences].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
  const written = sorted.map((licence) => ({ ...contentOf(licence), digest: digestOf(licence) }))
  const text = stringify(
    { 'tableread licences': licenceFormat, licences: written },
    { lineWidth: 0, defaultStringType: 'QUOTE_DOUBLE', defaultKeyType: 'PLAIN' },
  )
  return `${head}${text}`
}

function keyOf({ criterion, looksAt, judge }: Licence): string {
  return [criterion, looksAt, judge].join('\u0000')
}
