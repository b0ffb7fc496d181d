import fc from 'fast-check'
import { drawBroken } from '../rules/draw-request.ts'
import { judgeRequest } from '../rules/oracle.ts'
import type { ContractRequest } from '../world/contract-request.ts'
import { isAllowed, showOutcome } from '../world/outcome.ts'
import { performExchange } from '../world/perform-exchange.ts'
import { type Scenarios, scenario } from '../world/scenario.ts'

/** The same request with the members of its body in another order; the request itself when it has no object for a body. */
function reversed(request: ContractRequest): ContractRequest {
  try {
    const value: unknown = JSON.parse(request.body ?? '')
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return request
    return { ...request, body: JSON.stringify(Object.fromEntries(Object.entries(value).reverse())) }
  } catch {
    return request // no JSON: there are no members
  }
}

/** Requests that break several rules at once (Response envelope). */
export const outcomeScenarios: Scenarios = {
  'ENV-22': scenario({
    draw: (world) => {
      const bases = ['inline', 'waSay', 'waTemplate', 'emailSay'] as const
      const traffic = bases.flatMap((base) => drawBroken(base, world) ?? [])
      return traffic.length === 0 ? null : fc.oneof(...traffic)
    },
    async hold(bench, request) {
      const { outcome } = await performExchange(bench.world, request)
      const { allowed } = judgeRequest(request, bench.world)
      if (!isAllowed(outcome, allowed)) return `expected ${allowed.join(' or ')}; got ${showOutcome(outcome)}`
      if (outcome.accepted) return { reading: 'accepted' }
      for (const other of [request, reversed(request)]) {
        const again = await performExchange(bench.world, other)
        if (showOutcome(again.outcome) !== showOutcome(outcome))
          return `the same request came to ${showOutcome(outcome)}, then to ${showOutcome(again.outcome)}`
      }
      return { reading: showOutcome(outcome) }
    },
  }),
}
