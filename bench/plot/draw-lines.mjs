import { escapeText, frame } from './style.mjs'

const [width, height] = [760, 320]
const [left, right, top, bottom] = [70, 40, 60, 50]

/** Lines on logarithmic axes, with a point for each measurement. A straight line is a power law. */
export function drawLines({ title, xLabel, yLabel, series }) {
  const points = series.flatMap((line) => line.points)
  const x = scale(
    points.map(([value]) => value),
    left,
    width - right,
  )
  const y = scale(
    points.map(([, value]) => value),
    height - bottom,
    top,
  )
  const across = x.ticks.map(
    (tick) =>
      `<text class="quiet" x="${x.at(tick)}" y="${height - bottom + 18}" text-anchor="middle">${plain(tick)}</text>`,
  )
  const up = y.ticks.flatMap((tick) => [
    `<line class="grid" x1="${left}" x2="${width - right}" y1="${y.at(tick)}" y2="${y.at(tick)}"/>`,
    `<text class="quiet" x="${left - 8}" y="${+y.at(tick) + 4}" text-anchor="end">${plain(tick)}</text>`,
  ])
  const lines = series.flatMap(({ points, name }, index) => {
    const places = points.map(([a, b]) => `${x.at(a)},${y.at(b)}`)
    const dots = places.map((place) => {
      const [cx, cy] = place.split(',')
      return `<circle class="c${index}" cx="${cx}" cy="${cy}" r="3"/>`
    })
    const legend = `<text class="c${index} t" x="${width - right}" y="${20 + index * 18}" text-anchor="end">${escapeText(name)}</text>`
    return [`<polyline class="line c${index}" points="${places.join(' ')}"/>`, ...dots, legend]
  })
  const labels = [
    `<text class="quiet" x="${(left + width - right) / 2}" y="${height - 10}" text-anchor="middle">${escapeText(xLabel)}</text>`,
    `<text class="quiet" x="8" y="${top - 18}">${escapeText(yLabel)}</text>`,
  ]
  return frame({ width, height, title, body: [...up, ...across, ...lines, ...labels] })
}

/**
 * The axis: from the last tick below the minimum to the first one above the maximum, with ticks at 1, 3, 10, 30, ...
 */
function scale(values, from, to) {
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const steps = []
  for (let power = Math.floor(Math.log10(low)); power <= Math.ceil(Math.log10(high)); power += 1)
    for (const factor of [1, 3]) steps.push(factor * 10 ** power)
  const first = steps.findLast((step) => step <= low) ?? steps[0]
  const last = steps.find((step) => step >= high) ?? steps.at(-1)
  const [start, end] = [Math.log10(first), Math.log10(last === first ? first * 3 : last)]
  const at = (value) => (from + ((Math.log10(value) - start) / (end - start)) * (to - from)).toFixed(1)
  return { at, ticks: steps.filter((step) => step >= first && step <= Math.max(last, first * 3)) }
}

const plain = (value) => (value >= 1_000 ? value.toLocaleString('en') : String(+value.toPrecision(3)))
