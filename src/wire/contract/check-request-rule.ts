import fc from 'fast-check'
import { requestChecks } from './checks/request-checks.ts'
import { drawRequests } from './rules/draw-request.ts'
import { isAcceptance, judgeRequest } from './rules/oracle.ts'
import { type PropertySettings, runProperty } from './rules/run-property.ts'
import { stopAtTripwire } from './rules/tripwire.ts'
import type { ContractRequest } from './world/contract-request.ts'
import type { Exchange } from './world/exchange.ts'
import { isAllowed, showOutcome } from './world/outcome.ts'
import { performExchange } from './world/perform-exchange.ts'
import { readRequest } from './world/reading.ts'
import type { Rule } from './world/rule.ts'
import { emptySeen, type Findings } from './world/rule-findings.ts'
import { ViolationError } from './world/violation-error.ts'
import type { World } from './world/world.ts'

/** Tries one rule about a request: draws requests that fall under it, sends them, and holds the outcome against the oracle. */
export async function checkRequestRule(rule: Rule, world: World, settings: PropertySettings): Promise<Findings> {
  const requests = drawRequests(rule, world)
  if ('missing' in requests) return emptySeen(requests.missing)
  const seen: Record<string, number> = {}
  let outside = 0
  let odd: ContractRequest | null = null
  const note = (exchange: Exchange, fits: boolean): void => {
    const shown = showOutcome(exchange.outcome)
    seen[shown] = (seen[shown] ?? 0) + 1
    if (fits) return
    outside += 1
    odd ??= exchange.request
  }
  const cases = fc.tuple(
    requests,
    fc.nat(3).map((count) => count === 3),
  )
  const result = await runProperty(
    cases,
    async ([request, twice]) => {
      fc.pre(fallsUnder(rule, request, world))
      const exchange = await performExchange(world, request)
      const { allowed } = judgeRequest(request, world)
      const fits = isAllowed(exchange.outcome, allowed)
      note(exchange, fits)
      if (settings.cautious && rule.level !== 'must') stopAtTripwire(exchange, world)
      if (rule.level !== 'must') return
      if (!fits) throw violation(rule, exchange, allowed)
      if (twice && !exchange.outcome.accepted) await holdStable(exchange, world)
    },
    settings,
  )
  const { failure } = result
  return {
    runs: result.runs,
    blocked: result.blocked,
    seen,
    outside,
    odd,
    reason: reasonOf(result),
    failure:
      failure === null
        ? null
        : {
            ...failure,
            finding: failure.error.message,
            request: failure.value[0],
            broken: brokenBy(failure.value[0], world),
            drawn: null,
          },
  }
}

function brokenBy(request: ContractRequest, world: World): string[] {
  return judgeRequest(request, world).broken.map(({ id }) => id)
}

function fallsUnder(rule: Rule, request: ContractRequest, world: World): boolean {
  const applies = requestChecks[rule.id]?.applies(readRequest(request, world)) === true
  if (!applies || !isAcceptance(rule)) return applies
  const { broken, open } = judgeRequest(request, world)
  return broken.length === 0 && open.length === 0
}

function violation(rule: Rule, { outcome, request }: Exchange, allowed: readonly string[]): ViolationError {
  return new ViolationError(
    `expected ${allowed.join(' or ')}; got ${showOutcome(outcome)}`,
    request,
    outcome.accepted && !isAcceptance(rule),
  )
}

/** The same request is refused in the same way when it is sent again (ENV-22). */
async function holdStable({ request, outcome }: Exchange, world: World): Promise<void> {
  const again = await performExchange(world, request)
  const [before, after] = [showOutcome(outcome), showOutcome(again.outcome)]
  if (before !== after)
    throw new ViolationError(`the same request came to ${before}, then to ${after}`, request, again.outcome.accepted)
}

function reasonOf({ exhausted, runs, blocked }: { exhausted: boolean; runs: number; blocked: number }): string | null {
  if (exhausted) return 'no request could be drawn that falls under it'
  return runs === 0 && blocked > 0 ? 'unsafe: it could reach a person' : null
}
