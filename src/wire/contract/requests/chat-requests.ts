import fc from 'fast-check'
import type { JsonObject, JsonValue } from '../../../base/json/json.ts'
import { draftOf, type RequestDraft } from '../world/contract-request.ts'
import { type AgentFacts, type ChannelFacts, sessionsOf, talkers, type World } from '../world/world.ts'
import {
  customerEmail,
  customerNumber,
  details,
  hour,
  instant,
  pickMembers,
  plainText,
  writeInstant,
  zone,
} from './interesting-values.ts'

/** Valid chat triggers that return the reply inline; null if no agent is known. */
export function inlineRequests(world: World): fc.Arbitrary<RequestDraft> | null {
  const { reach } = world.subject
  const agents = talkers(world)
  if (agents.length === 0) return null
  const labels = reach === 'everything' ? { customerNumber, customerEmail } : {}
  return fc
    .constantFrom(...agents)
    .chain((agent) => {
      const open = world.sessions.filter((each) => each.workspace === 'own' && each.kind === 'inline')
      const continued = open.filter((each) => each.agent === agent.name).map(({ id }) => id)
      const required = {
        doReturnResponse: fc.constant(true),
        agentName: fc.constant(agent.name),
        message: fc.oneof({ weight: 3, arbitrary: plainText }, ...agent.messages.map((text) => fc.constant(text))),
      }
      const optional = { metadata: details, chatOptions: pickMembers({}, { additionalContext: plainText }), ...labels }
      const fresh = pickMembers(required, { ...optional, agentVersion: versionOf(agent, true) })
      if (continued.length === 0) return fresh
      // a session continues with its own version: asking for another is an open point (CHA-32)
      return fc.oneof(
        { withCrossShrink: true },
        fresh,
        pickMembers({ ...required, sessionId: fc.constantFrom(...continued) }, optional),
      )
    })
    .map((body) => draftOf('chat.trigger', body))
}

const links = fc.subarray(['https://example.com/a.pdf', 'https://example.com/b.png?c=1&d=%20'])

/** The kinds of dispatch, by channel and message type. */
export type DispatchForm = 'waPrompt' | 'waSay' | 'waTemplate' | 'webPrompt' | 'emailPrompt' | 'emailSay'

/** Valid chat triggers that message a customer; null if the workspace has no channel for them. */
export function dispatchRequests(world: World, form: DispatchForm): fc.Arbitrary<RequestDraft> | null {
  const { channels, agents } = world.subject.own
  const fitting = channels.filter((channel) => isFit(channel, form))
  if (fitting.length === 0 || world.subject.reach !== 'everything') return null
  return fc.constantFrom(...fitting).chain((channel) => {
    const agent = agents.find(({ name }) => name === channel.agent)
    return pickMembers(
      {
        communicationChannel: fc.constant(channel.name),
        ...(channel.type === 'email' ? { customerEmail } : { customerNumber }),
        ...requiredOptions(channel, form),
      },
      {
        ...optionalOptions(form, sessionsOf(world, 'own', 'email')),
        ...(agent === undefined ? {} : { agentName: fc.constant(agent.name), agentVersion: versionOf(agent, true) }),
        ...(channel.type === 'waChat' ? { agentNumber: fc.constantFrom(...channel.numbers) } : {}),
        metadata: details,
        attachments: links,
        scheduleTime: instant.map(writeInstant),
        startWorkingHour: hour.filter((text) => text < '12:00'),
        endWorkingHour: hour.filter((text) => text > '12:00'),
        timezone: zone,
        doReturnResponse: fc.constant(false),
      },
    ).map((body) => draftOf('chat.trigger', body))
  })
}

function isFit({ enabled, type, numbers, email, agent, templates }: ChannelFacts, form: DispatchForm): boolean {
  if (!enabled || agent === null) return false
  if (form === 'webPrompt') return type === 'webChat'
  if (form === 'emailPrompt' || form === 'emailSay') return type === 'email' && email !== null
  return type === 'waChat' && numbers.length > 0 && (form !== 'waTemplate' || (templates?.length ?? 0) > 0)
}

function requiredOptions(channel: ChannelFacts, form: DispatchForm): Record<string, fc.Arbitrary<JsonValue>> {
  if (form === 'waSay')
    return { whatsappOptions: pickMembers({ messageType: fc.constant('say'), message: plainText }, {}) }
  if (form === 'emailSay')
    return { emailOptions: pickMembers({ messageType: fc.constant('say'), body: plainText }, { subject: plainText }) }
  if (form !== 'waTemplate') return {}
  const templateId = fc.constantFrom(...(channel.templates ?? []))
  const optional = { templateLanguage: fc.constantFrom('en', 'de'), templateVariables: details }
  return { whatsappOptions: pickMembers({ messageType: fc.constant('template'), templateId }, optional) }
}

function optionalOptions(form: DispatchForm, threads: readonly string[]): Record<string, fc.Arbitrary<JsonObject>> {
  const prompt = { messageType: fc.constant('prompt'), additionalContext: plainText }
  if (form === 'waPrompt') return { whatsappOptions: pickMembers({}, prompt) }
  if (form === 'webPrompt') return { whatsappOptions: pickMembers({}, { additionalContext: plainText }) }
  if (form !== 'emailPrompt') return {}
  const cc = fc.array(customerEmail, { minLength: 1, maxLength: 2 }).map((all) => all.join(','))
  const replyTo = threads.length === 0 ? {} : { replyTo: fc.constantFrom(...threads) }
  return { emailOptions: pickMembers({}, { ...prompt, subject: plainText, cc, bcc: cc, ...replyTo }) }
}

/** Versions that an agent has: `default`, numbers as numbers and in digits, and `draft` for chat. */
export function versionOf(agent: AgentFacts, forChat: boolean): fc.Arbitrary<string | number> {
  const words = forChat && agent.draft ? ['default', 'draft'] : ['default']
  return fc.constantFrom<(string | number)[]>(...words, ...agent.versions, ...agent.versions.map(String))
}
