import fc from 'fast-check'
import { isJsonObject, type JsonObject } from '../../../base/json/json.ts'
import { customerEmail, customerNumber, details, plainText } from '../requests/interesting-values.ts'
import { draftOf } from '../world/contract-request.ts'
import { firstOf } from '../world/rule.ts'
import { localScenario, type Scenario, type Scenarios, scenario } from '../world/scenario.ts'
import type { ChannelFacts, World } from '../world/world.ts'
import { nothing } from './calls.ts'
import {
  allOf,
  channelScenario,
  channelsOver,
  dispatch,
  expectEqual,
  expectNoEffect,
  expectOutcome,
  messageOver,
  messageTypes,
  oneOf,
} from './messages.ts'

/** WhatsApp channels, each with one of its templates. */
const templated = (world: World) =>
  oneOf(
    channelsOver(world, 'waChat').flatMap((channel) =>
      (channel.templates ?? []).map((templateId) => ({ channel, templateId })),
    ),
  )

/** Texts that an intermediate layer might tidy up. */
const untidy = ['  blanks  ', 'a\n\n  b\t', 'word '.repeat(60), '<b>&amp;</b>', 'Caf\u00e9 e\u0301 \u{1f642}', ' 1e3 ']

const addresses = fc.uniqueArray(customerEmail, { minLength: 1, maxLength: 4 })

/** What a message over a channel shows in the session: `agentDetails`. */
const shownOver = (
  types: Parameters<typeof channelScenario>[0],
  check: (details: JsonObject, channel: ChannelFacts, world: World) => string | null,
): Scenario =>
  channelScenario(types, nothing, async (bench, channel) => {
    const { sessionId } = await dispatch(bench, messageOver(channel))
    const { agentDetails } = await bench.fetch(sessionId)
    return check(isJsonObject(agentDetails) ? agentDetails : {}, channel, bench.world)
  })

/** The effects of messages to customers (Trigger chat). */
export const messageScenarios: Scenarios = {
  'DSP-11': scenario(
    (world) => oneOf(channelsOver(world, 'waChat').filter(({ templates }) => templates === null)),
    async (bench, channel) => {
      const body = messageOver(channel, { whatsappOptions: { messageType: 'template', templateId: 'any' } })
      const finding = await expectOutcome(bench, draftOf('chat.trigger', body), '400 templateNotSupported')
      return finding ?? expectNoEffect(bench)
    },
    'everything',
  ),
  'DSP-21': channelScenario(messageTypes, nothing, async (bench, channel) => {
    const message = await dispatch(bench, messageOver(channel))
    const session = await bench.fetch(message.sessionId)
    return firstOf(
      expectEqual('status of the message', 'sent', message.status),
      expectEqual('type of the session', channel.type, session.communicationChannelType),
    )
  }),
  'DSP-22': channelScenario(
    ['waChat'],
    customerNumber.map((text) => text.replace('+', '')),
    async (bench, channel, number) => {
      const plain = await dispatch(bench, messageOver(channel, { customerNumber: number }))
      const plus = await dispatch(bench, messageOver(channel, { customerNumber: `+${number}` }))
      return expectEqual('addressee of the number with a plus', digits(plain.to), digits(plus.to))
    },
  ),
  'DSP-25': shownOver(['waChat', 'email'], ({ name }, { agent }) => expectEqual('agent', agent, name)),
  'DSP-27': shownOver(['waChat'], ({ version }, channel, { subject }) => {
    const agent = subject.own.agents.find(({ name }) => name === channel.agent)
    const own = channel.version === null || channel.version === 'default' ? String(agent?.published) : channel.version
    return expectEqual('version', own, version)
  }),
  'DSP-28': shownOver(['waChat'], (details, { numbers }) => {
    const number = digits(details.number)
    return numbers.includes(number) ? null : `the sender ${number} is none of ${numbers.join(', ')}`
  }),
  'WAO-01': channelScenario(['waChat'], nothing, async (bench, channel) => {
    const absent = await dispatch(bench, messageOver(channel))
    const prompt = await dispatch(bench, messageOver(channel, { whatsappOptions: { messageType: 'prompt' } }))
    return firstOf(
      expectEqual('kind of message', prompt.messageType, absent.messageType),
      expectEqual('text', prompt.text, absent.text),
    )
  }),
  'WAO-02': channelScenario(
    ['waChat'],
    fc.oneof(
      plainText,
      fc.subarray(untidy, { minLength: 4 }).map((texts) => texts.join('')),
    ),
    async (bench, channel, message) => {
      const whatsappOptions = { messageType: 'say', message }
      return expectEqual('text', message, (await dispatch(bench, messageOver(channel, { whatsappOptions }))).text)
    },
  ),
  'WAO-04': localScenario(templated, async (bench, { channel, templateId }) => {
    const say = (more: JsonObject) =>
      dispatch(bench, messageOver(channel, { whatsappOptions: { messageType: 'template', templateId, ...more } }))
    const absent = await say({})
    return expectEqual('template', (await say({ templateLanguage: 'en' })).template, absent.template)
  }),
  'WAO-05': localScenario(
    (world) => allOf({ where: templated(world), metadata: details }),
    async (bench, { where: { channel, templateId }, metadata }) => {
      const templateVariables = { name: 'FROM-VARIABLES', order: '7' }
      const whatsappOptions = { messageType: 'template', templateId, templateVariables }
      const alone = await dispatch(bench, messageOver(channel, { whatsappOptions }))
      const markedMetadata = { ...metadata, name: 'FROM-METADATA', other: 'FROM-METADATA' }
      const both = await dispatch(bench, messageOver(channel, { whatsappOptions, metadata: markedMetadata }))
      const { template } = alone
      return firstOf(
        String(both.text).includes('FROM-METADATA') ? `metadata fills the template: ${String(both.text)}` : null,
        expectEqual('text with other metadata', alone.text, both.text),
        expectEqual('templateVariables', templateVariables, isJsonObject(template) ? template.variables : null),
      )
    },
  ),
  'EMO-01': channelScenario(['email'], plainText, async (bench, channel, body) => {
    const say = await dispatch(bench, messageOver(channel, { emailOptions: { messageType: 'say', body } }))
    const absent = await dispatch(bench, messageOver(channel))
    const prompt = await dispatch(bench, messageOver(channel, { emailOptions: { messageType: 'prompt' } }))
    return firstOf(
      expectEqual('body', body, say.text),
      expectEqual('kind of message', prompt.messageType, absent.messageType),
    )
  }),
  'EMO-03': channelScenario(
    ['email'],
    fc.record({ cc: addresses, bcc: addresses, gap: fc.constantFrom('', ' ') }),
    async (bench, channel, { cc, bcc, gap }) => {
      const emailOptions = { messageType: 'say', body: 'B', cc: cc.join(`,${gap}`), bcc: bcc.join(`,${gap}`) }
      const message = await dispatch(bench, messageOver(channel, { emailOptions }))
      return firstOf(expectEqual('cc', cc, message.cc), expectEqual('bcc', bcc, message.bcc))
    },
  ),
  'EMO-04': channelScenario(['email'], nothing, async (bench, channel) => {
    const emailOptions = { cc: 'kept@example.com', bcc: 'hidden@example.com' }
    const first = await dispatch(bench, messageOver(channel, { emailOptions }))
    await bench.chat(messageOver(channel, { emailOptions: { replyTo: String(first.sessionId) } }))
    const [reply] = await bench.control.outbox()
    const copies = [reply?.cc, reply?.bcc].flat()
    const others = Object.values(emailOptions).filter((each) => !copies.includes(each))
    return others.length === 0 ? null : `${others.join(', ')} does not get the reply`
  }),
  'EMO-05': channelScenario(['email'], nothing, async (bench, channel) => {
    const [first, second] = [await dispatch(bench, messageOver(channel)), await dispatch(bench, messageOver(channel))]
    return first.sessionId === second.sessionId ? 'two emails without replyTo are one thread' : null
  }),
}

/** A number without its plus. */
function digits(number: unknown): string {
  return String(number).replace(/^\+/, '')
}
