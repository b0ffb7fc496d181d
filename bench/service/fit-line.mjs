/** The least-squares line through points: its slope, and its height at any place. */
export function fitLine(points) {
  const mean = (index) => points.reduce((sum, point) => sum + point[index], 0) / points.length
  const [x, y] = [mean(0), mean(1)]
  const across = points.reduce((sum, point) => sum + (point[0] - x) ** 2, 0)
  const slope = points.reduce((sum, point) => sum + (point[0] - x) * (point[1] - y), 0) / across
  return { slope, at: (place) => y + slope * (place - x) }
}
