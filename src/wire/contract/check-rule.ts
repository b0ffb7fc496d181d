import fc from 'fast-check'
import { requestChecks } from './checks/request-checks.ts'
import { drawRequests } from './rules/draw-request.ts'
import { isAcceptance, judgeRequest, stopAtTripwire } from './rules/oracle.ts'
import { findingsOf, type PropertySettings, runProperty } from './rules/run-property.ts'
import { openBench } from './world/bench.ts'
import type { ContractRequest } from './world/contract-request.ts'
import { beginning } from './world/open-world.ts'
import { type ContractExchange, isAllowed, showOutcome } from './world/outcome.ts'
import { performExchange } from './world/perform-exchange.ts'
import { readRequest } from './world/reading.ts'
import { countOutcome, emptySeen, type Findings, type OutcomeCounts, type Rule, ViolationError } from './world/rule.ts'
import type { Need, Scenario } from './world/scenario.ts'
import type { Subject, World } from './world/world.ts'

/** Tries one rule: sends requests that fall under it, and compares the outcomes with the oracle. */
export async function checkRequestRule(rule: Rule, world: World, settings: PropertySettings): Promise<Findings> {
  const requests = drawRequests(rule, world)
  if ('missing' in requests) return emptySeen(requests.missing)
  const counts: OutcomeCounts = { seen: {}, outside: 0, odd: null }
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
      countOutcome(counts, showOutcome(exchange.outcome))
      if (!fits) {
        counts.outside += 1
        counts.odd ??= request
      }
      if (settings.cautious && rule.level !== 'must') stopAtTripwire(exchange, world)
      if (rule.level !== 'must') return
      if (!fits) throw violation(rule, exchange, allowed)
      if (twice && !exchange.outcome.accepted) await holdStable(exchange, world)
    },
    settings,
  )
  const { exhausted, runs, blocked } = result
  const reason = runs === 0 && blocked > 0 ? reasons.everything : null
  return findingsOf(
    result,
    counts,
    exhausted ? 'no request could be drawn that falls under it' : reason,
    ({ value }) => ({
      request: value[0],
      broken: judgeRequest(value[0], world).broken.map(({ id }) => id),
    }),
  )
}

function fallsUnder(rule: Rule, request: ContractRequest, world: World): boolean {
  const applies = requestChecks[rule.id]?.applies(readRequest(request, world)) === true
  if (!applies || !isAcceptance(rule)) return applies
  const { broken, open } = judgeRequest(request, world)
  return broken.length === 0 && open.length === 0
}

function violation(rule: Rule, { outcome, request }: ContractExchange, allowed: readonly string[]): ViolationError {
  return new ViolationError(
    `expected ${allowed.join(' or ')}; got ${showOutcome(outcome)}`,
    request,
    outcome.accepted && !isAcceptance(rule),
  )
}

/** Sends a refused request again: it must be refused in the same way (ENV-22). */
async function holdStable({ request, outcome }: ContractExchange, world: World): Promise<void> {
  const again = await performExchange(world, request)
  const [before, after] = [showOutcome(outcome), showOutcome(again.outcome)]
  if (before !== after)
    throw new ViolationError(`the same request came to ${before}, then to ${after}`, request, again.outcome.accepted)
}

/** Checks a rule about several exchanges. With a local service, every run starts in the same state. */
export async function checkScenario(
  rule: Rule,
  scenario: Scenario,
  world: World,
  settings: PropertySettings,
): Promise<Findings> {
  const lacking = scenario.needs.find((need) => !has(world.subject, need))
  if (lacking !== undefined) return emptySeen(reasons[lacking])
  const arbitrary = scenario.draw(world)
  if (arbitrary === null) return emptySeen('the workspace has nothing to try it with')
  const { subject } = world
  const counts: OutcomeCounts = { seen: {}, outside: 0, odd: null }
  const result = await runProperty(
    arbitrary,
    async (value) => {
      if (subject.control !== null) await subject.control.restart(beginning)
      const finding = await scenario.hold(openBench(world), value)
      if (typeof finding !== 'string') return countOutcome(counts, finding?.reading ?? 'held')
      countOutcome(counts, rule.level === 'must' ? 'broken' : finding)
      counts.outside += 1
      if (rule.level === 'must') throw new ViolationError(finding, null, settings.cautious)
    },
    settings,
  )
  const reason = result.exhausted ? 'nothing could be drawn for it' : result.runs === 0 ? reasons.everything : null
  return findingsOf(result, counts, reason, ({ value }) => ({ drawn: value }))
}

const reasons: Record<Need, string> = {
  control: 'only a local service has a clock, an outbox and a queue to look into',
  everything: 'unsafe: it could reach a person',
  other: 'there is no key of a second workspace',
}

function has({ control, reach, other }: Subject, need: Need): boolean {
  if (need === 'control') return control !== null
  return need === 'everything' ? reach === 'everything' : other !== null
}
