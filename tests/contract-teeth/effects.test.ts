// @module-tag stress
import { expect, it } from 'vitest'
import { effectMutants } from './effect-mutants.ts'
import type { Mutant } from './mutant.ts'
import { tryMutant } from './try-mutant.ts'

it.each(effectMutants.map((mutant): [string, string, Mutant] => [mutant.rule, mutant.what, mutant]))(
  'the contract kills %s: %s',
  async (_, __, mutant) => {
    const { outcome, finding } = await tryMutant(mutant, 1, 50)
    expect([outcome, finding]).toEqual(['violated', expect.stringMatching(/./)])
  },
)
