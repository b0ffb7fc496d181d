import { ratios } from '../statistics.mjs'
import { formatNumber, formatSpread, table } from './format.mjs'

const least = { serve: 40, 'serve --data': 20 }
const percentOfBare = (runs, name) => {
  const rates = (of) => runs.get(of).map(({ perSecond }) => perSecond)
  const { median, least, most } = ratios(rates(name), rates('bare route'))
  return { median: median * 100, least: least * 100, most: most * 100 }
}

/**
 * The turns per second of a store with code agents, in per cent of those with scripted ones; and the processor time.
 */
const percentOfScripted = (runs, name) => {
  const of = (which, member) => runs.get(which).map((run) => run[member])
  const code = `${name}, code`
  const measured = !of(code, 'processorUs').includes(null) && !of(name, 'processorUs').includes(null)
  return {
    rate: ratios(of(code, 'perSecond'), of(name, 'perSecond')),
    best: Math.max(...of(code, 'perSecond')) / Math.max(...of(name, 'perSecond')),
    processor: measured ? Math.min(...of(code, 'processorUs')) / Math.min(...of(name, 'processorUs')) : null,
  }
}

const leastOfScripted = 90

function codeTargets(runs) {
  return Object.keys(least).map((name) => {
    const { rate, best, processor } = percentOfScripted(runs, name)
    const rounds = `the median of rounds: ${formatNumber(rate.median * 100)} %`
    const needed = processor === null ? '' : `; processor time of a turn: ${formatNumber(processor, 2)}×`
    return {
      what: `\`${name}\`: inline turns per second of agents that are code, of those of scripted ones, best of each`,
      limit: `at least ${leastOfScripted} %`,
      actual: `${formatNumber(best * 100)} % (${rounds}${needed})`,
      reached: best * 100 >= leastOfScripted,
    }
  })
}

/** The targets for turns per second, in per cent of the bare route and of scripted agents. */
export function turnsTargets({ runs }) {
  const ofBare = Object.entries(least).map(([name, limit]) => {
    const { median } = percentOfBare(runs, name)
    return {
      what: `\`${name}\`: inline turns per second, of the bare route`,
      limit: `at least ${limit} %`,
      actual: `${formatNumber(median)} %`,
      reached: median >= limit,
    }
  })
  return [...ofBare, ...codeTargets(runs)]
}

/** Turns per second, with the processor time of the server and the client. */
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
