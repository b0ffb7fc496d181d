import type { JsonObject } from '../../../base/json.ts'
import { expectEqual } from '../scenarios/messages.ts'
import type { Bench } from '../world/bench.ts'
import { demandOf } from './broken-rule-error.ts'
import { demandOrder, demandTurns } from './demand-order.ts'
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
