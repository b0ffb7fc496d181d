import fc from 'fast-check'
import type { JsonObject } from '../../../base/json/json.ts'
import { writeInstant } from '../requests/interesting-values.ts'
import { call, callersOf, callWorkflow, removeCall } from '../scenarios/calls.ts'
import { expectEqual } from '../scenarios/messages.ts'
import type { Bench } from '../world/bench.ts'
import { beginning } from '../world/open-world.ts'
import { flowsOf, type World } from '../world/world.ts'
import {
  command,
  commandOn,
  demandOf,
  type ModelCall,
  type ServiceCommand,
  type ServiceModel,
} from './service-command.ts'

const stepMs = 4 * 3_600_000

const calledNumber: fc.Arbitrary<string> = fc.constantFrom('15550100201', '15550100202', '15550100203')

/** When a call is due, in steps from now: only a few instants, so that calls coincide. */
const due: fc.Arbitrary<number> = fc.constantFrom(0, 0, 0, 1)

function instantOf(step: number, { now }: Readonly<ServiceModel>): number {
  return beginning + (Math.floor((now - beginning) / stepMs) + 1 + step) * stepMs
}

const priority: fc.Arbitrary<number | null> = fc.option(fc.constantFrom(1, 2, 9, 11, 100))

/** Calls with a priority, and calls that fail (Trigger call). */
export function callCommands(world: World): fc.Arbitrary<ServiceCommand>[] {
  const [agent] = callersOf(world)
  if (agent === undefined) return []
  return [
    fc.tuple(calledNumber, priority, due).map((values) => place(agent, ...values)),
    fc.tuple(fc.nat(2), priority, due).map((values) => placeFailing(agent, ...values)),
  ]
}

function place(agent: string, number: string, first: number | null, step: number): ServiceCommand {
  return command({
    rule: 'WIN-06',
    says: (model) => `call ${number} at ${writeInstant(instantOf(step, model))} with ${showPriority(first)}`,
    async run(model, bench) {
      const at = instantOf(step, model)
      const body = { phoneNumber: number, agentName: agent, scheduleTime: writeInstant(at), ...prioritised(first) }
      await noteCall(model, bench, await call(bench, body), { priority: first, due: at, retries: 0 })
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

const showPriority = (first: number | null): string => (first === null ? 'no priority' : `priority ${first}`)

/** Records a call that was placed, as the queue shows it. @throws BrokenRuleError if the queue does not show it */
async function noteCall(
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

/** Calls of workflows, and what takes them out of the queue (Trigger workflow call; Delete call request). */
export function flowCommands(world: World): fc.Arbitrary<ServiceCommand>[] {
  const flows = flowsOf(world)
  if (flows.length === 0 || callersOf(world).length === 0) return []
  return [
    fc.tuple(fc.constantFrom(...flows), calledNumber, priority, due).map((values) => placeOfFlow(...values)),
    fc.nat(5).map(deleteCall),
  ]
}

/** Places at most one call per workflow and number, as it is open which of several a delete removes (DEL-05). */
function placeOfFlow(flow: string, number: string, first: number | null, step: number): ServiceCommand {
  return command({
    rule: 'WIN-06',
    says: (model) =>
      `call ${number} of workflow ${flow} at ${writeInstant(instantOf(step, model))} with ${showPriority(first)}`,
    fits: (model) => !model.calls.some((each) => each.flow === flow && each.number === number && !each.deleted),
    async run(model, bench) {
      const at = instantOf(step, model)
      const earlier = (await bench.control.queue()).map(({ callId }) => callId)
      const more: JsonObject = first === null ? {} : { call_priority: first }
      await callWorkflow(bench, flow, { customer_number: number, schedule_time: writeInstant(at), ...more })
      const queue = await bench.control.queue()
      const match = queue.find(({ callId, customerNumber }) => customerNumber === number && !earlier.includes(callId))
      demandOf('WIN-06', match === undefined ? `no call to ${number} is in the queue` : null)
      await noteCall(model, bench, String(match?.callId), { priority: first, due: at, retries: 0, flow })
    },
  })
}

function deleteCall(index: number): ServiceCommand {
  return commandOn(index, {
    rule: 'DEL-01',
    among: ({ calls, now }) => calls.filter(({ flow, due: at, deleted }) => flow !== null && at > now && !deleted),
    says: ({ number, flow }) => `delete the call to ${number} of workflow ${flow}`,
    async run(modelCall, model, bench) {
      await removeCall(bench, modelCall.flow ?? '', modelCall.number)
      modelCall.deleted = true
      await demandQueue(model, bench)
    },
  })
}

/** The queue must contain the waiting calls by priority, and none that was deleted. @throws BrokenRuleError */
export async function demandQueue(model: ServiceModel, bench: Bench): Promise<void> {
  const queue = await bench.control.queue()
  for (const each of model.calls) {
    const match = queue.find(({ callId }) => callId === each.callId)
    if (each.deleted) demandOf('DEL-01', match === undefined ? null : `the deleted call to ${each.number} is there`)
    else if (each.due > model.now) demandWaiting(model, each, match)
    if (each.retries > 0 || each.number === bench.control.failingNumber) await demandAttempts(each, bench)
  }
  demandOrder(model, queue)
  if (bench.world.subject.own.lines === 1) await demandTurns(model, bench)
}

function demandWaiting({ calls }: ServiceModel, { number, due }: ModelCall, match: JsonObject | undefined): void {
  const rule = calls.some(({ deleted }) => deleted) ? 'DEL-04' : 'WIN-06'
  demandOf(rule, match === undefined ? `the call to ${number} is gone before its time` : null)
  demandOf('WIN-06', expectEqual(`state of a call for ${new Date(due).toISOString()}`, 'queued', match?.state))
}

async function demandAttempts({ callId, retries }: ModelCall, bench: Bench): Promise<void> {
  const { length } = await bench.control.attempts(callId)
  demandOf(
    'RET-01',
    length > retries + 1 ? `${length} attempts of a call that may be tried again ${retries} times` : null,
  )
}

/** Calls that wait for the same instant must be in the queue by priority. @throws BrokenRuleError */
function demandOrder({ calls, now }: ServiceModel, queue: readonly JsonObject[]): void {
  const place = ({ callId }: ModelCall): number => queue.findIndex((each) => each.callId === callId)
  for (const [first, next] of pairsOf(calls.filter(({ due }) => due > now)))
    demandPair(first, next, place(first) < place(next), 'the second stands before the first')
}

/** With one line, calls for the same instant must be placed by priority. @throws BrokenRuleError */
async function demandTurns({ calls, now }: ServiceModel, bench: Bench): Promise<void> {
  for (const [first, next] of pairsOf(calls.filter(({ due }) => due <= now))) {
    const [one, two] = [await startOf(first, bench), await startOf(next, bench)]
    demandPair(first, next, one <= two, 'the second was placed before the first')
  }
}

/** All pairs of calls for one instant in which the first must go first; between equals it is open (QUE-05). */
function pairsOf(calls: readonly ModelCall[]): [ModelCall, ModelCall][] {
  const restCalls = calls.filter(({ deleted }) => !deleted)
  return restCalls.flatMap((first) =>
    restCalls
      .filter((next) => first.due === next.due && rankOf(first) < rankOf(next))
      .map((next): [ModelCall, ModelCall] => [first, next]),
  )
}

/** A call without a priority counts as 10 (QUE-02). */
const rankOf = ({ priority }: ModelCall): number => priority ?? 10

function demandPair(first: ModelCall, next: ModelCall, right: boolean, wrong: string): void {
  const rule = first.priority === null || next.priority === null ? 'QUE-02' : 'QUE-01'
  const priorities = [first, next].map(({ priority }) => priority ?? 'none').join(' and ')
  demandOf(rule, right ? null : `of two calls with priority ${priorities} ${wrong}`)
}

/** When the first attempt began, in milliseconds; infinity while it is waiting. */
async function startOf({ callId }: ModelCall, bench: Bench): Promise<number> {
  const [attempt] = await bench.control.attempts(callId)
  return attempt === undefined || attempt.status === 'call_in_queue'
    ? Number.POSITIVE_INFINITY
    : Date.parse(String(attempt.time))
}
