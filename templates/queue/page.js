// Redraws the server's data every two seconds. Text from others is only ever set as the text of an element.
const byId = (id) => document.getElementById(id)
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
