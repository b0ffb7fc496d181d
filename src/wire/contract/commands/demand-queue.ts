import type { JsonObject } from '../../../base/json.ts'
import { expectEqual } from '../scenarios/messages.ts'
import type { Bench } from '../world/bench.ts'
import { demandOf } from './broken-rule-error.ts'
import type { ModelCall, ServiceModel } from './service-model.ts'

/** The queue holds what waits, in the order of its priorities, and nothing that was deleted. @throws BrokenRuleError */
export async function demandQueue(model: ServiceModel, bench: Bench): Promise<void> {
  const queue = await bench.control.queue()
  for (const each of model.calls) {
    const found = queue.find(({ callId }) => callId === each.callId)
    if (each.deleted) demandOf('DEL-01', found === undefined ? null : `the deleted call to ${each.number} is there`)
    else if (each.due > model.now) demandWaiting(model, each, found)
    if (each.retries > 0 || each.number === bench.control.failingNumber) await demandAttempts(each, bench)
  }
  demandOrder(model, queue)
  if (bench.world.subject.own.lines === 1) await demandTurns(model, bench)
}

function demandWaiting({ calls }: ServiceModel, { number, due }: ModelCall, found: JsonObject | undefined): void {
  const rule = calls.some(({ deleted }) => deleted) ? 'DEL-04' : 'WIN-06'
  demandOf(rule, found === undefined ? `the call to ${number} is gone before its time` : null)
  demandOf('WIN-06', expectEqual(`state of a call for ${new Date(due).toISOString()}`, 'queued', found?.state))
}

async function demandAttempts({ callId, retries }: ModelCall, bench: Bench): Promise<void> {
  const { length } = await bench.control.attempts(callId)
  demandOf(
    'RET-01',
    length > retries + 1 ? `${length} attempts of a call that may be tried again ${retries} times` : null,
  )
}

/** Calls that wait for one instant stand in the queue by priority. @throws BrokenRuleError */
function demandOrder({ calls, now }: ServiceModel, queue: readonly JsonObject[]): void {
  const place = ({ callId }: ModelCall): number => queue.findIndex((each) => each.callId === callId)
  for (const [first, next] of pairsOf(calls.filter(({ due }) => due > now)))
    demandPair(first, next, place(first) < place(next), 'the second stands before the first')
}

/** With one line, calls for one instant are placed by priority. @throws BrokenRuleError */
async function demandTurns({ calls, now }: ServiceModel, bench: Bench): Promise<void> {
  for (const [first, next] of pairsOf(calls.filter(({ due }) => due <= now))) {
    const [one, two] = [await startOf(first, bench), await startOf(next, bench)]
    demandPair(first, next, one <= two, 'the second was placed before the first')
  }
}

/** Every two calls for one instant of which the first goes first; among equals the order is open (QUE-05). */
function pairsOf(calls: readonly ModelCall[]): [ModelCall, ModelCall][] {
  const left = calls.filter(({ deleted }) => !deleted)
  return left.flatMap((first) =>
    left
      .filter((next) => first.due === next.due && rankOf(first) < rankOf(next))
      .map((next): [ModelCall, ModelCall] => [first, next]),
  )
}

/** A call without a priority counts as 10 (QUE-02). */
const rankOf = ({ priority }: ModelCall): number => priority ?? 10

function demandPair(first: ModelCall, next: ModelCall, right: boolean, wrong: string): void {
  const rule = first.priority === null || next.priority === null ? 'QUE-02' : 'QUE-01'
  const shown = [first, next].map(({ priority }) => priority ?? 'none').join(' and ')
  demandOf(rule, right ? null : `of two calls with priority ${shown} ${wrong}`)
}

/** When the first attempt began, in milliseconds; infinity while it waits. */
async function startOf({ callId }: ModelCall, bench: Bench): Promise<number> {
  const [attempt] = await bench.control.attempts(callId)
  return attempt === undefined || attempt.status === 'call_in_queue'
    ? Number.POSITIVE_INFINITY
    : Date.parse(String(attempt.time))
}
