import { editDistance } from '../../base/text/suggest.ts'
import type { Fact } from './facts/fact.ts'
import type { FactSource } from './facts/said-in.ts'

export interface Nearest {
  text: string
  where: string
  /** The words of the fact itself with sign and unit, where nothing else tells the two apart. */
  own?: string
}

/** The fact of the same kind with the most similar words. */
export function nearestTo(fact: Fact, sources: readonly FactSource[]): Nearest | null {
  if (fact.text.length > 60) return null
  let nearest: (Nearest & { far: number }) | null = null
  let looked = 0
  const number = fact.values[0]
  for (let index = sources.length - 1; index >= 0; index--) {
    const { where, facts } = sources[index] as FactSource
    for (const each of facts) {
      if (!isLike(fact, each) || each.text.length > 60 || looked >= 2_000) continue
      looked += 1
      const far = farFrom(fact, each, number)
      if (nearest === null || far < nearest.far) nearest = { ...apart(fact, each), where, far }
    }
  }
  if (nearest === null) return null
  const { far: _, ...found } = nearest
  return found
}

/** How two facts are told apart in a message: `48 days` and `48 hours`, `-$60` and `$60`. */
function apart(fact: Fact, other: Fact): Pick<Nearest, 'text' | 'own'> {
  const isAlike = fact.values.length > 0 && fact.values[0] === other.values[0]
  if (fact.text !== other.text && !isAlike) return { text: other.text }
  return { text: other.detail?.words ?? other.text, own: fact.detail?.words ?? fact.text }
}

const numeric: ReadonlySet<Fact['kind']> = new Set(['number', 'amount', 'percentage'])

function isLike(one: Fact, other: Fact): boolean {
  return one.kind === other.kind || (numeric.has(one.kind) && numeric.has(other.kind))
}

/** Compares by differing letters; on a tie, the closer number wins. */
function farFrom(one: Fact, other: Fact, number: number | undefined): number {
  const letters = editDistance(one.text.toLowerCase(), other.text.toLowerCase())
  const [value] = other.values
  if (number === undefined || value === undefined) return letters
  return letters + Math.min(1, Math.abs(value - number) / (Math.abs(number) + 1))
}
