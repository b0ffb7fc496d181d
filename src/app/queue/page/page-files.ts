import { themeStyle } from '../../../service/local/page/theme.css.ts'

const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Tableread queue</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/page.css">
<script type="module" src="/page.js"></script>
</head>
<body>
<header><h1>Tableread <span>queue</span></h1><p id="where"></p><p id="heard" class="status" role="status"></p></header>
<main>
<p id="state"></p>
<section aria-labelledby="of-runs"><h2 id="of-runs">Runs</h2><div id="runs"></div></section>
<section aria-labelledby="of-limits"><h2 id="of-limits">Limits</h2><div id="limits"></div></section>
<section aria-labelledby="of-workers"><h2 id="of-workers">Workers</h2><div id="workers"></div></section>
</main>
<noscript>This page needs JavaScript. The same data is JSON at /status.json.</noscript>
</body>
</html>
`

const css = `${themeStyle}
header { display: flex; flex-wrap: wrap; align-items: baseline; gap: 4px 20px; padding: 14px 24px; border-bottom: 1px solid var(--line); background: var(--surface); }
h1 { font-size: 17px; font-weight: 650; }
h1 span { font-weight: 400; color: var(--muted); }
#where { color: var(--muted); overflow-wrap: anywhere; }
#heard { margin-left: auto; }
main { max-width: 1240px; padding: 16px 24px 48px; }
#state { font-weight: 600; }
#state[data-paused] { padding: 8px 14px; border: 1px solid var(--wait); border-radius: 6px; background: var(--surface); color: var(--wait); }
section { margin-top: 24px; }
h2 { margin-bottom: 8px; }
table { width: 100%; border-collapse: collapse; border: 1px solid var(--line); background: var(--surface); }
th, td { padding: 8px 14px; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }
thead th { background: var(--raised); color: var(--muted); font-size: 12.5px; font-weight: 600; }
tbody th { font-weight: 600; overflow-wrap: anywhere; unicode-bidi: isolate; }
.number { text-align: right; white-space: nowrap; }
.sub { display: block; font-weight: 400; overflow-wrap: anywhere; }
progress { display: block; width: 100%; min-width: 120px; height: 6px; margin-top: 5px; border: 0; border-radius: 3px; background: var(--line); accent-color: var(--accent); appearance: none; }
progress::-webkit-progress-bar { border-radius: 3px; background: var(--line); }
progress::-webkit-progress-value { border-radius: 3px; background: var(--accent); }
progress::-moz-progress-bar { border-radius: 3px; background: var(--accent); }
.bad { color: var(--bad); font-weight: 600; }
.wait { color: var(--wait); }
.none { padding: 12px 14px; border: 1px solid var(--line); background: var(--surface); color: var(--muted); }
@media (max-width: 700px) {
  header, main { padding-left: 14px; padding-right: 14px; }
  #heard { margin-left: 0; }
  thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  table, tbody, tr { display: block; }
  tbody tr { padding: 8px 14px; border-bottom: 1px solid var(--line); }
  tbody th { display: block; padding: 2px 0; border: 0; }
  td { display: grid; grid-template-columns: 96px minmax(0, 1fr); gap: 12px; padding: 2px 0; border: 0; }
  td::before { content: attr(data-name); color: var(--muted); }
  td.number { text-align: left; white-space: normal; }
}
`

/** Redraws the server's data every two seconds. Text from others is only ever set as the text of an element. */
const script = `const byId = (id) => document.getElementById(id)
const put = (element, text) => { if (element.textContent !== text) element.textContent = text }
const make = (name, classes, ...inside) => {
  const element = document.createElement(name)
  if (classes !== '') element.className = classes
  element.append(...inside)
  return element
}
const time = (ms) => {
  const seconds = Math.ceil(ms / 1000)
  if (seconds < 60) return seconds + ' s'
  const minutes = Math.round(seconds / 60)
  return minutes < 60 ? minutes + ' min' : Math.floor(minutes / 60) + ' h ' + (minutes % 60) + ' min'
}
const count = (number, thing) => number + ' ' + thing + (number === 1 ? '' : 's')

/** A table of rows, each as the cells of its columns; or a sentence where there is none. Roles stay where it is no table to look at. */
const draw = (id, label, columns, rows, none) => {
  if (rows.length === 0) return byId(id).replaceChildren(make('p', 'none', none))
  const role = (element, name) => { element.setAttribute('role', name); return element }
  const head = columns.map(([name, classes = '']) => {
    const cell = role(make('th', classes, name), 'columnheader')
    cell.scope = 'col'
    return cell
  })
  const body = rows.map((cells) => role(make('tr', '', ...cells.map((inside, at) => {
    const [name, classes = ''] = columns[at]
    const cell = role(make(at === 0 ? 'th' : 'td', classes, make('div', '', ...[inside].flat())), at === 0 ? 'rowheader' : 'cell')
    if (at === 0) cell.scope = 'row'
    cell.dataset.name = name
    return cell
  })), 'row'))
  const table = role(make('table', '',
    role(make('thead', '', role(make('tr', '', ...head), 'row')), 'rowgroup'),
    role(make('tbody', '', ...body), 'rowgroup')), 'table')
  table.setAttribute('aria-label', label)
  byId(id).replaceChildren(table)
}

const nameOf = (verdict) => verdict === 'unsafe' ? 'skipped: unsafe' : verdict
const verdictParts = ({ done, verdicts }) => {
  const counts = Object.entries(verdicts)
  const untold = done - counts.reduce((sum, [, many]) => sum + many, 0)
  const parts = counts.map(([verdict, many]) =>
    make('div', verdict === 'failed' ? 'bad' : verdict === 'passed' ? '' : 'wait', many + ' ' + nameOf(verdict)))
  if (untold > 0) parts.push(make('div', 'sub', untold + ' not told'))
  return parts.length === 0 ? 'nothing yet' : parts
}
const progress = ({ run, done, total }) => {
  const bar = make('progress', '')
  bar.max = Math.max(1, total)
  bar.value = done
  bar.setAttribute('aria-label', 'Done of run ' + run)
  return [done + ' of ' + total, bar]
}
const left = ({ leftMs, done, total, followed, cancelled }) => [
  cancelled ? 'cancelled' : done === total && total > 0 ? 'done' : leftMs === null ? 'not known yet' : time(leftMs),
  ...(followed || cancelled ? [] : [make('span', 'sub wait', 'nobody follows it')]),
]
const most = ({ rate, pace }) => pace !== null ? pace + ' for now' : rate === null ? 'none known' : String(rate)

const show = ({ queue, tableread, status: { paused, atOnce, runs, workers, limits } }) => {
  put(byId('where'), queue + ', Tableread ' + tableread)
  const running = workers.reduce((sum, each) => sum + each.running, 0)
  const state = paused ? 'Paused: nothing new starts until "tableread queue resume"' : 'Goes on'
  byId('state').toggleAttribute('data-paused', paused)
  put(byId('state'), state + '. ' + count(running, 'conversation') + ' under way at ' + count(workers.length, 'worker')
    + (atOnce === null ? '' : ', at most ' + atOnce + ' at once') + '.')
  draw('runs', 'Runs', [['Run'], ['Done'], ['Came to'], ['Running', 'number'], ['Waiting', 'number'], ['Time left', 'number']],
    runs.map((run) => [
      [run.run, make('span', 'sub', run.target), make('span', 'sub', 'Tableread ' + run.tableread)],
      progress(run), verdictParts(run), String(run.running), String(run.waiting), left(run),
    ]), 'No run is on the queue.')
  draw('limits', 'Limits', [['Service'], ['Requests a minute', 'number'], ['Limit', 'number'], ['Refused (429)', 'number'], ['Pause', 'number']],
    limits.map((limit) => [
      limit.service, String(limit.requests), most(limit), String(limit.refused),
      limit.pausedMs > 0 ? make('span', 'wait', time(limit.pausedMs)) : 'none',
    ]), 'No request was sent yet.')
  draw('workers', 'Workers', [['Worker'], ['Running', 'number'], ['At once', 'number'], ['Done', 'number'], ['Tableread']],
    workers.map((worker) => [
      worker.leaves == null ? worker.host + ' ' + worker.pid
        : [worker.host + ' ' + worker.pid, make('span', 'sub', 'leaves conversations to others: ' + worker.leaves)],
      String(worker.running), String(worker.concurrency), String(worker.done), worker.tableread,
    ]), 'No worker is running: start some with "tableread work".')
}

let heardAt = 'never'
const hear = (tone, text) => { byId('heard').dataset.tone = tone; put(byId('heard'), text) }
const poll = async () => {
  try {
    const answer = await fetch('/status.json', { signal: AbortSignal.timeout(8000) })
    if (!answer.ok) throw new Error((await answer.text()).trim())
    show(await answer.json())
    heardAt = new Date().toLocaleTimeString()
    hear('good', 'Live')
  } catch (error) {
    const why = error instanceof TypeError || error.name === 'TimeoutError' ? '"tableread queue page" does not answer' : error.message
    hear('bad', why + '; heard last: ' + heardAt)
  }
  setTimeout(poll, 2000)
}
poll()
`

export const pageFiles: ReadonlyMap<string, { type: string; text: string }> = new Map([
  ['/', { type: 'text/html; charset=utf-8', text: html }],
  ['/page.css', { type: 'text/css; charset=utf-8', text: css }],
  ['/page.js', { type: 'text/javascript; charset=utf-8', text: script }],
])
