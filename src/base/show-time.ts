/**
 * A duration for people: `14 ms`, `1.2 s`, `3 min 5 s`. `digits` are the decimals of seconds below ten. What rounds up
 * to the next unit is shown in that unit, and zero never has a minus sign.
 */
export function showTime(ms: number, digits: 1 | 2 = 1): string {
  const whole = Math.round(Math.abs(ms))
  const sign = ms < 0 && whole > 0 ? '-' : ''
  if (whole < 1_000) return `${sign}${whole} ms`
  const shown = (whole / 1_000).toFixed(whole < 9_995 ? digits : 1)
  if (Number(shown) < 60) return `${sign}${shown} s`
  const seconds = Math.round(whole / 1_000)
  return `${sign}${Math.floor(seconds / 60)} min ${seconds % 60} s`
}
