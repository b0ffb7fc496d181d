import { escapeLine } from './escape-text.ts'
import { foldLine } from './fold-line.ts'
import { type Snapshot, snapshotFormat } from './snapshot.ts'

/** The members of a header, in the order of the file. */
export const headerKeys = ['suite', 'conversation', 'file', 'agent', 'version', 'script'] as const

/** The text of a snapshot file: a header, then each turn with its lines. No date, so that equal talks give equal files. */
export function formatSnapshot({ header, lines }: Snapshot): string {
  const head = headerKeys.map((key) => `${key}: ${escapeLine(header[key])}`.trimEnd())
  const body = lines.flatMap(({ section, text }, index) => [
    ...(section === lines[index - 1]?.section ? [] : ['', section]),
    ...foldLine(text),
  ])
  return `${[`tableread snapshot ${snapshotFormat}`, ...head, ...body].join('\n')}\n`
}
