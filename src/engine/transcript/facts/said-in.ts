import { contradicts } from './detail.ts'
import type { Fact, FactClock } from './fact.ts'
import { fold } from './fact.ts'
import { findFacts } from './find-facts.ts'

/** A text that may support facts, read once: what somebody wrote, an argument, an output. */
export interface FactSource {
  /** Its name in messages: `the output of get_order`. */
  where: string
  /** Each normal form that it gives, with the first fact that gives it. */
  factsByForm: ReadonlyMap<string, Fact>
  facts: readonly Fact[]
  /** All its words, folded and separated by spaces, to find what no pattern recognises. */
  words: string
}

/** Reads a text as a source. `clock` tells when it was written, to resolve `tomorrow`. */
export function readSource(where: string, text: string, clock: FactClock = {}): FactSource {
  const facts = findFacts(text, clock)
  const factsByForm = new Map<string, Fact>()
  for (const fact of facts) for (const form of fact.gives) if (!factsByForm.has(form)) factsByForm.set(form, fact)
  return { where, factsByForm: factsByForm, facts, words: ` ${fold(text)} ` }
}

/** Kinds that are distinctive as words, so that a source supports them wherever the same words occur in a row. */
const byWords: ReadonlySet<Fact['kind']> = new Set(['id', 'link', 'email', 'address', 'name', 'phone'])

/** In whatever notation: 1,204.50 is 1204.5, 3 May is 2026-05-03. A fact that needs no source always is. */
export function isSaidIn(fact: Fact, sources: Iterable<FactSource>): boolean {
  if (fact.forms.length === 0) return true
  const words = byWords.has(fact.kind) ? ` ${fold(fact.text)} ` : null
  for (const { factsByForm, facts, words: all } of sources) {
    const isSaid = (form: string): boolean => {
      const first = factsByForm.get(form)
      if (first === undefined || !contradicts(fact, first, form, all)) return first !== undefined
      return facts.some((each) => each.gives.includes(form) && !contradicts(fact, each, form, all))
    }
    if (fact.forms.some(isSaid)) return true
    if (words !== null && words !== '  ' && all.includes(words)) return true
  }
  return false
}
