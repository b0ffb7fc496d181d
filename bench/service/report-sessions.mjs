import { median } from '../statistics.mjs'
import { formatNumber, formatSpread, table } from './format.mjs'

const most = 1.5
const processor = ({ runs }) => runs.map(({ processorUs }) => processorUs)

/** For each kind of store: the processor time of a turn with the most sessions kept, over that with the fewest. */
export function sessionsTargets({ entries }) {
  return ['memory', '--data'].flatMap((kind) => {
    const of = entries.filter((entry) => entry.kind === kind)
    const [few, many] = [of[0], of.at(-1)]
    if (processor(few).includes(null)) return []
    const actual = median(processor(many)) / median(processor(few))
    return [
      {
        what: `a turn, ${kind}, with ${formatNumber(many.sessions)} sessions kept: processor time over that with ${few.sessions}`,
        limit: `at most ${formatNumber(most, 1)}×`,
        actual: `${formatNumber(actual, 2)}×`,
        reached: actual <= most,
      },
    ]
  })
}

/** Turns per second and memory over the number of sessions kept. */
export function sessionsTable({ entries, turns }, { rounds }) {
  const rows = entries.map((entry) => [
    `${entry.kind}, ${formatNumber(entry.sessions)} sessions`,
    formatSpread(
      entry.runs.map(({ perSecond }) => perSecond),
      0,
    ),
    formatSpread(processor(entry), 0),
    entry.mb === null ? 'not measured' : formatNumber(entry.mb),
    entry.after === null ? 'not measured' : formatNumber(entry.after),
  ])
  const said = `${rounds} rounds of ${formatNumber(turns)} turns each in new sessions, beside those that are kept already; every server plays every round.`
  const head = ['', 'turns per second', 'processor µs a turn', 'resident MB before', 'resident MB after']
  return `### Sessions kept\n\n${said}\n\n${table(head, rows)}`
}
