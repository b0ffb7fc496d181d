import fc from 'fast-check'
import type { Bench } from '../world/bench.ts'
import { demandQueue } from './demand-queue.ts'
import { demandMessages } from './message-commands.ts'
import { command, type ServiceCommand } from './service-command.ts'
import type { ServiceModel } from './service-model.ts'

const [secondMs, minuteMs] = [1_000, 60_000]

/** Time that passes: messages leave and calls are placed when they are due, not before. */
export function clockCommands(): fc.Arbitrary<ServiceCommand>[] {
  return [fc.constantFrom(1, 60, 1_440).map(letPass), fc.constantFrom(0, secondMs).map(goToNext)]
}

function letPass(minutes: number): ServiceCommand {
  return command({
    rule: 'SCH-01',
    says: () => `let ${minutes} min pass`,
    run: (model, bench) => moveTo(model.now + minutes * minuteMs, model, bench),
  })
}

/** To the instant at which something is due next, or a moment before: where a window is off, it shows there. */
function goToNext(beforeMs: number): ServiceCommand {
  return command({
    rule: 'SCH-01',
    says: () => `let time pass until ${beforeMs === 0 ? '' : 'a second before '}something is due`,
    fits: (model) => nextDue(model) - beforeMs > model.now && Number.isFinite(nextDue(model)),
    run: (model, bench) => moveTo(nextDue(model) - beforeMs, model, bench),
  })
}

function nextDue({ messages, calls, now }: Readonly<ServiceModel>): number {
  return Math.min(...[...messages, ...calls].map(({ due }) => due).filter((due) => due > now))
}

async function moveTo(instant: number, model: ServiceModel, bench: Bench): Promise<void> {
  model.now = instant
  await bench.control.moveTo(instant)
  await demandMessages(model, bench)
  await demandQueue(model, bench)
}
