import fc from 'fast-check'
import { customerEmail, customerNumber, details, plainText } from '../requests/interesting-values.ts'
import { firstOf } from '../world/rule.ts'
import { localScenario, type Scenarios } from '../world/scenario.ts'
import { allOf, channelsOver, dispatch, expectEqual, messageOver, oneOf } from './messages.ts'

const templated = (world: Parameters<typeof channelsOver>[0]) =>
  channelsOver(world, 'waChat').filter(({ templates }) => (templates?.length ?? 0) > 0)

/** The effects of messages to customers (Trigger chat). */
export const messageScenarios: Scenarios = {
  'DSP-21': localScenario({
    draw: (world) =>
      oneOf([...channelsOver(world, 'waChat'), ...channelsOver(world, 'webChat'), ...channelsOver(world, 'email')]),
    async hold(bench, channel) {
      const message = await dispatch(bench, messageOver(channel))
      const session = await bench.fetch(message.sessionId)
      return firstOf(
        expectEqual('status of the message', 'sent', message.status),
        expectEqual('type of the session', channel.type, session.communicationChannelType),
      )
    },
  }),
  'DSP-22': localScenario({
    draw: (world) =>
      allOf({
        channel: oneOf(channelsOver(world, 'waChat')),
        number: customerNumber.map((text) => text.replace('+', '')),
      }),
    async hold(bench, { channel, number }) {
      const plain = await dispatch(bench, messageOver(channel, { customerNumber: number }))
      const plus = await dispatch(bench, messageOver(channel, { customerNumber: `+${number}` }))
      return expectEqual('addressee of the number with a plus', digits(plain.to), digits(plus.to))
    },
  }),
  'DSP-25': localScenario({
    draw: (world) => oneOf([...channelsOver(world, 'waChat'), ...channelsOver(world, 'email')]),
    async hold(bench, channel) {
      const { sessionId } = await dispatch(bench, messageOver(channel))
      return expectEqual('agent', channel.agent, detailsOf(await bench.fetch(sessionId)).name)
    },
  }),
  'DSP-27': localScenario({
    draw: (world) => oneOf(channelsOver(world, 'waChat')),
    async hold(bench, channel) {
      const { sessionId } = await dispatch(bench, messageOver(channel))
      const agent = bench.world.subject.own.agents.find(({ name }) => name === channel.agent)
      const wanted =
        channel.version === null || channel.version === 'default' ? String(agent?.published) : channel.version
      return expectEqual('version', wanted, detailsOf(await bench.fetch(sessionId)).version)
    },
  }),
  'DSP-28': localScenario({
    draw: (world) => oneOf(channelsOver(world, 'waChat')),
    async hold(bench, channel) {
      const { sessionId } = await dispatch(bench, messageOver(channel))
      const number = digits(detailsOf(await bench.fetch(sessionId)).number)
      return channel.numbers.includes(number) ? null : `the sender ${number} is none of ${channel.numbers.join(', ')}`
    },
  }),
  'WAO-01': localScenario({
    draw: (world) => oneOf(channelsOver(world, 'waChat')),
    async hold(bench, channel) {
      const absent = await dispatch(bench, messageOver(channel))
      const prompt = await dispatch(bench, messageOver(channel, { whatsappOptions: { messageType: 'prompt' } }))
      return firstOf(
        expectEqual('kind of message', prompt.messageType, absent.messageType),
        expectEqual('text', prompt.text, absent.text),
      )
    },
  }),
  'WAO-02': localScenario({
    draw: (world) => allOf({ channel: oneOf(channelsOver(world, 'waChat')), text: plainText }),
    async hold(bench, { channel, text }) {
      const message = await dispatch(
        bench,
        messageOver(channel, { whatsappOptions: { messageType: 'say', message: text } }),
      )
      return expectEqual('text', text, message.text)
    },
  }),
  'WAO-04': localScenario({
    draw: (world) =>
      oneOf(
        templated(world).flatMap((channel) => (channel.templates ?? []).map((template) => ({ channel, template }))),
      ),
    async hold(bench, { channel, template }) {
      const options = { messageType: 'template', templateId: template }
      const absent = await dispatch(bench, messageOver(channel, { whatsappOptions: options }))
      const named = await dispatch(
        bench,
        messageOver(channel, { whatsappOptions: { ...options, templateLanguage: 'en' } }),
      )
      return expectEqual('template', named.template, absent.template)
    },
  }),
  'WAO-05': localScenario({
    draw: (world) =>
      allOf({
        where: oneOf(
          templated(world).flatMap((channel) => (channel.templates ?? []).map((template) => ({ channel, template }))),
        ),
        metadata: details,
      }),
    async hold(bench, { where: { channel, template }, metadata }) {
      const options = { messageType: 'template', templateId: template, templateVariables: { name: 'FROM-VARIABLES' } }
      const alone = await dispatch(bench, messageOver(channel, { whatsappOptions: options }))
      const marked = { ...metadata, name: 'FROM-METADATA', other: 'FROM-METADATA' }
      const both = await dispatch(bench, messageOver(channel, { whatsappOptions: options, metadata: marked }))
      const leaked = String(both.text).includes('FROM-METADATA')
        ? `metadata fills the template: ${String(both.text)}`
        : null
      return firstOf(leaked, expectEqual('text with other metadata', alone.text, both.text))
    },
  }),
  'EMO-01': localScenario({
    draw: (world) => allOf({ channel: oneOf(channelsOver(world, 'email')), body: plainText }),
    async hold(bench, { channel, body }) {
      const say = await dispatch(bench, messageOver(channel, { emailOptions: { messageType: 'say', body } }))
      const absent = await dispatch(bench, messageOver(channel))
      const prompt = await dispatch(bench, messageOver(channel, { emailOptions: { messageType: 'prompt' } }))
      return firstOf(
        expectEqual('body', body, say.text),
        expectEqual('kind of message', prompt.messageType, absent.messageType),
      )
    },
  }),
  'EMO-03': localScenario({
    draw: (world) => {
      const lists = fc.uniqueArray(customerEmail, { minLength: 1, maxLength: 4 })
      return allOf({
        channel: oneOf(channelsOver(world, 'email')),
        cc: lists,
        bcc: lists,
        gap: fc.constantFrom('', ' '),
      })
    },
    async hold(bench, { channel, cc, bcc, gap }) {
      const emailOptions = { messageType: 'say', body: 'B', cc: cc.join(`,${gap}`), bcc: bcc.join(`,${gap}`) }
      const message = await dispatch(bench, messageOver(channel, { emailOptions }))
      return firstOf(expectEqual('cc', cc, message.cc), expectEqual('bcc', bcc, message.bcc))
    },
  }),
  'EMO-04': localScenario({
    draw: (world) => oneOf(channelsOver(world, 'email')),
    async hold(bench, channel) {
      const first = await dispatch(
        bench,
        messageOver(channel, { emailOptions: { cc: 'kept@example.com', bcc: 'hidden@example.com' } }),
      )
      await bench.chat(messageOver(channel, { emailOptions: { replyTo: String(first.sessionId) } }))
      const [reply] = await bench.control.outbox()
      const copies = [reply?.cc, reply?.bcc].flat()
      const kept = ['kept@example.com', 'hidden@example.com'].filter((each) => !copies.includes(each))
      return kept.length === 0 ? null : `${kept.join(', ')} does not get the reply`
    },
  }),
  'EMO-05': localScenario({
    draw: (world) => oneOf(channelsOver(world, 'email')),
    async hold(bench, channel) {
      const [first, second] = [await dispatch(bench, messageOver(channel)), await dispatch(bench, messageOver(channel))]
      return first.sessionId === second.sessionId ? 'two emails without replyTo are one thread' : null
    },
  }),
}

/** A number without its plus. */
function digits(number: unknown): string {
  return String(number).replace(/^\+/, '')
}

function detailsOf(session: Record<string, unknown>): { name?: unknown; number?: unknown; version?: unknown } {
  return (session.agentDetails ?? {}) as { name?: unknown; number?: unknown; version?: unknown }
}
