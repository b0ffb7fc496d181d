/** Above this exponent, a cost per unit counts as growing with the size rather than as noise. */
export const superLinear = 0.15

/**
 * The cost of each additional unit, in milliseconds of processor time. The cost of starting the process,
 * taken from the smallest run, is subtracted; runs dominated by it are left out, since they say nothing.
 */
export function costsPerUnit(points) {
  const [first] = points
  return points
    .filter(({ cpuMs, units }) => units > first.units && cpuMs >= 1.4 * first.cpuMs)
    .map(({ x, units, cpuMs }) => [x, (cpuMs - first.cpuMs) / (units - first.units)])
}

/**
 * The slope of points in log-log space, by least squares: the exponent with which y grows with x. Null for
 * fewer than two points.
 */
export function powerOf(points) {
  if (points.length < 2) return null
  const logs = points.map(([x, y]) => [Math.log(x), Math.log(y)])
  const mean = (index) => logs.reduce((sum, each) => sum + each[index], 0) / logs.length
  const [mx, my] = [mean(0), mean(1)]
  const across = logs.reduce((sum, [x]) => sum + (x - mx) ** 2, 0)
  return logs.reduce((sum, [x, y]) => sum + (x - mx) * (y - my), 0) / across
}
