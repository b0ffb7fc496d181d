import fc from 'fast-check'
import type { JsonObject } from '../../../base/json.ts'
import { writeInstant } from '../requests/interesting-values.ts'
import { call, callerOf } from '../scenarios/calls.ts'
import type { Bench } from '../world/bench.ts'
import { beginning } from '../world/open-world.ts'
import type { World } from '../world/world.ts'
import { demandOf } from './broken-rule-error.ts'
import { demandQueue } from './demand-queue.ts'
import { command, type ServiceCommand } from './service-command.ts'
import type { ModelCall, ServiceModel } from './service-model.ts'

const stepMs = 4 * 3_600_000

/** A customer that is called. */
export const calledNumber: fc.Arbitrary<string> = fc.constantFrom('15550100201', '15550100202', '15550100203')

/** When a call is due, in steps from now on: few instants, so that calls meet. */
export const due: fc.Arbitrary<number> = fc.constantFrom(0, 0, 0, 1)

/** The instant of a step. */
export function instantOf(step: number, { now }: Readonly<ServiceModel>): number {
  return beginning + (Math.floor((now - beginning) / stepMs) + 1 + step) * stepMs
}

/** A priority, or none. */
export const priority: fc.Arbitrary<number | null> = fc.option(fc.constantFrom(1, 2, 9, 11, 100))

/** Calls with a priority, and calls that fail (Trigger call). */
export function callCommands(world: World): fc.Arbitrary<ServiceCommand>[] {
  const agent = callerOf(world)
  if (agent === null) return []
  return [
    fc.tuple(calledNumber, priority, due).map((given) => place(agent, ...given)),
    fc.tuple(fc.nat(2), priority, due).map((given) => placeFailing(agent, ...given)),
  ]
}

function place(agent: string, number: string, first: number | null, step: number): ServiceCommand {
  return command({
    rule: 'WIN-06',
    says: (model) => `call ${number} at ${writeInstant(instantOf(step, model))} with ${showPriority(first)}`,
    async run(model, bench) {
      const at = instantOf(step, model)
      const asked = { phoneNumber: number, agentName: agent, scheduleTime: writeInstant(at), ...prioritised(first) }
      await noteCall(model, bench, await call(bench, asked), { priority: first, due: at, retries: 0 })
    },
  })
}

function placeFailing(agent: string, retries: number, first: number | null, step: number): ServiceCommand {
  return command({
    rule: 'WIN-06',
    says: (model) =>
      `call a number that fails at ${writeInstant(instantOf(step, model))} with ${showPriority(first)}, to try again ${retries} times`,
    async run(model, bench) {
      const at = instantOf(step, model)
      const more = { ...prioritised(first), scheduleTime: writeInstant(at), noOfRetries: retries, retryAfterHours: 1 }
      const callId = await call(bench, { phoneNumber: bench.control.failingNumber, agentName: agent, ...more })
      await noteCall(model, bench, callId, { priority: first, due: at, retries })
    },
  })
}

const prioritised = (first: number | null): JsonObject => (first === null ? {} : { callPriority: first })

/** A priority in words. */
export const showPriority = (first: number | null): string => (first === null ? 'no priority' : `priority ${first}`)

/** Notes a call that was placed, as the queue shows it. @throws BrokenRuleError when it does not */
export async function noteCall(
  model: ServiceModel,
  bench: Bench,
  callId: string,
  more: Pick<ModelCall, 'priority' | 'due' | 'retries'> & { flow?: string },
): Promise<void> {
  const queued = (await bench.control.queue()).find((each) => each.callId === callId)
  demandOf('WIN-06', queued === undefined ? 'the call is not in the queue, although its time has not come' : null)
  const number = String(queued?.customerNumber)
  model.calls.push({ callId, sessionId: String(queued?.sessionId), number, flow: null, deleted: false, ...more })
  await demandQueue(model, bench)
}
