import { formatNumber, table } from './format.mjs'

const most = 10

/** The target for memory; none if it cannot be measured. */
export function memoryTargets({ samples, from, growth }) {
  if (growth === null) return []
  const turns = formatNumber(samples.at(-1).turns)
  return [
    {
      what: `\`serve --data\`: growth of memory from ${formatNumber(from)} to ${turns} turns`,
      limit: `less than ${most} %`,
      actual: `${formatNumber(growth.percent, 1)} %`,
      reached: growth.percent < most,
    },
  ]
}

/** Resident memory in the course of the turns. */
export function memoryTable({ samples, from, growth }) {
  if (growth === null) return '### Memory\n\nNot measured: there is no /proc.'
  const shown = [samples[0], samples[(samples.length - 1) >> 1], samples.at(-1)]
  const rows = shown.map(({ turns, mb, perSecond }) => [formatNumber(turns), formatNumber(mb), formatNumber(perSecond)])
  const all = samples.map(({ mb }) => formatNumber(mb)).join(', ')
  const { early, late, slope, peaks } = growth
  const line = `from ${formatNumber(early, 1)} MB at ${formatNumber(from)} turns to ${formatNumber(late, 1)} MB at the end`
  const fitted = `The line that fits the samples best goes ${line}: ${formatNumber(slope * 100_000, 1)} MB every 100,000 turns.`
  const peaked = `The highest sample of its first half is ${formatNumber(peaks[0])} MB, of its second ${formatNumber(peaks[1])} MB.`
  const head = ['`serve --data` after turns', 'resident MB', 'turns per second']
  return `### Memory\n\n${table(head, rows)}\n\n${fitted} ${peaked} All samples: ${all}.`
}
