import fc from 'fast-check'
import { writeInstant } from '../requests/interesting-values.ts'
import { channelsOver, dispatch, expectEqual, firstOf, messageOver } from '../scenarios/messages.ts'
import type { Bench } from '../world/bench.ts'
import type { ChannelFacts } from '../world/workspace-facts.ts'
import type { World } from '../world/world.ts'
import { demandOf } from './broken-rule-error.ts'
import { command, type ServiceCommand } from './service-command.ts'
import type { ServiceModel } from './service-model.ts'

const minuteMs = 60_000

/** Messages to customers that leave later (Trigger chat > scheduleTime). */
export function messageCommands(world: World): fc.Arbitrary<ServiceCommand>[] {
  const channels = (['waChat', 'webChat', 'email'] as const).flatMap((type) => channelsOver(world, type))
  if (channels.length === 0) return []
  const minutes = fc.constantFrom(1, 30, 60, 180)
  return [fc.tuple(fc.constantFrom(...channels), minutes).map(([channel, after]) => schedule(channel, after))]
}

function schedule(channel: ChannelFacts, minutes: number): ServiceCommand {
  return command({
    rule: 'SCH-01',
    says: () => `schedule a message over ${channel.name} in ${minutes} min`,
    async run(model, bench) {
      const due = model.now + minutes * minuteMs
      const { sessionId, status } = await dispatch(bench, messageOver(channel, { scheduleTime: writeInstant(due) }))
      demandOf('SCH-01', status === 'sent' ? 'it was sent at once' : null)
      model.messages.push({ sessionId: String(sessionId), due })
      await demandMessages(model, bench)
    },
  })
}

/** Each message waits until its time, and has left from then on. @throws BrokenRuleError */
export async function demandMessages({ messages, now }: ServiceModel, bench: Bench): Promise<void> {
  const outbox = await bench.control.outbox()
  const findings = messages.map(({ sessionId, due }) => {
    const found = outbox.filter((each) => each.sessionId === sessionId)
    const sent = found.filter(({ status }) => status === 'sent').length
    const at = `messages sent by ${writeInstant(now)} of one for ${writeInstant(due)}`
    return firstOf(expectEqual('messages in the outbox', 1, found.length), expectEqual(at, due <= now ? 1 : 0, sent))
  })
  demandOf('SCH-01', firstOf(...findings))
}
