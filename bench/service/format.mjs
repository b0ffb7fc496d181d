import { spread } from '../statistics.mjs'

/**
 * The median of some numbers with the minimum and maximum, as `2.00 (1.90–2.10)`; 'not measured' if one is missing.
 */
export function formatSpread(numbers, digits, unit = '') {
  if (numbers.includes(null)) return 'not measured'
  const { median, least, most } = spread(numbers)
  return `${formatNumber(median, digits)}${unit} (${formatNumber(least, digits)}–${formatNumber(most, digits)})`
}

/** A number with so many decimals, and commas between thousands. */
export function formatNumber(number, digits = 0) {
  return number.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })
}

/** A Markdown table; all columns but the first are right-aligned. */
export function table(head, rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map((_, column) => (column === 0 ? '---' : '---:'))), ...rows.map(line)].join('\n')
}
