import { count } from '../../../base/count.ts'
import type { Imported } from '../../../import/sessions/import-talks.ts'
import type { Refused } from '../../../import/sessions/talk.ts'

/** What could not be imported, as problems of files are shown: `file:line:column: message`, and the hint. */
export function describeRefused({ origin: { file, line, column }, message, hint }: Refused): string {
  return `${line === 0 ? file : `${file}:${line}:${column}`}: ${message}\n   hint: ${hint}`
}

/** What an import came to, in a few lines. */
export function describeImport(imported: Imported, refused: number, output: string | null): string {
  const { conversations, clusters, masked, text } = imported
  if (text === null) return `\nnothing was imported${refused === 0 ? ': no session was named' : ''}\n`
  const sessions = clusters.reduce((sum, each) => sum + each.count, 0)
  const many = clusters.filter((each) => each.count > each.kept.length).sort((a, b) => b.count - a.count)
  const hidden = Object.entries(masked).map(([kind, number]) => `${number} ${kind}`)
  return `${[
    '',
    `${count(conversations, 'conversation')} from ${count(sessions, 'session')}, ${count(clusters.length, 'path')} of calls${output === null ? '' : `, written to ${output}`}`,
    ...many.slice(0, 10).map((each) => `  ${each.kept.length} stands for ${each.count}: ${shorten(each.path)}`),
    ...(many.length > 10
      ? [`  and ${many.length - 10} more paths that several sessions took (--keep all keeps every session)`]
      : []),
    `masked: ${hidden.length === 0 ? 'nothing was found' : hidden.join(', ')}`,
    ...(refused === 0 ? [] : [`not imported: ${refused}, listed above`]),
    'read the draft for personal data that is left, then write reviewed: true under masking:',
  ].join('\n')}\n`
}

function shorten(path: string): string {
  return path.length > 100 ? `${path.slice(0, 99)}…` : path
}
