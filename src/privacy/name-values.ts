import { isDigits, type PrivateValue } from './find-private.ts'
import type { Swap } from './match-values.ts'

/** The names that values have so far; the same value always has the same one. */
export interface Names {
  /** What to write for the values, those before among them. */
  add(found: readonly PrivateValue[]): Swap[]
}

/**
 * Names private values so that a person can still read what they stand in: `<phone 1>`, `<email 2>`, `sig=<signature 1>`.
 * A value with a name of its own, as one of the environment, keeps it: `<env.SHOP>`.
 */
export function createNames(): Names {
  const swaps = new Map<string, Swap>()
  const counts = new Map<string, number>()
  const nameNext = (kind: string): string => {
    const count = (counts.get(kind) ?? 0) + 1
    counts.set(kind, count)
    return `<${kind} ${count}>`
  }
  const put = (from: string, to: string, digits: boolean): void => {
    swaps.set(from, { from, to, digits })
    const escaped = JSON.stringify(from).slice(1, -1)
    if (escaped !== from) swaps.set(escaped, { from: escaped, to, digits: false })
  }
  return {
    add(found) {
      for (const { kind, value } of found) {
        const named = kind.startsWith('env.')
        const digits = isDigits(value) && !named
        const from = digits ? value.replace(/\D/g, '') : value
        if (swaps.has(from) || isName(value)) continue
        if (kind === 'signature') putSignature(value, nameNext(kind), put)
        else put(from, named ? `<${kind}>` : nameNext(kind), digits)
      }
      return [...swaps.values()]
    },
  }
}

/** What was concealed already, as in a result that is read again. */
function isName(value: string): boolean {
  return /<[\w. -]{1,40}>$/.test(value)
}

/** The member of the query, and what it holds wherever else that stands. */
function putSignature(pair: string, name: string, put: (from: string, to: string, digits: boolean) => void): void {
  const at = pair.indexOf('=') + 1
  put(pair, `${pair.slice(0, at)}${name}`, false)
  if (pair.length - at >= 8) put(pair.slice(at), name, false)
}
