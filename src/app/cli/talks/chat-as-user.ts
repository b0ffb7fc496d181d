import { unique } from '../../../base/group-by.ts'
import type { JsonObject } from '../../../base/json/json.ts'
import { count } from '../../../base/text/wording.ts'
import { createAllowance } from '../../../engine/verdict/budget/allowance.ts'
import { fillVariables } from '../../../suite/language/script/fill-variables.ts'
import { fillFacts, type SimulatedUser } from '../../../suite/language/script/simulated-user.ts'
import { type Plan, withoutMark } from '../../../suite/plan/plan.ts'
import { withoutCriteria } from '../../../suite/plan/plan-criteria.ts'
import type { SimulatedPart } from '../../chat/screen.ts'
import type { RunSettled } from '../../config/settings.ts'
import { brokenFiles, UsageError } from '../../edge/usage-error.ts'
import { openJudges } from '../../judging/open-judges.ts'
import { choosePlans } from '../../suites/choose-plans.ts'
import { readSuites } from '../../suites/read-suites.ts'

/** The conversation whose simulated user speaks, and where the embedded service's clock must stand for it. */
export interface ChatAsUser extends SimulatedPart {
  /** `file:line`, with row and seed. */
  place: string
  /** What the user wants, with the facts of its card. */
  wants: string
  frozenAt?: number
}

/** What was given besides the conversation: an agent by name, and metadata added to the conversation's own. */
interface Beside {
  agent: string | undefined
  metadata: JsonObject
}

/** Asks no judges, since a chat gives no verdict. @throws UsageError unless just one sound conversation matches */
export function chatAsUser(address: string, settings: RunSettled, { agent, metadata }: Beside): ChatAsUser {
  const read = readSuites(settings)
  if (read.problems.length > 0) throw brokenFiles(read.problems, (file) => read.texts.get(file))
  const versions = settings.versions.slice(0, 1)
  const { plan, user } = pickPlan(choosePlans(read, { ...settings, versions }, { ignoreOnly: true }), address)
  if (agent !== undefined && agent !== plan.agent.value)
    throw new UsageError(
      `${placeOf(plan)} talks with ${plan.agent.value}, not with ${agent}`,
      `leave the name out: tableread chat --as-user ${placeOf(plan)}`,
    )
  const { clock } = plan
  if (clock !== null && settings.target !== null)
    throw new UsageError(
      `${placeOf(plan)} needs a clock of its own (clock:), and a service at --target has one clock for all`,
      'talk with the embedded local service, without --target',
    )
  return {
    place: placeOf(plan),
    wants: fillFacts(fillVariables(user.wants.value, plan.variables, plan.numerals), user.knows),
    plan: { ...withoutCriteria(attended(plan)), metadata: { ...plan.metadata, ...metadata } },
    context: {
      reconcile: false,
      judges: openJudges(settings, createAllowance(settings.budgets)).judges,
      prices: settings.prices,
    },
    ...(clock === null ? {} : { frozenAt: clock.startsAt === null ? Date.now() : Date.parse(clock.startsAt) }),
  }
}

/** The only conversation with a simulated user; if it has several seeds, the first. */
function pickPlan(plans: readonly Plan[], address: string): { plan: Plan; user: SimulatedUser } {
  const played = plans.flatMap((plan) => {
    const { simulatedUser: user } = plan.conversation
    return user === undefined ? [] : [{ plan, user }]
  })
  const [first] = played
  if (first === undefined)
    throw new UsageError(
      `${address} has no simulated user`,
      'name a conversation that has simulated user:, as file.yaml:line',
    )
  const places = unique(played.map(({ plan }) => withoutSeed(plan)))
  if (places.length === 1) return first
  const placeList = places.slice(0, 3).join(', ')
  throw new UsageError(
    `${address} has ${count(places.length, 'conversation')} with a simulated user`,
    `name one: ${placeList}${places.length > 3 ? ', …' : ''}`,
  )
}

function placeOf({ id, version }: Plan): string {
  return id.slice(0, -version.length - 1)
}

function withoutSeed(plan: Plan): string {
  return plan.seed === undefined ? placeOf(plan) : placeOf(plan).slice(0, -`~${plan.seed}`.length)
}

/** The plan for a person to watch: nothing is skipped, repeated or expected to fail, and the clock is the chat's. */
function attended(plan: Plan): Plan {
  const bare = withoutMark(plan)
  const { skip: _, ...conversation } = bare.conversation
  return { ...bare, conversation, repeat: null, clock: null }
}
