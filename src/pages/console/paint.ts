import type { Session } from '../../wire/api/session.ts'
import { type Child, element } from '../kit/element.ts'
import { jsonBlock } from '../kit/json-block.ts'
import type { ActionResult } from './actions.ts'
import { buildConnection, buildNotice } from './connection.ts'
import { buildClockControl, buildComposer, buildFaultControl, type ComposerFacts } from './controls.ts'
import { describeGap, statusWord, timeOf } from './labels.ts'
import type { LocalState, QueueRow, SessionRow, WorkspaceRow } from './local-state.ts'
import { buildOutbox } from './outbox-view.ts'
import { createRegion, partOf, type Region } from './region.ts'
import { buildSessionList } from './session-list.ts'
import { buildSessionView } from './session-view.ts'
import { type ConsoleColumn, empty, table } from './table.ts'
import { type ConsolePlace, consoleHash, type Tab, tabs, type View } from './view.ts'

/** Shows a view. The parts of the shell stay in the document; each is updated in place. */
export function createPainter(): Region<View> {
  const tabBar = createRegion('tabs', buildTabBar)
  const connection = createRegion('connection', buildConnection)
  const notice = createRegion('notice', buildNotice)
  const count = createRegion('session-count', ({ text }: { text: string }) => [text])
  const list = createRegion('session-list', buildSessionList)
  const detail = createRegion('detail', buildSessionView)
  const queue = createRegion('queue', buildQueue)
  const outbox = createRegion('outbox', buildOutbox)
  const service = createRegion('service', buildService)
  const composer = createRegion('composer', buildComposer)
  const note = createRegion('said', buildSaid)
  let openSession: string | null = null

  return ({ place, filter, connection: state, state: localState, session, absent, done }) => {
    const clock = localState?.clock ?? null
    document.body.dataset.connection = state.kind
    connection({ connection: state, clock })
    notice({ connection: state, clock })
    tabBar({ place, counts: countsOf(localState) })
    for (const tab of tabs) partOf(tab).hidden = tab !== place.tab
    partOf('sessions').dataset.open = String(place.session !== null)
    note({ done })
    if (localState === null) return

    const { now } = localState.clock
    const day = now.slice(0, 10)
    const rows = filterSessions(localState.sessions, filter)
    count({ text: describeCount(rows.length, localState) })
    list({ rows, filter, selected: place.session, manyWorkspaces: localState.workspaces.length > 1, day })
    if (place.tab === 'queue') queue({ rows: localState.queue, now })
    if (place.tab === 'outbox') outbox({ rows: localState.outbox, now })
    if (place.tab === 'service')
      service({ workspaces: localState.workspaces, faults: localState.faults, clock: localState.clock })

    const part = partOf('detail')
    const workspace = localState.sessions.find(({ sessionId }) => sessionId === place.session)?.workspace ?? null
    const conversation = done?.session === place.session ? (done.conversation ?? null) : null
    const facts = { id: place.session, session, absent, workspace, day, conversation }
    composer({ workspaces: localState.workspaces, open: openOf(session, workspace) })
    if (openSession === place.session) keepAtEnd(part, () => detail(facts))
    else {
      detail(facts)
      part.scrollTop = 0
    }
    openSession = place.session
  }
}

const openOf = (session: Session | null, workspace: string | null): ComposerFacts['open'] =>
  session === null ? null : { session: session.sessionId, agent: session.agentDetails.name, workspace }

function buildSaid({ done }: { done: ActionResult | null }): Child[] {
  return done?.message == null ? [] : [element('p', { 'data-ok': String(done.ok) }, `${done.message}.`)]
}

const countsOf = (localState: LocalState | null): Parameters<typeof buildTabBar>[0]['counts'] => ({
  sessions: localState?.sessionCount ?? null,
  queue: localState?.queue.length ?? null,
  outbox: localState?.outbox.length ?? null,
  service: localState?.faults.length ?? null,
})

/** `12`, `3 of 12`, or `newest 200 of 512`. */
function describeCount(visible: number, { sessions, sessionCount }: LocalState): string {
  if (visible < sessions.length) return `${visible} of ${sessionCount}`
  return sessions.length < sessionCount ? `newest ${visible} of ${sessionCount}` : String(visible)
}

const near = 48

/** A reader who was at its end is at its end afterwards, and any other reader stays in place. */
function keepAtEnd(part: HTMLElement, change: () => void): void {
  const scrolls = part.scrollHeight > part.clientHeight
  const atEnd = part.scrollHeight - part.scrollTop - part.clientHeight < near
  change()
  if (scrolls && atEnd) part.scrollTop = part.scrollHeight
}

/** The sessions in whose row every word of the filter occurs somewhere, ignoring case. */
export function filterSessions(rows: readonly SessionRow[], filter: string): SessionRow[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean)
  return rows.filter((row) => {
    const text = [
      row.sessionId,
      row.workspace,
      row.agentName,
      row.version,
      row.channelType,
      row.channelName,
      row.participant,
      row.status,
      row.firstWords ?? '',
    ].join(' ')
    return words.every((word) => text.toLowerCase().includes(word))
  })
}

function buildQueue({ rows, now }: { rows: QueueRow[]; now: string }): Child[] {
  if (rows.length === 0)
    return [empty('No call waits.', element('code', {}, 'POST /api/call/trigger'), ' puts one into the queue.')]
  const columns: ConsoleColumn<QueueRow>[] = [
    { label: 'State', kind: 'short', cell: ({ state }) => statusWord(state) },
    { label: 'Customer', cell: ({ customerNumber }) => customerNumber },
    { label: 'Agent', cell: ({ agentName }) => agentName },
    { label: 'Priority', kind: 'number', cell: ({ priority }) => String(priority) },
    { label: 'Attempt', kind: 'number', cell: ({ attempt }) => String(attempt) },
    { label: 'Due', kind: 'time', cell: ({ due }) => dueOf(due, now) },
    { label: 'Workspace', cell: ({ workspace }) => workspace },
    { label: 'Workflow', cell: ({ workflowId }) => workflowId ?? element('span', 'muted', 'none') },
    { label: 'Call', cell: callOf },
  ]
  return [table('Call queue', columns, rows, ({ callId }) => callId)]
}

const dueOf = (due: string | null, now: string): Child | Child[] =>
  due === null ? element('span', 'muted', 'never') : [timeOf(due, now), element('span', 'gap', describeGap(due, now))]

const callOf = ({ callId, sessionId }: QueueRow): Child =>
  element('a', { class: 'mono', href: consoleHash({ tab: 'sessions', session: sessionId }), title: callId }, callId)

type ServiceFacts = Pick<LocalState, 'workspaces' | 'faults' | 'clock'>

type AgentRow = WorkspaceRow['agents'][number]
type ChannelRow = WorkspaceRow['channels'][number]

/** The active faults first, because they explain much, then the workspaces with their agents and channels. */
function buildService({ workspaces, faults, clock }: ServiceFacts): Child[] {
  return [
    element('h2', { 'data-key': 'time' }, 'Clock'),
    buildClockControl(clock),
    element('h2', { 'data-key': 'faults' }, 'Faults'),
    faults.length === 0
      ? element('p', { class: 'muted', 'data-key': 'none' }, 'None is set: the service answers as well as it can.')
      : element(
          'ol',
          { class: 'faults', 'data-key': 'list' },
          ...faults.map((each) => element('li', {}, jsonBlock(each))),
        ),
    buildFaultControl(faults),
    workspaces.length === 0
      ? empty('No workspace is loaded.', 'Start the service with a folder that holds a workspace.yaml.')
      : null,
    ...workspaces.map(workspaceOf),
  ]
}

function workspaceOf({ name, agents, channels }: WorkspaceRow): HTMLElement {
  return element(
    'section',
    { 'data-key': `workspace ${name}` },
    element('h2', {}, `Workspace ${name}`),
    agents.length === 0
      ? empty('No agent.', 'List agents in the workspace.yaml.')
      : table(`Agents of ${name}`, agentColumns(name), agents, ({ agentId }) => agentId),
    channels.length === 0
      ? empty('No channel.', 'List channels in the workspace.yaml.')
      : table(`Channels of ${name}`, channelColumns, channels, ({ name: key }) => key),
  )
}

const none = (): HTMLElement => element('span', 'muted', 'none')

const agentColumns = (workspace: string): ConsoleColumn<AgentRow>[] => [
  { label: 'Agent', cell: ({ name }) => name },
  { label: 'Published', cell: ({ published }) => (published === null ? none() : `v${published}`) },
  { label: 'Versions', cell: ({ versions }) => versions.map((each) => `v${each}`).join(', ') || none() },
  { label: 'Draft', cell: ({ name, draft }) => (draft ? publishButton(name, workspace) : none()) },
  { label: 'Id', cell: ({ agentId }) => element('code', {}, agentId) },
]

const publishButton = (agent: string, workspace: string): HTMLElement =>
  element(
    'button',
    { type: 'button', 'data-do': 'publish', 'data-agent': agent, 'data-workspace': workspace },
    'Publish the draft',
  )

const channelColumns: ConsoleColumn<ChannelRow>[] = [
  { label: 'Channel', cell: ({ name }) => name },
  { label: 'Type', cell: ({ type }) => type },
  { label: 'Enabled', cell: ({ enabled }) => (enabled ? 'yes' : element('span', 'muted', 'no')) },
]

const names: Record<Tab, string> = { sessions: 'Sessions', queue: 'Queue', outbox: 'Outbox', service: 'Service' }

/** The tabs as links, which keep the open session. The service tab counts its faults. */
function buildTabBar({ place, counts }: { place: ConsolePlace; counts: Record<Tab, number | null> }): Child[] {
  return tabs.map((tab) =>
    element(
      'a',
      {
        href: consoleHash({ ...place, tab }),
        'aria-current': tab === place.tab ? 'page' : null,
        'data-tab': tab,
      },
      names[tab],
      tab === 'service' ? faultsOf(counts[tab]) : element('span', 'count', counts[tab]?.toString() ?? '–'),
    ),
  )
}

function faultsOf(count: number | null): Child {
  if (count === null || count === 0) return null
  return element('span', 'count alarm', `${count} fault${count === 1 ? '' : 's'}`)
}
