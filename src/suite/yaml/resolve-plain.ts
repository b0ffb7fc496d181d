/** What text without quotes means in the core schema of YAML 1.2. */
export function resolvePlain(text: string): null | boolean | number | string {
  if (text.length <= 5) {
    const named = words.get(text)
    if (named !== undefined) return named
  }
  return mayBeNumber(text.charCodeAt(0)) && number.test(text) ? Number(text) : text
}

const words = new Map<string, null | boolean | number>([
  ['~', null],
  ['null', null],
  ['Null', null],
  ['NULL', null],
  ['true', true],
  ['True', true],
  ['TRUE', true],
  ['false', false],
  ['False', false],
  ['FALSE', false],
])

/** Whole and broken numbers; the other spellings of numbers are left to the whole parser (see `isOddNumber`). */
const number = /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?$/

/** Numbers of another base, and those that are none: rare, and read by the whole parser. */
export function isOddNumber(text: string): boolean {
  return mayBeNumber(text.charCodeAt(0)) && /^(?:0[ox]|[-+]?\.(?:inf|nan))/i.test(text)
}

/** A digit, a sign or a point. */
function mayBeNumber(first: number): boolean {
  return (first >= 48 && first <= 57) || first === 43 || first === 45 || first === 46
}
