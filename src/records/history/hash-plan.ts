import { hashJson } from '../../base/hash-json.ts'
import { type Plan, refillPlan } from '../../suite/plan/plan.ts'
import { isPlace } from '../../suite/yaml/place.ts'

/**
 * A hash of what a conversation says and expects, the same on whatever line it stands and against whatever version: its
 * turns, expectations, guardrails, metadata, variables and relaxed laws. Comments and layout do not count, nor do values
 * of the environment, nor how often it is repeated. Sixteen hexadecimal digits.
 */
export function hashPlan(plan: Plan): string {
  const { agent, conversation, metadata, variables, customer, everyTurn, relaxed, clock, ...more } = refillPlan(
    plan,
    {},
  )
  const { grounded, claims } = more
  const {
    name: _,
    tags: __,
    skip: ___,
    only: ____,
    expectedFail: _____,
    failingSeeds: _________,
    repeat: ______,
    seeds: ________,
    clock: _______,
    ...said
  } = conversation
  const written = Object.entries(variables)
  const script = {
    agent,
    said,
    metadata,
    written,
    customer,
    everyTurn,
    relaxed: [...relaxed].sort(),
    ...(grounded === undefined ? {} : { grounded }),
    ...(claims === undefined ? {} : { claims }),
  }
  return hashJson(clock === null ? script : { ...script, clock }, isLeftOut)
}

/** Places are stored under no other member name. */
function isLeftOut(name: string, member: unknown): boolean {
  return name === 'at' && isPlace(member)
}
