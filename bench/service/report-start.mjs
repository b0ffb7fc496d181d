import { median } from '../statistics.mjs'
import { formatNumber, formatSpread, table } from './format.mjs'

const most = 400
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
  ]
}

/** The time to the first answer of each server. */
export function startTable({ runs }, { rounds }) {
  const rows = [...runs].map(([name, of]) => [name, formatSpread(times(of), 0)])
  return `### Start to first answer\n\n${rounds} rounds.\n\n${table(['', 'ms'], rows)}`
}
