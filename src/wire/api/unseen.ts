import { z } from 'zod'
import { parseIfJson } from '../../base/json/json-text.ts'

/** The protocols over which an agent may call tools that nobody shows. */
export const hidingProtocols = ['a2a', 'chat completions', 'webhook', 'http'] as const

export type HidingProtocol = (typeof hidingProtocols)[number]

/** What the transcript of an answer or a session cannot show. */
export interface Unseen extends z.output<typeof shape> {}

/** The header in which the local service says what a transcript cannot show. Only the local service sends it. */
export const unseenHeader = 'x-local-unseen'

const shape = z.object({
  /** The calls of the phase during: the protocol over which the agent was asked. */
  calls: z.enum(hidingProtocols).exactOptional(),
  /** The calls (call_id) of which nothing says whether they succeeded; `*` where there are too many to name. */
  success: z.union([z.array(z.string()) as z.ZodType<readonly string[]>, z.literal('*')]).exactOptional(),
})

/** How many calls the header names: clients and proxies accept 8 to 16 kB of headers in total. */
const mostNamed = 100

/** It as the value of a header. */
export function writeUnseen({ success = [], ...rest }: Unseen): string {
  return JSON.stringify({
    ...rest,
    ...(success.length === 0 ? {} : { success: success.length > mostNamed ? '*' : success }),
  })
}

/** What a header says; undefined if it is missing or unreadable. */
export function readUnseen(header: string | null): Unseen | undefined {
  return header === null ? undefined : shape.safeParse(parseIfJson(header)).data
}

/** What several answers of one session cannot show together. */
export function joinUnseen(one: Unseen | undefined, other: Unseen | undefined): Unseen | undefined {
  if (one === undefined || other === undefined) return one ?? other
  const calls = other.calls ?? one.calls
  const [first = [], second = []] = [one.success, other.success]
  const success = first === '*' || second === '*' ? '*' : [...first, ...second]
  return { ...(calls === undefined ? {} : { calls }), ...(success.length === 0 ? {} : { success }) }
}

const why: Record<HidingProtocol, string> = {
  a2a: 'the calls of an A2A agent cannot be seen: the protocol does not show them',
  'chat completions':
    'the calls of this agent cannot be seen: it is offered no tools, and no answer over chat completions has asked for one',
  webhook:
    'the calls of this agent cannot be seen: its webhook answers with "reply", which does not say what was called; "parts" does',
  http: 'the calls of this agent cannot be seen: calls: of its answer: is missing, or finds none where there may be some',
}

/** Why the calls of an agent cannot be seen, in words. */
export function describeUnseenCalls(protocol: HidingProtocol): string {
  return why[protocol]
}

const whyThoughts: Record<HidingProtocol, string | null> = {
  a2a: 'A2A does not show it',
  'chat completions': null,
  webhook: 'its webhook answers with "reply"; "parts" show it',
  http: 'no mapping of its answer finds any',
}

/** Why the thoughts and summaries of an agent cannot be seen, in words; null where the protocol has a place for them. */
export function describeUnseenThoughts(protocol: HidingProtocol): string | null {
  const because = whyThoughts[protocol]
  return because === null ? null : `what this agent thinks cannot be seen: ${because}`
}
