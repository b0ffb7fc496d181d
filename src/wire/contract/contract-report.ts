import { z } from 'zod'
import { countOf, milliseconds, type OutputOf } from '../../base/json/typed-shapes.ts'
import { requestShape } from './world/contract-request.ts'
import { counterexampleShape, ruleShape } from './world/rule.ts'

export type { Counterexample } from './world/rule.ts'

const resultMembers = {
  rule: ruleShape,
  /** `held`: a `must` rule without a counterexample. `recorded`: an open point. `not run`: for the reason given. */
  outcome: z.enum(['held', 'violated', 'recorded', 'not run']).meta({
    description: 'recorded: an open point, and what was seen. not run: nothing can be said.',
  }),
  runs: countOf('How often it was checked: requests, answers, or whole sequences.'),
  seen: z.record(z.string(), z.number()).meta({ description: 'The outcomes seen, with how often.' }),
  outside: countOf('Those of them that an open rule does not list.'),
  /** A request whose outcome an open rule does not list. */
  odd: requestShape.nullable(),
  counterexample: counterexampleShape.nullable(),
  reason: z.string().nullable().meta({ description: 'Why it was not run.' }),
  seed: z.number(),
  /** The position of the counterexample among the cases drawn from the seed; null if there is none. */
  path: z.string().nullable().meta({ description: 'Where the counterexample is among the cases of the seed.' }),
  timeMs: milliseconds('How long it took.'),
}

/** The result of checking one rule. */
export interface RuleResult extends OutputOf<typeof resultMembers> {}

const reportMembers = {
  subject: z.string().meta({ description: 'The service: local, or an origin.' }),
  seed: z.number(),
  runs: countOf('How often each rule is checked.'),
  results: z.array(z.object(resultMembers) as z.ZodType<RuleResult>),
  sent: countOf('Requests that were sent.'),
  blocked: countOf('Requests that a guard held back.'),
  timeMs: milliseconds('How long it took.'),
  startedAt: z.string().meta({ description: 'ISO 8601.' }),
  total: countOf('Rules that were asked for; an interrupt leaves fewer results.'),
  hosts: z.object({ base: z.string(), workflow: z.string() }).meta({ description: 'Where requests go.' }),
}

/** The rules of a contract, checked against one subject. */
export interface ContractReport extends OutputOf<typeof reportMembers> {}

const contractMembers = {
  ...reportMembers,
  tableread: z.string().meta({ description: 'The version of Tableread.' }),
  kind: z.literal('contract'),
  schemaVersion: z
    .literal(1)
    .meta({ description: "A member's meaning never changes under one version; members may be added." }),
  again: z.array(z.string()).meta({ description: 'The flags that reach the same service again, quoted.' }),
}

/** What `tableread contract` found: the document that `--json` prints. */
export interface ContractResult extends OutputOf<typeof contractMembers> {}

export const contractShape: z.ZodType<ContractResult> = z.object(contractMembers)
