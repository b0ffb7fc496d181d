/** Above this power a cost per unit is held to grow with the size, and not only to wobble. */
export const superLinear = 0.15

/**
 * What each further unit costs, in milliseconds of processor time: the start of the process, taken from the smallest run,
 * is left out. Runs in which the start outweighs the work say nothing about it and are left out too.
 */
export function costsPerUnit(points) {
  const [first] = points
  return points
    .filter(({ cpuMs, units }) => units > first.units && cpuMs >= 1.4 * first.cpuMs)
    .map(({ x, units, cpuMs }) => [x, (cpuMs - first.cpuMs) / (units - first.units)])
}

/** The slope of points in logarithms, by least squares: with which power y grows with x. Null for fewer than two. */
export function powerOf(points) {
  if (points.length < 2) return null
  const logs = points.map(([x, y]) => [Math.log(x), Math.log(y)])
  const mean = (index) => logs.reduce((sum, each) => sum + each[index], 0) / logs.length
  const [mx, my] = [mean(0), mean(1)]
  const across = logs.reduce((sum, [x]) => sum + (x - mx) ** 2, 0)
  return logs.reduce((sum, [x, y]) => sum + (x - mx) * (y - my), 0) / across
}
