/** A Markdown table; all columns but the first are right-aligned. */
export function table(head, rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map((_, column) => (column === 0 ? '---' : '---:'))), ...rows.map(line)].join('\n')
}

/** The targets with the measured values. */
export function targetTable(targets) {
  const number = (value, unit) => `${value.toFixed([' MB', ' ms'].includes(unit) ? 0 : 2)}${unit}`
  const rows = targets.map(({ what, least = false, limit, actual, unit }) => [
    what,
    `${least ? 'at least' : 'at most'} ${number(limit, unit)}`,
    number(actual, unit),
    (least ? actual >= limit : actual <= limit) ? 'reached' : '**missed**',
  ])
  return table(['target', 'limit', 'measured', ''], rows)
}

/** The median of some numbers with the minimum and maximum; a single number as it is. */
export function format({ median, least, most }, digits) {
  if (least === most) return median.toFixed(digits)
  return `${median.toFixed(digits)} (${least.toFixed(digits)}–${most.toFixed(digits)})`
}
