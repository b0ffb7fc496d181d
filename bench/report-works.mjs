import { drawBars } from './plot/draw-bars.mjs'
import { ratios, spread } from './statistics.mjs'
import { format, table } from './table.mjs'
import { workTargets } from './targets.mjs'

const head = [
  '',
  'wall, ms',
  '× bare',
  '× bare, fetching',
  'processor, ms',
  'largest process, MB',
  'process tree, MB',
  'rounds',
]

/** The works as tables and bars, with the targets based on them. */
export function reportWorks(measured) {
  const sections = measured.map(
    ({ work, entries }) => `### ${work.name}\n\n${workTable(entries)}${failuresOf(entries)}`,
  )
  const pictures = Object.fromEntries(measured.map(({ work, entries }) => [fileOf(work), picture(work, entries)]))
  const shown = measured.map(({ work }) => `![${work.name}: wall time](performance/${fileOf(work)}.svg)`)
  const text = sections.map((section, index) => `${section}\n\n${shown[index]}`).join('\n\n')
  return { targets: workTargets(measured), text, pictures }
}

const fileOf = ({ name }) =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
const label = ({ name, one }) => (one ? `${name} (one at a time)` : name)

function workTable(entries) {
  const of = ({ runs }, field) => runs.map((run) => run[field])
  const [bare, fetching] = entries
  const over = (entry, base) => (entry === base ? '1' : format(ratios(of(entry, 'wallMs'), of(base, 'wallMs')), 2))
  const orNone = (numbers) => (numbers.includes(null) ? 'not measured' : format(spread(numbers), 0))
  const rows = entries
    .filter(({ runs }) => runs.length > 0)
    .map((entry) => [
      label(entry),
      format(spread(of(entry, 'wallMs')), 0),
      over(entry, bare),
      over(entry, fetching),
      ...['cpuMs', 'largestMb', 'treeMb'].map((field) => orNone(of(entry, field))),
      String(entry.runs.length),
    ])
  return table(head, rows)
}

function failuresOf(entries) {
  const failed = entries.filter(({ failure }) => failure !== null)
  return failed.map(({ name, failure }) => `\n\n${name} did not do this work: ${failure.split('\n')[0]}`).join('')
}

function picture(work, entries) {
  const bars = entries
    .filter(({ runs }) => runs.length > 0)
    .map((entry) => ({
      label: label(entry),
      value: spread(entry.runs.map(({ wallMs }) => wallMs)).median / 1_000,
      own: entry.name.startsWith('tableread'),
    }))
  return drawBars({ title: `${work.name}: wall time in seconds, start-up included`, bars, unit: ' s' })
}
