import { ratios } from '../statistics.mjs'
import { formatNumber, formatSpread, table } from './format.mjs'

const least = { serve: 40, 'serve --data': 20 }
const percentOfBare = (runs, name) => {
  const rates = (of) => runs.get(of).map(({ perSecond }) => perSecond)
  const { median, least, most } = ratios(rates(name), rates('bare route'))
  return { median: median * 100, least: least * 100, most: most * 100 }
}

/** The targets for turns per second, in percent of the bare route. */
export function turnsTargets({ runs }) {
  return Object.entries(least).map(([name, limit]) => {
    const { median } = percentOfBare(runs, name)
    return {
      what: `\`${name}\`: inline turns per second, of the bare route`,
      limit: `at least ${limit} %`,
      actual: `${formatNumber(median)} %`,
      reached: median >= limit,
    }
  })
}

/** Turns per second, with what the server and the client needed for them. */
export function turnsTable({ runs, bytes, turns }, { rounds }) {
  const rows = [...runs].map(([name, of]) => {
    const { median, least, most } = percentOfBare(runs, name)
    const percent = `${formatNumber(median)} (${formatNumber(least)}–${formatNumber(most)})`
    return [
      name,
      formatSpread(
        of.map((run) => run.perSecond),
        0,
      ),
      name === 'bare route' ? '100' : percent,
      formatSpread(
        of.map((run) => run.processorUs),
        0,
      ),
      formatSpread(
        of.map((run) => run.clientBusy),
        0,
      ),
    ]
  })
  const head = ['', 'turns per second', '% of bare', 'server, processor µs a turn', 'client busy, %']
  const said = `${rounds} rounds of ${formatNumber(turns)} turns each; an answer has ${formatNumber(bytes)} bytes.`
  return `### Inline turns\n\n${said}\n\n${table(head, rows)}`
}
