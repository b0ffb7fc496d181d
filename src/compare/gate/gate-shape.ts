import { z } from 'zod'
import type { OutputOf } from '../../base/json/typed-shapes.ts'

const gateRuleMembers = {
  /** As the config spells it: `hard breaks`, `pass rate`, `latency.turn p95`. */
  name: z.string(),
  verdict: z.enum(['held', 'broken', 'not judged']),
  wanted: z.string(),
  seen: z.string(),
  /** The smallest drop that matters, where this rule holds only because every drop is surely smaller. */
  smallestDrop: z
    .number()
    .describe('The smallest drop that matters, where the rule holds only since drops are surely smaller.')
    .exactOptional(),
}

export interface GateRule extends OutputOf<typeof gateRuleMembers> {}

const gateRule: z.ZodType<GateRule> = z
  .object(gateRuleMembers)
  .meta({ id: 'GateRule', description: 'One rule of the policy.' })

const gateMembers = { verdict: z.enum(['open', 'shut', 'not judged']), rules: z.array(gateRule) }

/** The result of a gate: `open` (go on), `shut` (a rule is broken), `not judged` (too little was comparable). */
export interface GateResult extends OutputOf<typeof gateMembers> {}

export const gateShape: z.ZodType<GateResult> = z.object(gateMembers).meta({
  id: 'GateResult',
  description: 'open: go on. shut: a rule is broken. not judged: too little was comparable.',
})
