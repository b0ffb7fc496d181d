import { ratios } from '../statistics.mjs'
import { formatNumber, formatSpread, table } from './format.mjs'

const most = 2
const p95 = (of) => of.map((run) => run.p95)

/** The contenders come in pairs: a store with few sessions, and the same with many. */
function pairs(runs) {
  const all = [...runs]
  return all.flatMap(([, few], index) =>
    index % 2 === 0 ? [{ few, name: all[index + 1][0], many: all[index + 1][1] }] : [],
  )
}

/** The target for the session fetch of a full store, for each kind of store. */
export function fetchTargets({ runs }) {
  return pairs(runs).map(({ few, name, many }) => {
    const { median } = ratios(p95(many), p95(few))
    return {
      what: `session fetch, ${name}: p95 over that of a nearly empty store`,
      limit: `at most ${formatNumber(most, 1)}×`,
      actual: `${formatNumber(median, 2)}×`,
      reached: median <= most,
    }
  })
}

/** The latencies of the session fetch; the ratio is that of the p95 within a round. */
export function fetchTable({ runs, fetches }, { rounds }) {
  const ratioOf = new Map(
    pairs(runs).map(({ few, name, many }) => {
      const { median, least, most } = ratios(p95(many), p95(few))
      return [name, `${formatNumber(median, 2)} (${formatNumber(least, 2)}–${formatNumber(most, 2)})`]
    }),
  )
  const rows = [...runs].map(([name, of]) => [
    name,
    ...['p50', 'p95', 'p99'].map((field) =>
      formatSpread(
        of.map((run) => run[field]),
        2,
      ),
    ),
    ratioOf.get(name) ?? '1',
  ])
  const said = `${rounds} rounds of ${formatNumber(fetches)} fetches each, of random sessions of 5 turns, one after the other; the four servers take turns after every 50.`
  return `### Session fetch\n\n${said}\n\n${table(['', 'p50, ms', 'p95, ms', 'p99, ms', '× p95 of few'], rows)}`
}
