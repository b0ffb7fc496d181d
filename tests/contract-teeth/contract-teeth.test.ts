// @module-tag stress
import { describe, expect, it } from 'vitest'
import { openLocalSubject } from '../../src/app/agents/local-subject.ts'
import { checkContract } from '../../src/wire/contract/check-contract.ts'
import { allRules } from '../../src/wire/contract/rules/all-rules.ts'
import { allMutants } from './all-mutants.ts'
import type { Mutant } from './mutant.ts'
import { tryMutant } from './try-mutant.ts'

/** One mutant per rule, with fewer runs; `npm run bench:contract -- teeth` tries all mutants with all runs. */
function oneOfEach(mutants: readonly Mutant[]): Mutant[] {
  return [...new Map(mutants.toReversed().map((each) => [each.rule, each])).values()]
}

describe('the mutants', () => {
  it('are at least 150, each of a rule that must hold, no two alike', () => {
    const must = new Set(allRules.filter(({ level }) => level === 'must').map(({ id }) => id))
    expect(allMutants.length).toBeGreaterThanOrEqual(150)
    expect(allMutants.filter(({ rule }) => !must.has(rule))).toEqual([])
    const names = allMutants.map(({ rule, kind, what }) => `${rule} ${kind} ${what}`)
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
  })
})

describe('the contract kills', () => {
  it.each(oneOfEach(allMutants).map((mutant): [string, string, Mutant] => [mutant.rule, mutant.what, mutant]))(
    '%s: %s',
    async (_, __, mutant) => {
      const { outcome, finding } = await tryMutant(mutant, 1, 50)
      expect([outcome, finding]).toEqual(['violated', expect.stringMatching(/./)])
    },
  )
})

describe('the contract raises no false alarm', () => {
  it.each(['one', 'two', 'three', 'four'])(
    'at a service that answers open points in its own way: %s',
    async (ambiguity) => {
      const { subject, close } = await openLocalSubject({ sockets: false, service: { ambiguity } })
      const { results } = await checkContract(subject, { seed: 4, runs: 10 })
      await close()
      const violated = results.filter(({ outcome }) => outcome === 'violated')
      expect(violated.map(({ rule, counterexample }) => [rule.id, counterexample?.finding])).toEqual([])
      expect(results.filter(({ outcome }) => outcome === 'held').length).toBeGreaterThan(130)
    },
  )
})
