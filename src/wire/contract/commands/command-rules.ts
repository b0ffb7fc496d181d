import fc from 'fast-check'
import { writeInstant } from '../requests/interesting-values.ts'
import { channelsOver, dispatch, expectEqual, messageOver, messageTypes } from '../scenarios/messages.ts'
import { saidIn, turn } from '../scenarios/turns.ts'
import type { Bench } from '../world/bench.ts'
import { firstOf } from '../world/rule.ts'
import { type ChannelFacts, talkers, type World } from '../world/world.ts'
import { callCommands, demandQueue, flowCommands } from './call-commands.ts'
import { command, demandOf, type ServiceCommand, type ServiceModel } from './service-command.ts'
import { demandTalks, talkCommands } from './talk-commands.ts'

const msOfMinute = 60_000

/** Messages to customers that are sent later (Trigger chat > scheduleTime). */
function messageCommands(world: World): fc.Arbitrary<ServiceCommand>[] {
  const channels = channelsOver(world, ...messageTypes)
  if (channels.length === 0) return []
  const minutes = fc.constantFrom(1, 30, 60, 180)
  return [fc.tuple(fc.constantFrom(...channels), minutes).map(([channel, after]) => schedule(channel, after))]
}

function schedule(channel: ChannelFacts, minutes: number): ServiceCommand {
  return command({
    rule: 'SCH-01',
    says: () => `schedule a message over ${channel.name} in ${minutes} min`,
    async run(model, bench) {
      const due = model.now + minutes * msOfMinute
      const { sessionId, status } = await dispatch(bench, messageOver(channel, { scheduleTime: writeInstant(due) }))
      demandOf('SCH-01', status === 'sent' ? 'it was sent at once' : null)
      model.messages.push({ sessionId: String(sessionId), due })
      await demandMessages(model, bench)
    },
  })
}

/** Each message must wait until its time, and be sent from then on. @throws BrokenRuleError */
async function demandMessages({ messages, now }: ServiceModel, bench: Bench): Promise<void> {
  const outbox = await bench.control.outbox()
  const findings = messages.map(({ sessionId, due }) => {
    const ofSession = outbox.filter((each) => each.sessionId === sessionId)
    const sent = ofSession.filter(({ status }) => status === 'sent').length
    const at = `messages sent by ${writeInstant(now)} of one for ${writeInstant(due)}`
    return firstOf(
      expectEqual('messages in the outbox', 1, ofSession.length),
      expectEqual(at, due <= now ? 1 : 0, sent),
    )
  })
  demandOf('SCH-01', firstOf(...findings))
}

const [secondMs, minuteMs] = [1_000, 60_000]

/** Time passes: messages must be sent and calls placed when they are due, not before. */
function clockCommands(): fc.Arbitrary<ServiceCommand>[] {
  return [fc.constantFrom(1, 60, 1_440).map(letPass), fc.constantFrom(0, secondMs).map(goToNext)]
}

function letPass(minutes: number): ServiceCommand {
  return command({
    rule: 'SCH-01',
    says: () => `let ${minutes} min pass`,
    run: (model, bench) => moveTo(model.now + minutes * minuteMs, model, bench),
  })
}

/** Moves to the next instant at which something is due, or just before it, to reveal a window slightly off. */
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

const groups = {
  talks: talkCommands,
  versions: versionCommands,
  calls: callCommands,
  flows: flowCommands,
  messages: messageCommands,
  clock: clockCommands,
}

/** The rules that commands are judged by, each with the group of commands that exercises it. */
const groupOf: Readonly<Record<string, keyof typeof groups>> = {
  'CHA-05': 'talks',
  'CHA-06': 'talks',
  'CHA-23': 'versions',
  'CHA-30': 'versions',
  'SES-01': 'talks',
  'ISO-01': 'talks',
  'ISO-02': 'talks',
  'SCH-01': 'messages',
  'WIN-06': 'calls',
  'QUE-01': 'calls',
  'QUE-02': 'calls',
  'RET-01': 'calls',
  'DEL-01': 'flows',
  'DEL-04': 'flows',
}

/** The rules that commands are judged by. */
export const commandRules: readonly string[] = Object.keys(groupOf)

/** Commands to mix into a group more often: publishing during conversations, passing time while something waits. */
const besides: Record<keyof typeof groups, (typeof talkCommands)[]> = {
  talks: [versionCommands, versionCommands],
  versions: [talkCommands],
  calls: [callCommands, clockCommands],
  flows: [flowCommands, flowCommands],
  messages: [messageCommands, clockCommands],
  clock: [],
}

/** Every command, with those that exercise the rule drawn more often than the rest. */
export function commandsFor(rule: string, world: World): fc.Arbitrary<ServiceCommand>[] {
  const group = groupOf[rule] ?? 'talks'
  const all = [...Object.values(groups), groups[group], groups[group], ...besides[group]]
  return all.flatMap((commands) => commands(world))
}

/** Drafts that are published during conversations (Versioning). */
function versionCommands(world: World): fc.Arbitrary<ServiceCommand>[] {
  const agents = talkers(world).filter(({ draft }) => draft)
  return agents.length === 0 ? [] : [fc.constantFrom(...agents).map(({ name, published }) => publish(name, published))]
}

function publish(agent: string, numbered: number | null): ServiceCommand {
  return command({
    rule: 'CHA-23',
    says: () => `publish a new draft of ${agent}`,
    async run(model, bench) {
      const say = async (agentVersion: string): Promise<string> =>
        saidIn((await turn(bench, agent, 'zzz', { agentVersion })).transcript)
      const before = await say(String(numbered))
      model.published += 1
      const text = `Text ${model.published}.`
      await bench.control.saveDraft(agent, { 'based on': numbered ?? 0, otherwise: [{ say: text }] })
      await bench.control.publish(agent)
      await demandTalks('CHA-06', model, bench)
      demandOf('CHA-23', expectEqual(`reply of version ${numbered}`, before, await say(String(numbered))))
      const now = await say('default')
      demandOf('CHA-30', now.endsWith(text) ? null : `default says ${JSON.stringify(now)} after a draft was published`)
    },
  })
}
