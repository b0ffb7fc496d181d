/** `1 turn`, `2 turns`, `2 entries`, `2 criteria`. The noun comes last and in the singular. */
export function count(number: number, noun: string): string {
  if (number === 1) return `1 ${noun}`
  if (noun === 'criterion') return `${number} criteria`
  return `${number} ${/[^aeiou]y$/.test(noun) ? `${noun.slice(0, -1)}ies` : /(?:s|x|ch|sh)$/.test(noun) ? `${noun}es` : `${noun}s`}`
}

/** A duration for people: `14 ms`, `1.2 s`, `3 min 5 s`; what rounds up to the next unit is shown in it. */
export function showTime(ms: number, digits: 1 | 2 = 1): string {
  const whole = Math.round(Math.abs(ms))
  const sign = ms < 0 && whole > 0 ? '-' : ''
  if (whole < 1_000) return `${sign}${whole} ms`
  const text = (whole / 1_000).toFixed(whole < 9_995 ? digits : 1)
  if (Number(text) < 60) return `${sign}${text} s`
  const seconds = Math.round(whole / 1_000)
  return `${sign}${Math.floor(seconds / 60)} min ${seconds % 60} s`
}

/** The first items of a list, and how many more there are: `a, b, c and 2 more`. */
export function listSome(items: readonly string[], most: number, separator = ', '): string {
  const more = items.length > most ? ` and ${items.length - most} more` : ''
  return `${items.slice(0, most).join(separator)}${more}`
}

export function listKnown(names: readonly string[], most = 12): string {
  if (names.length < 2) return `there is ${names.length === 0 ? 'none' : `only ${names[0]}`}`
  return `there are ${listSome(names, most)}`
}

export function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? ''
}

/** A text of others on one line, lest it look like ours; runs of blanks are looked at once (200,000 took minutes). */
export function onOneLine(text: string): string {
  return text.replace(/[\s\u0085]+/g, (blanks) => (/[\n\v\f\r\u0085\u2028\u2029]/.test(blanks) ? ' ' : blanks))
}

/** Explains in one line why our own code failed on input that somebody else wrote or sent. */
export function describeBreakdown(error: unknown): string {
  const { message } = error instanceof Error ? error : new Error(String(error))
  const reason = firstLine(message)
  if (error instanceof RangeError)
    return `it is too large, too deep or refers to itself without end (${reason}), which is more than can be judged`
  return `a defect in Tableread keeps it from being judged: ${reason}; please report it`
}

/** A share as `95 %`, with a decimal where it has one. */
export function percent(share: number): string {
  return `${Number((share * 100).toFixed(1))} %`
}

/** How often chance alone shows as much, for people: `at most 2.7 %`. */
export function showChance(p: number): string {
  return p < 0.001 ? 'less than 0.1 %' : `at most ${percent(p)}`
}
