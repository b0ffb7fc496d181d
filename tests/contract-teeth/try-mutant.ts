import { contractWorkspaces } from '../../src/app/project/contract-workspaces.ts'
import { openLocalSubject } from '../../src/app/project/local-subject.ts'
import { checkContract } from '../../src/wire/contract/check-contract.ts'
import type { RuleResult } from '../../src/wire/contract/contract-report.ts'
import type { Mutant } from './mutant.ts'

/** Read once; every service has a copy. */
const workspaces = contractWorkspaces()

/** What became of a mutant. */
export interface Trial {
  mutant: Mutant
  /** How the rule it breaks was found; `violated` is what is wanted. */
  outcome: RuleResult['outcome'] | 'no such rule'
  finding: string
  /** Size of the shrunk request in characters, its body and what was drawn. */
  size: number
  /** How many steps it was shrunk by. */
  shrinks: number
  /** How many cases it took. */
  runs: number
  timeMs: number
}

/** Tries the rule that a mutant breaks against it, with the default number of runs unless told otherwise. */
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
