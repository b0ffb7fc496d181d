import { stringify } from 'yaml'
import type { Licence } from './licence.ts'
import { licenceFormat } from './read-licences.ts'

const head = `# What judges came to with labels of people: written by "tableread judge calibrate", to be committed. Counts alone: rates and
# their intervals are computed from them whenever this is read. Edited by hand it counts for nothing: labels, judge and question
# have to be those that it was written for.
`

/** The text of a file of licences: sorted, so that calibrating one criterion changes no line of another. */
export function formatLicences(licences: readonly Licence[]): string {
  const sorted = [...licences].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
  const written = sorted.map(({ criterion, looksAt, judge, models, votes, question, given, ...found }) => ({
    criterion,
    'looks at': looksAt,
    judge,
    models: models.map(({ name, use, settings }) => ({ name, use, settings })),
    votes,
    question,
    given,
    met: { right: found.met.right, of: found.met.of },
    'not met': { right: found.notMet.right, of: found.notMet.of },
    probes: Object.fromEntries(found.probes.map(({ name, moves: { moved, of } }) => [name, { moved, of }])),
    labels: found.labels.map(({ file, examples }) => ({ file, examples })),
  }))
  const text = stringify(
    { 'tableread licences': licenceFormat, licences: written },
    { lineWidth: 0, defaultStringType: 'QUOTE_DOUBLE', defaultKeyType: 'PLAIN' },
  )
  return `${head}${text}`
}

function keyOf({ criterion, looksAt, judge }: Licence): string {
  return [criterion, looksAt, judge].join('\u0000')
}
