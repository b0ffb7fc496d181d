import { z } from 'zod'
import { countOf, milliseconds, type OutputOf } from '../../base/json/typed-shapes.ts'
import { requestShape } from './world/contract-request.ts'
import { ruleShape } from './world/rule.ts'

const counterexampleMembers = {
  /** What was expected and what came. */
  finding: z.string().meta({ description: 'What was expected and what came.' }),
  /** The request; for a sequence, the last one. */
  request: requestShape.nullable().meta({ description: 'The request; for a sequence, the last one.' }),
  /** The `must` rules that the request breaks, according to the oracle; empty for a valid one. */
  broken: z.array(z.string()).meta({ description: 'The rules that the request breaks; empty for a valid one.' }),
  /** The drawn value, for a rule about a sequence. JSON-safe. */
  drawn: z.unknown().meta({ description: 'The drawn value, for a rule about a sequence.' }),
  /** Whether the shrunk case broke the rule again when it was retried. */
  repeats: z.boolean().meta({ description: 'Whether it broke the rule again when it was retried.' }),
  shrinks: countOf('Steps in which it became smaller.'),
}

/** The smallest case found that breaks a rule. */
export interface Counterexample extends OutputOf<typeof counterexampleMembers> {}

const resultMembers = {
  rule: ruleShape,
  /**
   * `held`: a `must` rule without a counterexample. `violated`: with one. `recorded`: an open point, and what
   * was seen. `not run`: nothing can be said, for the reason given.
   */
  outcome: z.enum(['held', 'violated', 'recorded', 'not run']).meta({
    description: 'recorded: an open point, and what was seen. not run: nothing can be said.',
  }),
  /** How often the rule was checked: requests, answers, or whole sequences. */
  runs: countOf('How often it was checked: requests, answers, or whole sequences.'),
  /** The outcomes seen, with how often. */
  seen: z.record(z.string(), z.number()).meta({ description: 'The outcomes seen, with how often.' }),
  /** How many of those were outcomes that an open rule does not list. */
  outside: countOf('Those of them that an open rule does not list.'),
  /** A request whose outcome an open rule does not list. */
  odd: requestShape.nullable(),
  counterexample: (z.object(counterexampleMembers) as z.ZodType<Counterexample>).nullable(),
  /** Why it was not run. */
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
  /** How many requests were sent, and how many a guard held back. */
  sent: countOf('Requests that were sent.'),
  blocked: countOf('Requests that a guard held back.'),
  timeMs: milliseconds('How long it took.'),
  /** ISO 8601. */
  startedAt: z.string().meta({ description: 'ISO 8601.' }),
  /** How many rules were asked for; an interrupt leaves fewer results. */
  total: countOf('Rules that were asked for; an interrupt leaves fewer results.'),
  /** Where requests go. */
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
  /** The flags that reach the same service again, as quoted words of a shell. */
  again: z.array(z.string()).meta({ description: 'The flags that reach the same service again, quoted.' }),
}

/** What `tableread contract` found: the document that `--json` prints. */
export interface ContractResult extends OutputOf<typeof contractMembers> {}

/** The shape of what `tableread contract --json` prints. */
export const contractShape: z.ZodType<ContractResult> = z.object(contractMembers)
