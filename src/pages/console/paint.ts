import { buildConnection, buildNotice } from './connection.ts'
import { filterSessions } from './filter-sessions.ts'
import { keepAtEnd } from './keep-at-end.ts'
import type { LocalState } from './local-state.ts'
import { buildOutbox } from './outbox-view.ts'
import { tabs } from './place.ts'
import { buildQueue } from './queue-view.ts'
import { createRegion, partOf, type Region } from './region.ts'
import { buildService } from './service-view.ts'
import { buildSessionList } from './session-list.ts'
import { buildSessionView } from './session-view.ts'
import { buildTabBar } from './tab-bar.ts'
import type { View } from './view.ts'

/** Shows a view. The parts of the shell stay; each is brought up to date in place. */
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
  let opened: string | null = null

  return ({ place, filter, connection: state, state: told, session, absent }) => {
    const clock = told?.clock ?? null
    document.body.dataset.connection = state.kind
    connection({ connection: state, clock })
    notice({ connection: state, clock })
    tabBar({ place, counts: countsOf(told) })
    for (const tab of tabs) partOf(tab).hidden = tab !== place.tab
    partOf('sessions').dataset.open = String(place.session !== null)
    if (told === null) return

    const { now } = told.clock
    const day = now.slice(0, 10)
    const rows = filterSessions(told.sessions, filter)
    count({ text: describeCount(rows.length, told) })
    list({ rows, filter, selected: place.session, manyWorkspaces: told.workspaces.length > 1, day })
    if (place.tab === 'queue') queue({ rows: told.queue, now })
    if (place.tab === 'outbox') outbox({ rows: told.outbox, now })
    if (place.tab === 'service') service({ workspaces: told.workspaces, faults: told.faults })

    const part = partOf('detail')
    const workspace = told.sessions.find(({ sessionId }) => sessionId === place.session)?.workspace ?? null
    const facts = { id: place.session, session, absent, workspace, day }
    if (opened === place.session) keepAtEnd(part, () => detail(facts))
    else {
      detail(facts)
      part.scrollTop = 0
    }
    opened = place.session
  }
}

const countsOf = (told: LocalState | null): Parameters<typeof buildTabBar>[0]['counts'] => ({
  sessions: told?.sessionCount ?? null,
  queue: told?.queue.length ?? null,
  outbox: told?.outbox.length ?? null,
  service: told?.faults.length ?? null,
})

/** `12`, `3 of 12`, or `newest 200 of 512`. */
function describeCount(shown: number, { sessions, sessionCount }: LocalState): string {
  if (shown < sessions.length) return `${shown} of ${sessionCount}`
  return sessions.length < sessionCount ? `newest ${shown} of ${sessionCount}` : String(shown)
}
