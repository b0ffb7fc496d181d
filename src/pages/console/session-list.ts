import { type Child, element } from '../kit/element.ts'
import { describeVersion, statusWord, timeOf } from './labels.ts'
import type { SessionRow } from './local-state.ts'
import { empty, table } from './table.ts'
import { consoleHash } from './view.ts'

export interface SessionListFacts {
  rows: SessionRow[]
  filter: string
  selected: string | null
  manyWorkspaces: boolean
  /** The day of the service's clock. */
  day: string
}

/** The sessions as a table of two-line rows, each a link to its transcript. */
export function buildSessionList({ rows, filter, selected, manyWorkspaces, day }: SessionListFacts): Child[] {
  if (rows.length === 0) return [filter.trim() === '' ? noSession() : noMatch(filter)]
  const link = ({ sessionId, agentName }: SessionRow): HTMLElement =>
    element(
      'a',
      {
        href: consoleHash({ tab: 'sessions', session: sessionId }),
        class: 'row-link',
        'aria-current': sessionId === selected ? 'true' : null,
      },
      agentName,
    )
  const columns = [
    {
      label: 'Agent',
      cell: (row: SessionRow) => [
        element('div', 'line', link(row), element('span', 'version', describeVersion(row.version))),
        row.firstWords === null ? null : sub(row.firstWords),
        sub(manyWorkspaces ? `${row.workspace} · ${row.sessionId}` : row.sessionId, 'mono'),
      ],
    },
    {
      label: 'Customer',
      cell: (row: SessionRow) => [
        element('div', { class: 'line', title: row.participant }, row.participant),
        sub(row.channelName === null ? row.channelType : `${row.channelType} · ${row.channelName}`),
      ],
    },
    { label: 'Turns', kind: 'number' as const, cell: (row: SessionRow) => String(row.turns) },
    {
      label: 'Status',
      cell: (row: SessionRow) => [
        element('div', 'line', statusWord(row.status)),
        element('div', 'sub', timeOf(row.updatedAt, day)),
      ],
    },
  ]
  return [table('Sessions', columns, rows, ({ sessionId }) => sessionId)]
}

const sub = (text: string, more = ''): HTMLElement => element('div', { class: `sub ${more}`.trim(), title: text }, text)

const noSession = (): HTMLElement =>
  empty(
    'No session yet.',
    'Send a message in the box below, or start one with ',
    element('code', {}, 'POST /api/chat-agent/trigger'),
    '.',
  )

const noMatch = (filter: string): HTMLElement =>
  empty('No session matches.', `None holds “${filter.trim()}”. Empty the filter box to see them all.`)
