import { median, ratios } from '../statistics.mjs'
import { formatNumber, formatSpread, table } from './format.mjs'
import { otherBuild } from './measure-start.mjs'

const most = 400
/** Not slower, as far as such times can be told apart. */
const mostOver = 1.05
const times = (of) => of.map(({ wallMs }) => wallMs)

/** The target for the first answer. */
export function startTargets({ runs }) {
  const actual = median(times(runs.get('serve')))
  return [
    {
      what: '`serve`: from its start to its first answer',
      limit: `at most ${most} ms`,
      actual: `${formatNumber(actual)} ms`,
      reached: actual <= most,
    },
    ...overOther(runs),
  ]
}

/** How much longer it takes than another checkout's build; the fastest of both, since other load only ever adds. */
function overOther(runs) {
  if (!runs.has(otherBuild)) return []
  const least = (name) => Math.min(...times(runs.get(name)))
  const actual = least('serve') / least(otherBuild)
  const { median: middle } = ratios(times(runs.get('serve')), times(runs.get(otherBuild)))
  const shown = `${formatNumber(actual, 2)}× (the median of rounds: ${formatNumber(middle, 2)}×)`
  return [
    {
      what: '`serve` of a scripted agent: from its start to its first answer, over that of the other checkout',
      limit: `at most ${formatNumber(mostOver, 2)}×`,
      actual: shown,
      reached: actual <= mostOver,
    },
  ]
}

/** The time to the first answer of each server. */
export function startTable({ runs }, { rounds }) {
  const rows = [...runs].map(([name, of]) => [name, formatSpread(times(of), 0)])
  return `### Start to first answer\n\n${rounds} rounds.\n\n${table(['', 'ms'], rows)}`
}
