/** A scale from 0 to a round number that holds all values, with the marks that stand on it. */
export interface PlotScale {
  end: number
  marks: number[]
  /** Where a value stands, in percent of the width. */
  percent(value: number): number
}

/** The smallest round end (1, 2, 2.5 or 5 times a power of ten) not below the largest value. */
export function scaleOf(values: readonly number[]): PlotScale {
  const largest = values.reduce((most, value) => Math.max(most, value), 1)
  const power = 10 ** Math.floor(Math.log10(largest))
  const end = ([1, 2, 2.5, 5, 10].find((step) => step * power >= largest) ?? 10) * power
  return { end, marks: [0, end / 2, end], percent: (value) => Number(((value / end) * 100).toFixed(2)) }
}
