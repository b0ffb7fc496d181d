import { isDigits, isoDay, type PrivateValue } from './find.ts'
import type { Swap } from './replace.ts'

/** Stand-ins for private values: the same one for the same value everywhere. */
export interface StandIns {
  swaps: Swap[]
  byKind: Record<string, string[]>
}

/** Makes stand-ins in order: an address for an address, a number of as many digits, so that format checks pass. */
export function namePrivate(values: readonly PrivateValue[]): StandIns {
  const swaps = new Map<string, Swap>()
  const byKind: Record<string, string[]> = {}
  const counts = new Map<string, number>()
  const count = (kind: string): number => {
    const next = (counts.get(kind) ?? 0) + 1
    counts.set(kind, next)
    return next
  }
  for (const { kind, value, of } of values) {
    const digits = isDigits(value) && !hasName(kind) && of === undefined
    const from = digits ? value.replace(/\D/g, '') : value
    if (swaps.has(from)) continue
    const swap = of === undefined ? undefined : swaps.get(keyOf(of))
    if (swap !== undefined && of !== undefined) {
      swaps.set(from, {
        from,
        to: value === encodeURIComponent(of) ? encodeURIComponent(swap.to) : swap.to,
        digits: false,
      })
      continue
    }
    const to = digits ? numberFor(from, count('digits')) : standInFor(kind, value, count)
    swaps.set(from, { from, to, digits })
    byKind[kind] = [...(byKind[kind] ?? []), to]
    const [, secret = ''] = kind === 'signature' ? (/=(.{8,})$/.exec(value) ?? []) : []
    if (secret !== '' && !swaps.has(secret))
      swaps.set(secret, { from: secret, to: to.replace(/^.*?=/, ''), digits: false })
  }
  return { swaps: [...swaps.values()], byKind }
}

/** The country code 999 is unassigned. */
function numberFor(digits: string, count: number): string {
  const room = digits.length - 3
  return `999${String(count).padStart(room, '0').slice(-room)}`
}

function standInFor(kind: string, value: string, count: (kind: string) => number): string {
  if (kind === 'email') return `email-${count(kind)}@redacted.invalid`
  if (kind === 'signature') return `${value.slice(0, value.indexOf('='))}=redacted-${count(kind)}`
  if (isoDay.test(value)) return dayFor(count('day'))
  return hasName(kind) ? `<${kind}>` : `<${kind} ${count(kind)}>`
}

/** Whether a value has a name of its own, because it came from the environment or was generated. */
function hasName(kind: string): boolean {
  return /^(?:env|random)\./.test(kind)
}

/** A date in the year 1000, which cannot be a real one. */
function dayFor(count: number): string {
  const [month, day] = [Math.floor((count - 1) / 28) % 12, (count - 1) % 28]
  return `1000-${String(month + 1).padStart(2, '0')}-${String(day + 1).padStart(2, '0')}`
}

/** The names given to values so far; the same value always gets the same one. */
export interface Names {
  /** The swaps for all values so far, these included. */
  add(found: readonly PrivateValue[]): Swap[]
}

/** The names that `createNames` gives, in a text; but for those that values share. */
export const givenNames: RegExp = /<(?:[a-z]+(?: [a-z]+){0,3} \d{1,6}|(?:env|random)\.[\w-]{1,100})>/g

/** What `namePrivate` writes for an address, a signature, a day and a number. */
const madeUp = /@redacted\.invalid|=redacted-\d|(?<!\d)1000-\d\d-\d\d(?!\d)|(?<!\d)9990{2,}\d{1,4}(?!\d)/

/** Whether a text has a name or a stand-in for a private value in it, as a report or a tape shows one. */
export function holdsStandIn(text: string): boolean {
  return text.search(givenNames) !== -1 || madeUp.test(text)
}

/** A text with the kinds of private values in place of their names, which nobody could write into a suite. */
export function withoutCounts(text: string): string {
  return text.replace(/"<([a-z ]+) \d+>"/g, 'a private $1').replace(/<([a-z ]+) \d+>/g, '<$1>')
}

/** Names values readably: `<phone 1>`, `sig=<signature 1>`, `<env.SHOP>`; kinds in `alike` share a name. */
export function createNames(alike: readonly string[] = []): Names {
  const swaps = new Map<string, Swap>()
  const counts = new Map<string, number>()
  const nameNext = (kind: string): string => {
    if (alike.includes(kind)) return `<${kind}>`
    const count = (counts.get(kind) ?? 0) + 1
    counts.set(kind, count)
    return `<${kind} ${count}>`
  }
  const addSwap = (from: string, to: string, digits: boolean): void => {
    swaps.set(from, { from, to, digits })
    const escaped = JSON.stringify(from).slice(1, -1)
    if (escaped !== from) swaps.set(escaped, { from: escaped, to, digits: false })
  }
  return {
    add(values) {
      for (const { kind, value, of, named } of values) {
        const digits = of === undefined && named !== true && isDigits(value)
        const from = digits ? value.replace(/\D/g, '') : value
        if (swaps.has(from) || /<[\w. -]{1,40}>$/.test(value)) continue
        const swap = of === undefined ? undefined : swaps.get(keyOf(of))
        if (swap !== undefined) addSwap(from, swap.to, false)
        else if (kind === 'signature') putSignature(value, nameNext(kind), addSwap)
        else addSwap(from, named === true ? `<${kind}>` : nameNext(kind), digits)
      }
      return [...swaps.values()]
    },
  }
}

/** The identity of a value: for a number its digits, however they are grouped. */
function keyOf(value: string): string {
  return isDigits(value) ? value.replace(/\D/g, '') : value
}

/** Swaps the query parameter, and its value wherever else it occurs. */
function putSignature(pair: string, name: string, addSwap: (from: string, to: string, digits: boolean) => void): void {
  const at = pair.indexOf('=') + 1
  addSwap(pair, `${pair.slice(0, at)}${name}`, false)
  if (pair.length - at >= 8) addSwap(pair.slice(at), name, false)
}
