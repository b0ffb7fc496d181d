import { requestChecks } from '../checks/request-checks.ts'
import type { ContractRequest } from '../world/contract-request.ts'
import { type AllowedOutcome, type ContractExchange, isAllowed } from '../world/outcome.ts'
import { readRequest } from '../world/reading.ts'
import type { Rule } from '../world/rule.ts'
import type { World } from '../world/world.ts'
import { allRules } from './all-rules.ts'

/** The allowed outcomes of a request, and why they are. */
interface Verdict {
  allowed: readonly AllowedOutcome[]
  /** The `must` rules it breaks: the outcome of any passes, whichever is checked first (ENV-22). */
  broken: readonly Rule[]
  /** The rules of open points that it touches. */
  open: readonly Rule[]
}

/** Outcomes that a service can reach without looking into a workspace. */
const beforeTheKey = /^(401|422|4xx|refused|400( (agentNameRequired|incompatibleOptions))?$)/

/** The outcomes that the interface allows for a request, judged from the request as it is sent. */
export function judgeRequest(request: ContractRequest, world: World): Verdict {
  const reading = readRequest(request, world)
  const falls = requestRules.filter((rule) => !isAcceptance(rule) && requestChecks[rule.id]?.applies(reading) === true)
  const broken = falls.filter(({ level }) => level === 'must')
  const open = falls.filter(({ level }) => level !== 'must')
  const refusals = [...broken, ...open].flatMap(({ allows = [] }) => allows.filter((each) => each !== 'accepted'))
  const mayAccept = broken.length === 0 && open.every(({ allows = [] }) => allows.includes('accepted'))
  const keyless = ['missing', 'bogus', 'empty'].includes(request.credential)
  const reachable = keyless ? refusals.filter((each) => beforeTheKey.test(each)) : refusals
  return { allowed: [...new Set(mayAccept ? ['accepted', ...reachable] : reachable)], broken, open }
}

/** Whether a rule only says that valid requests are accepted. */
export function isAcceptance({ allows = [] }: Rule): boolean {
  return allows.length === 1 && allows[0] === 'accepted'
}

/** The rules about one request and its outcome. */
export const requestRules: readonly Rule[] = allRules.filter(({ id }) => Object.hasOwn(requestChecks, id))

/** A request was accepted that must not be, where it may reach real people: ends the property. */
export class TripwireError extends Error {
  constructor() {
    super('a request was accepted that must not be')
    this.name = 'TripwireError'
  }
}

/** @throws TripwireError when a request was accepted although no rule, not even an open one, allows it */
export function stopAtTripwire({ request, outcome }: ContractExchange, world: World): void {
  if (outcome.accepted && !isAllowed(outcome, judgeRequest(request, world).allowed)) throw new TripwireError()
}
