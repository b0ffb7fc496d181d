import { drawLines } from '../plot/draw-lines.mjs'
import { table } from '../table.mjs'
import { curves } from './curves.mjs'
import { costsPerUnit, powerOf, superLinear } from './slope.mjs'

const words = `What one more unit costs when only one thing grows, in microseconds of processor time of all threads; the start of
the process, which the smallest run shows, is left out. The power is the slope of these costs in logarithms: 0 is linear
growth of the whole, 1 is quadratic; above ${superLinear} it is flagged.`

/** A table and a picture for each curve. */
export function reportGrowth(measured) {
  const drawn = measured.map(({ name, points }) => {
    const { xLabel, unit } = curves.find((curve) => curve.name === name)
    const costs = costsPerUnit(points)
    return { name, xLabel, unit, points, costs, power: powerOf(costs) }
  })
  const targets = drawn
    .filter(({ power }) => power !== null)
    .map(({ name, unit, power }) => ({
      what: `growth over ${name}: power of the cost per ${unit}`,
      limit: superLinear,
      actual: power,
      unit: '',
    }))
  const pictures = Object.fromEntries(
    drawn.filter(({ costs }) => costs.length > 1).map((one) => [fileOf(one), draw(one)]),
  )
  return { targets, text: [`### Growth\n\n${words}`, ...drawn.map(section)].join('\n\n'), pictures }
}

const fileOf = ({ name }) => `growth-${name}`

function section(curve) {
  const { name, xLabel, unit, points, costs, power } = curve
  const bytes = points[0].bytes.length > 0
  const head = [
    xLabel,
    'wall, ms',
    'processor, ms',
    `a ${unit}, µs`,
    'process tree, MB',
    ...(bytes ? ['written, MB'] : []),
  ]
  const rows = points.map((point) => [
    point.x.toLocaleString('en'),
    ...[point.wallMs, point.cpuMs].map((value) => value.toFixed(0)),
    ((costs.find(([x]) => x === point.x)?.[1] ?? Number.NaN) * 1_000).toFixed(0).replace('NaN', ''),
    point.treeMb === null ? '' : point.treeMb.toFixed(0),
    ...(bytes ? [(point.bytes.reduce((sum, each) => sum + each, 0) / 1e6).toFixed(2)] : []),
  ])
  const told =
    power === null
      ? 'Too few points for a slope.'
      : `Power ${power.toFixed(2)}${power > superLinear ? ': **grows more than linearly**' : ''}.`
  const shown = costs.length > 1 ? `\n\n![growth over ${name}](performance/${fileOf(curve)}.svg)` : ''
  return `#### Over ${name}\n\n${told}\n\n${table(head, rows)}${shown}`
}

function draw({ name, xLabel, unit, costs }) {
  const points = costs.map(([x, ms]) => [x, ms * 1_000])
  return drawLines({
    title: `Processor time of one more ${unit}, over ${name}`,
    ...{ xLabel, yLabel: 'µs', series: [{ name: '', points }] },
  })
}
