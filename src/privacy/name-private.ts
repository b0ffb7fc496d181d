import { isDigits, isoDay, type PrivateValue } from './find-private.ts'
import type { Swap } from './swap-values.ts'

/** What stands for private values: the same for the same value everywhere. */
export interface StandIns {
  swaps: Swap[]
  /** The stand-ins by kind, in order. */
  byKind: Record<string, string[]>
}

/**
 * Makes stand-ins for private values in the order in which they come. An address gets an address, and a number one with
 * as many digits, so that checks of their form still pass.
 */
export function namePrivate(values: readonly PrivateValue[]): StandIns {
  const swaps = new Map<string, Swap>()
  const byKind: Record<string, string[]> = {}
  const counts = new Map<string, number>()
  const count = (kind: string): number => {
    const next = (counts.get(kind) ?? 0) + 1
    counts.set(kind, next)
    return next
  }
  for (const { kind, value } of values) {
    const digits = isDigits(value) && !hasName(kind)
    const from = digits ? value.replace(/\D/g, '') : value
    if (swaps.has(from)) continue
    const to = digits ? numberFor(from, count('digits')) : standInFor(kind, value, count)
    swaps.set(from, { from, to, digits })
    byKind[kind] = [...(byKind[kind] ?? []), to]
    const [, secret = ''] = kind === 'signature' ? (/=(.{8,})$/.exec(value) ?? []) : []
    if (secret !== '' && !swaps.has(secret))
      swaps.set(secret, { from: secret, to: to.replace(/^.*?=/, ''), digits: false })
  }
  return { swaps: [...swaps.values()], byKind }
}

/** The country code 999 is given to nobody. */
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

/** Whether a value came from the environment or was made up, and so has its own name. */
function hasName(kind: string): boolean {
  return /^(?:env|random)\./.test(kind)
}

/** A day of the year 1000. */
function dayFor(count: number): string {
  const [month, day] = [Math.floor((count - 1) / 28) % 12, (count - 1) % 28]
  return `1000-${String(month + 1).padStart(2, '0')}-${String(day + 1).padStart(2, '0')}`
}
