import { groupBy } from '../base/group-by.ts'
import { isJsonObject, type JsonValue } from '../base/json.ts'
import { personalName, secretName } from '../base/private-patterns.ts'
import { openJson } from './open-json.ts'

/** One value and what to write for it. With `digits` both are digits, and stand in a text with any spaces, dashes or brackets between. */
export interface Swap {
  from: string
  to: string
  digits: boolean
}

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
  const forms = swaps
    .filter(({ from }) => from.length >= shortest)
    .flatMap(formsOf)
    .sort((a, b) => b.from.length - a.from.length)
  const every = forms.length > fewForms ? null : patternOfAll(forms)
  const formsIn = every === null ? indexForms(forms) : () => forms
  const swapText = (text: string): string => {
    if (forms.length === 0) return text
    const held = formsIn(text)
    if (held.length === 0) return text
    return text.replace(every ?? patternOfAll(held), (found, ...groups: unknown[]) => {
      const form = held[groups.findIndex((group) => group !== undefined)]
      if (form === undefined) return found
      return form.digits && !isName(form.to) ? regroup(found, form.to) : form.to
    })
  }
  const swapLeaf = (text: string): string => {
    const inner = openJson(text)
    if (inner === undefined) return swapText(text)
    const swapped = swap(inner)
    return JSON.stringify(swapped) === JSON.stringify(inner) ? text : JSON.stringify(swapped)
  }
  const swapMember = (key: string, value: JsonValue): JsonValue => {
    if (typeof value === 'number' && keepsNumber(key)) return value
    const short = typeof value === 'string' && value.length < shortest ? whole.get(value) : undefined
    return short !== undefined && (secretName.test(key) || personalName.test(key)) ? short : swap(value)
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

/** So many are looked for in every text at once. */
const fewForms = 32

function patternOfAll(forms: readonly Swap[]): RegExp {
  return new RegExp(forms.map((form) => `(${patternOf(form)})`).join('|'), 'g')
}

/**
 * Gives those of many forms that may stand in a text, in their order: its parts are looked up, as long as forms are, so
 * that a transcript of thousands of entries with a value each is not held against each value in each entry.
 */
function indexForms(forms: readonly Swap[]): (text: string) => Swap[] {
  const digits = indexBy(forms.filter((form) => form.digits))
  const plain = indexBy(forms.filter((form) => !form.digits))
  const rank = new Map(forms.map((form, index) => [form, index]))
  return (text) => {
    const found = new Set<Swap>([
      ...plain(text),
      ...digits(text.replace(/\D/g, '')),
      ...(text.includes('%2') ? digits(text.replace(/%2[089B]|\D/g, '')) : []), // a space in a link, or a digit behind a percent
    ])
    return [...found].sort((a, b) => (rank.get(a) ?? 0) - (rank.get(b) ?? 0))
  }
}

/** Finds forms by their first characters, then by each length that forms with these have. */
function indexBy(forms: readonly Swap[]): (text: string) => Set<Swap> {
  const byText = groupBy(forms, ({ from }) => from)
  const known = new Map(byText.map((group) => [group[0].from, group]))
  const lengths = new Map<string, Set<number>>()
  for (const { from } of forms) {
    const head = from.slice(0, shortest)
    lengths.set(head, (lengths.get(head) ?? new Set()).add(from.length))
  }
  return (text) => {
    const found = new Set<Swap>()
    if (lengths.size === 0) return found
    for (let at = 0; at + shortest <= text.length; at += 1)
      for (const length of lengths.get(text.slice(at, at + shortest)) ?? [])
        for (const form of known.get(text.slice(at, at + length)) ?? []) found.add(form)
    return found
  }
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

/** A name stands for a number whole, its plus and bracket too. */
function isName(to: string): boolean {
  return to.startsWith('<')
}

function patternOf({ from, to, digits }: Swap): string {
  if (digits) {
    const own = `(?:(?<!\\d)|(?<=%2\\d))${[...from].join('(?:[ ().-]|%2[089B]){0,3}')}(?!\\d)`
    return isName(to) ? `(?:\\+|%2B)?(?:\\(|%28)?${own}` : own
  }
  return from.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
}

/** Digits in the places of other digits; `%20` in a link is a space. */
function regroup(text: string, digits: string): string {
  let next = 0
  return text.replace(/%2[089B]|\d/g, (found) => (found.length > 1 ? found : (digits[next++] ?? '0')))
}
