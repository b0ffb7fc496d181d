import { isJsonObject, type JsonValue } from '../base/json.ts'
import { namesPersonal, secretName } from '../base/private-patterns.ts'
import { isName, matchValues, type Swap } from './match-values.ts'
import { openJson } from './open-json.ts'

/** Shorter than this a value could be anything: it is swapped only as the whole of a member that is private by its name. */
const shortest = 4

/**
 * Swaps values in texts, wherever they stand, in one pass: what was swapped in is not looked at again. Members for which
 * `keepsNumber` holds stay the numbers they are.
 */
export function createSwapper(
  swaps: readonly Swap[],
  keepsNumber: (name: string) => boolean = () => false,
): (value: JsonValue) => JsonValue {
  const whole = new Map(swaps.map(({ from, to }) => [from, to]))
  const forms = swaps.filter(({ from }) => from.length >= shortest).flatMap(formsOf)
  const swapAll = matchValues(forms)
  const swapText = (text: string): string =>
    swapAll(text, ({ to, digits }, found) => (digits && !isName(to) ? regroup(found, to) : to))
  const swapLeaf = (text: string): string => {
    const inner = openJson(text)
    if (inner === undefined) return swapText(text)
    const swapped = swap(inner)
    return JSON.stringify(swapped) === JSON.stringify(inner) ? text : JSON.stringify(swapped)
  }
  const swapMember = (key: string, value: JsonValue): JsonValue => {
    if (typeof value === 'number' && keepsNumber(key)) return value
    const short = typeof value === 'string' && value.length < shortest ? whole.get(value) : undefined
    return short !== undefined && (secretName.test(key) || namesPersonal(key)) ? short : swap(value)
  }
  const swap = (value: JsonValue): JsonValue => {
    if (typeof value === 'string') return swapLeaf(value)
    if (typeof value === 'number') return swapNumber(value, swapText)
    if (Array.isArray(value)) return value.map(swap)
    if (!isJsonObject(value)) return value
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [swapText(key), swapMember(key, each)]))
  }
  return swap
}

/** Digits stay a number. */
function swapNumber(value: number, swapText: (text: string) => string): JsonValue {
  const text = String(value)
  const swapped = swapText(text)
  if (swapped === text) return value
  return /^\d{1,15}$/.test(swapped) ? Number(swapped) : swapped
}

/** As it is, and as it stands in a link. */
function formsOf(swap: Swap): Swap[] {
  const { from, to } = swap
  if (swap.digits || /\p{Cs}/u.test(from)) return [swap]
  const encoded = encodeURIComponent(from)
  return encoded === from ? [swap] : [swap, { from: encoded, to: encodeURIComponent(to), digits: false }]
}

/** Digits in the places of other digits; `%20` in a link is a space. */
function regroup(text: string, digits: string): string {
  let next = 0
  return text.replace(/%2[089B]|\d/g, (found) => (found.length > 1 ? found : (digits[next++] ?? '0')))
}
