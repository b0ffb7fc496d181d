import fc from 'fast-check'
import type { JsonObject } from '../../../base/json.ts'
import { writeInstant } from '../requests/interesting-values.ts'
import { callerOf, callWorkflow, removeCall } from '../scenarios/calls.ts'
import type { World } from '../world/world.ts'
import { demandOf } from './broken-rule-error.ts'
import { calledNumber, due, instantOf, noteCall, priority, showPriority } from './call-commands.ts'
import { demandQueue } from './demand-queue.ts'
import { command, type ServiceCommand } from './service-command.ts'
import { type ModelCall, pick, type ServiceModel } from './service-model.ts'

/** Calls of workflows, and what takes them out of the queue (Trigger workflow call; Delete call request). */
export function flowCommands(world: World): fc.Arbitrary<ServiceCommand>[] {
  const flows = world.subject.own.workflows.map(({ workflowId }) => workflowId)
  if (flows.length === 0 || callerOf(world) === null) return []
  return [
    fc.tuple(fc.constantFrom(...flows), calledNumber, priority, due).map((given) => placeOfFlow(...given)),
    fc.nat(5).map(deleteCall),
  ]
}

/** Places at most one call per workflow and number, since it is open which of several a delete removes (DEL-05). */
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
      const made = queue.find(({ callId, customerNumber }) => customerNumber === number && !earlier.includes(callId))
      demandOf('WIN-06', made === undefined ? `no call to ${number} is in the queue` : null)
      await noteCall(model, bench, String(made?.callId), { priority: first, due: at, retries: 0, flow })
    },
  })
}

function deleteCall(drawn: number): ServiceCommand {
  const waiting = ({ calls, now }: Readonly<ServiceModel>): ModelCall[] =>
    calls.filter(({ flow, due: at, deleted }) => flow !== null && at > now && !deleted)
  const chosen = (model: Readonly<ServiceModel>): ModelCall | undefined => pick(waiting(model), drawn)
  return command({
    rule: 'DEL-01',
    says: (model) => `delete the call to ${chosen(model)?.number} of workflow ${chosen(model)?.flow}`,
    fits: (model) => waiting(model).length > 0,
    async run(model, bench) {
      const gone = chosen(model)
      if (gone === undefined) return
      await removeCall(bench, gone.flow ?? '', { customer_number: gone.number })
      gone.deleted = true
      await demandQueue(model, bench)
    },
  })
}
