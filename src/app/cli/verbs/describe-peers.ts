import { count } from '../../../base/count.ts'
import type { Note, Refused } from '../../../import/peers/draft/note.ts'
import { showOrigin } from '../../../import/peers/draft/origin.ts'
import type { PeerImport } from '../../../import/peers/import-peers.ts'

/** Everything that a suite does not say as the peer's file did, and what could not be imported, each with its place. */
export function describeLosses({ suites, refused }: PeerImport): string {
  const notes = suites.flatMap((suite) => suite.notes).map(describeNote)
  return [...notes, ...refused.map(describeRefused)].map((line) => `${line}\n`).join('')
}

/** What an import of peers' scripts came to, in a few lines. `output` is where the suites are, or null. */
export function describePeers({ suites, refused }: PeerImport, output: string | null): string {
  if (suites.length === 0) return `\nnothing was imported${refused.length === 0 ? ': no script was found' : ''}\n`
  const sum = (number: (suite: PeerImport['suites'][number]) => number): number =>
    suites.reduce((total, suite) => total + number(suite), 0)
  const notes = suites.flatMap((suite) => suite.notes)
  const lost = notes.filter(({ kind }) => kind === 'lost').length
  const skipped = sum((suite) => suite.skipped)
  return `${[
    '',
    `${count(
      sum((suite) => suite.conversations),
      'conversation',
    )} in ${count(suites.length, 'suite')}${output === null ? '' : `, written to ${output}`}`,
    ...(skipped === 0 ? [] : [`skipped until somebody fills in a TODO: ${skipped}`]),
    ...(notes.length === 0 ? [] : [`not said: ${lost}, said otherwise: ${notes.length - lost}, each listed above`]),
    ...(refused.length === 0 ? [] : [`not imported: ${refused.length}, listed above`]),
  ].join('\n')}\n`
}

function describeNote({ origin, kind, what, why }: Note): string {
  const shown = what.length > 120 ? `${what.slice(0, 119)}…` : what
  return `${showOrigin(origin)}: ${kind === 'lost' ? 'not said' : 'said otherwise'}: ${JSON.stringify(shown)}: ${why}`
}

function describeRefused({ origin, message, hint }: Refused): string {
  return `${showOrigin(origin)}: ${message}\n   hint: ${hint}`
}
