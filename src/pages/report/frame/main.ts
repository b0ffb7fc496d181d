import { element } from '../../kit/element.ts'
import { drawOverview } from '../draw-overview.ts'
import { type Card, readReport } from '../report-document.ts'
import { toneOf } from '../verdict-mark.ts'
import { createCardList, createListHead } from './card-list.ts'
import { createDecisions, createServedDecisions, type Decision } from './decisions.ts'
import { createFilterBar, filterCards } from './filter-bar.ts'
import { createHelp, listenToKeys } from './keyboard.ts'
import { createHitMarks } from './mark-hits.ts'
import { createOpenCards } from './open-cards.ts'
import { listenToAddress, placeHash, type ReportPlace, readReportPlace, saveInAddress, wholeList } from './place.ts'
import { createReviewPanel } from './review-panel.ts'
import { drawHeader, drawShell, sentenceOf } from './shell.ts'

const embedded = readReport()
const { report } = embedded
const posts = report.review?.posts
const decisions =
  posts === undefined
    ? createDecisions(`tableread ${report.kind} ${report.result.startedAt}`, () => localStorage)
    : createServedDecisions(report.cards, posts, (failed) => {
        showDecisions()
        if (failed !== null) head.say(failed)
      })
const cards = createOpenCards(embedded, { toggle, decide })
const listHost = element('div', { id: 'list' })
const list = createCardList(listHost, cards.draw)
const hits = createHitMarks(listHost)
const filters = createFilterBar(report, go)
const help = createHelp()
const head = createListHead(report.kind === 'study' ? 'Findings' : 'Conversations', {
  openAll: () => go({ open: visible.map(({ key }) => key) }),
  closeAll: () => go({ open: [] }),
})
const panel = createReviewPanel(report, decisions, showDecisions)
let place = readReportPlace(location.hash)
const keys = new Set(report.cards.map(({ key }) => key))
let visible: readonly Card[] = []
let current: string | null = null

/** Shows a place; if only the open conversations differ, the list stays as it is. */
function show(next: ReportPlace, sameList: boolean): void {
  place = { ...next, open: next.open.map((id) => (keys.has(id) ? id : id.replace(/ [^ ]+$/, ''))) }
  cards.showOpen(place.open)
  if (!sameList) {
    visible = filterCards(report.cards, place, decisions.read())
    list.show(visible, place.group)
  }
  for (const key of place.open) list.reach(visible.findIndex((card) => card.key === key))
  filters.show(place)
  hits.show(place.text)
  head.show(visible.length, report.cards.length, place.open.length)
}

function go(change: Partial<ReportPlace>, typed = false): void {
  const next = { ...place, ...change }
  saveInAddress(next, typed)
  show(next, Object.keys(change).join() === 'open')
}

function toggle(key: string): void {
  const { open } = place
  const wasOpen = open.includes(key)
  go({ open: wasOpen ? open.filter((each) => each !== key) : [...open, key] })
  if (!wasOpen) cards.land(key)
  else cards.focus(key) // the text being read is gone, so keep the head of its card in view
}

/** Opens a conversation even if the filters exclude it, and scrolls to it. */
function openAlone(key: string): void {
  go({ ...wholeList, open: [key] })
  focusAt(visible.findIndex((card) => card.key === key))
  cards.land(key)
}

function showDecisions(): void {
  cards.showDecisions(decisions.read())
  panel.refresh()
}

function decide(key: string, decision: Decision): void {
  const at = visible.findIndex((card) => card.key === key)
  if (report.kind === 'comparison' && visible[at]?.review === undefined) {
    head.say('there is nothing to decide about here')
    return
  }
  decisions.decide(key, decision)
  showDecisions()
  head.say(`${decisions.read()[key] ?? 'undecided'}: ${visible[at]?.name ?? key}`)
  if (place.decision === '') return
  show(place, false)
  focusAt(Math.min(at, visible.length - 1))
}

function focusAt(index: number): void {
  const card = visible[index]
  if (card === undefined) return
  list.reach(index)
  cards.focus(card.key)
}

function leave(): void {
  const at = visible.findIndex(({ key }) => key === current)
  if (document.activeElement === filters.search) {
    filters.search.blur()
    focusAt(at)
    return
  }
  if (current === null || !place.open.includes(current)) return
  toggle(current)
  focusAt(at)
}

document.title = sentenceOf(report)
document.documentElement.dataset.kind = report.kind
document.body.append(
  ...drawShell({
    header: drawHeader(report),
    overview: drawOverview(report, openAlone),
    panel: panel.host,
    filters: filters.host,
    head: head.host,
    list: listHost,
    help,
  }),
)
showDecisions()
const [first] = filterCards(report.cards, place, decisions.read())
// Where the address names nothing, the gravest that broke is open.
const unasked = location.hash === '' && first !== undefined && toneOf(first.verdict) === 'bad' ? [first.key] : []
show({ ...place, open: [...place.open, ...unasked] }, false)
if (unasked.length === 0 && place.open[0] !== undefined) {
  focusAt(visible.findIndex(({ key }) => key === place.open[0]))
  cards.land(place.open[0])
}

listenToAddress((next) => {
  if (placeHash(next) !== placeHash(place))
    show(next, placeHash({ ...next, open: [] }) === placeHash({ ...place, open: [] }))
})
listHost.addEventListener('focusin', ({ target }) => {
  current = (target instanceof Element ? target.closest<HTMLElement>('.card')?.dataset.key : null) ?? current
})
listenToKeys(
  {
    move: (by) => focusAt(Math.max(0, visible.findIndex(({ key }) => key === current) + by)),
    decide: (decision) => current !== null && report.kind !== 'study' && decide(current, decision),
    search: () => filters.search.focus(),
    leave,
    help: help.open,
  },
  help.keysAct,
)
