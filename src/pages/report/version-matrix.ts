import { type Child, element } from '../kit/element.ts'
import { dataTable } from './data-table.ts'
import type { Card, PageDocument } from './report-document.ts'
import { verdictWord } from './verdict-mark.ts'

type RunDocument = PageDocument & { kind: 'run' }

/** A conversation with its card for each version, in the order of the versions; undefined if one did not run. */
interface VersionRow {
  card: Card
  cells: (Card | undefined)[]
}

/** The most rows to draw; those whose verdicts differ between versions come first. */
const most = 300

/** The conversations of a run of several versions, those whose verdicts differ first. */
export function rowsByVersion({ cards, result }: RunDocument): VersionRow[] {
  const rows = new Map<string, VersionRow>()
  for (const card of cards) {
    const key = `${card.id} ${card.agent}`
    const row = rows.get(key) ?? { card, cells: result.versions.map(() => undefined) }
    row.cells[result.versions.indexOf(card.version ?? '')] = card
    rows.set(key, row)
  }
  const all = [...rows.values()]
  return [...all.filter(isUnlike), ...all.filter((row) => !isUnlike(row))]
}

export function isUnlike({ cells }: VersionRow): boolean {
  return new Set(cells.map((cell) => cell?.verdict)).size > 1
}

/** One row per conversation, one column per version; clicking a verdict opens its conversation. */
export function drawVersions(report: RunDocument, open: (key: string) => void): HTMLElement[] {
  const rows = rowsByVersion(report)
  const cellRows = rows
    .slice(0, most)
    .map(({ card, cells }): Child[] => [
      element('span', {}, card.name, element('span', 'sub', card.suite)),
      ...cells.map((cell, index) =>
        cell === undefined ? 'did not run' : opening(cell, report.result.versions[index], open),
      ),
    ])
  const restCount = rows.length - cellRows.length
  return [
    dataTable('Conversations by version', ['conversation', ...report.result.versions], cellRows, { hideCaption: true }),
    ...(restCount === 0 ? [] : [element('p', 'muted', `and ${restCount} more; the filters above the list find them`)]),
  ]
}

function opening({ key, name, verdict }: Card, version: string | undefined, open: (key: string) => void): HTMLElement {
  const about = element('span', 'unseen', `: open ${name} on ${version ?? ''}`)
  const button = element('button', { type: 'button', class: 'quiet cell' }, verdictWord(verdict), about)
  button.addEventListener('click', () => open(key))
  return button
}
