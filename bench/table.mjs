import { ratios, spread } from './statistics.mjs'

const head = [
  '| | wall, ms | × bare | × bare, fetching | processor, ms | largest process, MB |',
  '| --- | ---: | ---: | ---: | ---: | ---: |',
]

/** One work as a Markdown table: medians, with the least and the most in brackets. */
export function workTable(runs) {
  const of = (name, field) => runs.get(name).map((run) => run[field])
  const over = (name, base) => format(ratios(of(name, 'wallMs'), of(base, 'wallMs')), 2)
  const [bare, fetching] = [...runs.keys()]
  const rows = [...runs.keys()].map((name) => [
    name,
    format(spread(of(name, 'wallMs')), 0),
    name === bare ? '1' : over(name, bare),
    name === fetching ? '1' : over(name, fetching),
    memoryOrNone(of(name, 'cpuMs')),
    memoryOrNone(of(name, 'largestMb')),
  ])
  return [...head, ...rows.map((cells) => `| ${cells.join(' | ')} |`)].join('\n')
}

/** The targets with what was reached. */
export function targetTable(checked) {
  const number = (value, unit) => `${value.toFixed(unit === '×' ? 2 : 0)}${unit}`
  const rows = checked.map(
    ({ what, limit, actual, unit }) =>
      `| ${what} | ${number(limit, unit)} | ${number(actual, unit)} | ${actual <= limit ? 'reached' : 'missed'} |`,
  )
  return ['| target | at most | measured | |', '| --- | ---: | ---: | --- |', ...rows].join('\n')
}

function memoryOrNone(numbers) {
  return numbers.includes(null) ? 'not measured' : format(spread(numbers), 0)
}

function format({ median, least, most }, digits) {
  return `${median.toFixed(digits)} (${least.toFixed(digits)}–${most.toFixed(digits)})`
}
