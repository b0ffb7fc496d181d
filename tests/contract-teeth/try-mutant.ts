import { contractWorkspaces } from '../../src/app/agents/contract-workspaces.ts'
import { openLocalSubject } from '../../src/app/agents/local-subject.ts'
import { checkContract } from '../../src/wire/contract/check-contract.ts'
import type { RuleResult } from '../../src/wire/contract/contract-report.ts'
import type { Mutant } from './mutant.ts'

/** Read once; every service gets a copy. */
const workspaces = contractWorkspaces()

/** The result of trying a mutant. */
export interface Trial {
  mutant: Mutant
  /** What the check concluded about the broken rule; it should be `violated`. */
  outcome: RuleResult['outcome'] | 'no such rule'
  finding: string
  /** The size of the shrunk request in characters: its body and the drawn values. */
  size: number
  /** The number of shrinking steps. */
  shrinks: number
  /** The number of cases tried. */
  runs: number
  timeMs: number
}

/** Checks the rule that a mutant breaks against that mutant. */
export async function tryMutant(mutant: Mutant, seed = 1, runs = 100): Promise<Trial> {
  const { wrap, wrapSend = (send) => send } = mutant
  const began = performance.now()
  const { subject, close } = await openLocalSubject({
    sockets: false,
    workspaces,
    ...(wrap === undefined ? {} : { wrap }),
  })
  const broken = { ...subject, send: wrapSend(subject.send) }
  const { results } = await checkContract(broken, { seed, runs, rules: [mutant.rule] })
  await close()
  const [result] = results
  const counterexample = result?.counterexample ?? null
  return {
    mutant,
    outcome: result?.outcome ?? 'no such rule',
    finding: counterexample?.finding ?? result?.reason ?? '',
    size: sizeOf(counterexample),
    shrinks: counterexample?.shrinks ?? 0,
    runs: result?.runs ?? 0,
    timeMs: performance.now() - began,
  }
}

function sizeOf(counterexample: RuleResult['counterexample']): number {
  if (counterexample === null) return 0
  const { request, drawn } = counterexample
  return (request?.body ?? '').length + (drawn === null || drawn === undefined ? 0 : JSON.stringify(drawn).length)
}
