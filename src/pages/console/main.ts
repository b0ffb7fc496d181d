import type { Session } from '../../wire/api/session.ts'
import { actions, fieldsOf } from './actions.ts'
import { type LocalState, readJson, startPolling } from './local-state.ts'
import { createPainter } from './paint.ts'
import { consoleHash, readConsolePlace, startingView, type View } from './view.ts'

const paint = createPainter()
let view: View = startingView(readConsolePlace(location.hash))

function show(change: Partial<View>): void {
  view = { ...view, ...change }
  paint(view)
}

async function look(): Promise<void> {
  const id = view.place.session
  const [state, session] = await Promise.all([
    readJson<LocalState>('/_local/state'),
    id === null ? null : readJson<{ session: Session }>(`/_local/sessions/${encodeURIComponent(id)}`),
  ])
  if (state.kind === 'absent')
    return show({
      connection: { kind: 'lost', why: 'There is no /_local/state here: another program may listen at this address' },
    })
  if (state.kind === 'lost') return show({ connection: state })
  const isCurrent = id === view.place.session && session !== null
  show({
    connection: session?.kind === 'lost' ? session : { kind: 'live' },
    state: state.body,
    ...(isCurrent && session.kind === 'read' ? { session: session.body.session, absent: false } : {}),
    ...(isCurrent && session.kind === 'absent' ? { session: null, absent: true } : {}),
  })
}

show({})
const lookNow = startPolling(look)

addEventListener('hashchange', () => {
  const place = readConsolePlace(location.hash)
  const same = place.session === view.place.session
  show(same ? { place } : { place, session: null, absent: false, done: null })
  lookNow()
})

/** How long an action's result is shown, in milliseconds. */
const shownMs = 8_000

/** Performs the action of a form or a button. A form is emptied if it succeeds. */
async function act(part: HTMLElement): Promise<void> {
  const action = actions[part.dataset.do ?? '']
  if (action === undefined || part.ariaBusy === 'true') return
  part.ariaBusy = 'true' // pressing Enter twice sends only once
  show({ done: null })
  const done = await action(fieldsOf(part))
  part.ariaBusy = null
  if (done.ok && part instanceof HTMLFormElement) part.reset()
  show({ done })
  setTimeout(() => view.done === done && show({ done: { ...done, message: null } }), shownMs)
  if (done.session !== undefined && done.session !== view.place.session) {
    location.hash = consoleHash({ tab: 'sessions', session: done.session })
  }
  lookNow()
}

document.addEventListener('submit', (event) => {
  event.preventDefault()
  if (event.target instanceof HTMLElement) void act(event.target)
})

document.addEventListener('click', ({ target }) => {
  const button = target instanceof Element ? target.closest('button[data-do]') : null
  if (button instanceof HTMLElement) void act(button)
})

document.getElementById('filter')?.addEventListener('input', ({ target }) => {
  if (target instanceof HTMLInputElement) show({ filter: target.value })
})
