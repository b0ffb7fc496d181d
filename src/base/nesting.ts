/**
 * How deep JSON may be nested. No real answer, output or file goes deeper, so code that recurses through JSON cannot
 * overflow the stack.
 */
export const deepest = 500

/** Whether JSON text is nested deeper than `most`. Nearly free when the text has too few brackets for that. */
export function isTooDeep(text: string, most: number = deepest): boolean {
  if (!holds(text, '}', most / 2) && !holds(text, ']', most / 2)) return false
  let [depth, quoted] = [0, false]
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (quoted) {
      if (code === 92) at++
      else if (code === 34) quoted = false
    } else if (code === 34) quoted = true
    else if (code === 123 || code === 91) {
      if (++depth > most) return true
    } else if (code === 125 || code === 93) depth--
  }
  return false
}

/** Half of `most` is asked for, since objects and lists together could reach the limit. */
function holds(text: string, bracket: string, times: number): boolean {
  let at = -1
  for (let count = 0; count < times; count++) {
    at = text.indexOf(bracket, at + 1)
    if (at < 0) return false
  }
  return true
}
