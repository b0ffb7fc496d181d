import fc from 'fast-check'
import { isJsonObject, type JsonObject, type JsonValue } from '../../../base/json/json.ts'
import { callRequestShape } from '../../api/call.ts'
import { chatRequestShape } from '../../api/chat.ts'
import type { OperationId } from '../../api/operation.ts'
import { membersOf } from '../../api/shape.ts'
import { nodeTriggerRequestShape, workflowCallRequestShape, workflowDeleteRequestShape } from '../../api/workflow.ts'
import type { BaseName } from '../requests/valid-requests.ts'
import type { RequestEdit } from '../world/contract-request.ts'
import type { ReadRequest } from '../world/reading.ts'
import { type AgentFacts, linesOf, type WorkspaceFacts, type World } from '../world/world.ts'

/** How a rule about one request is tried. The outcomes it allows are in its row of the rule table. */
export interface RequestCheck {
  /** The valid requests to start from. */
  from: readonly BaseName[]
  /** Edits that bring a request under the rule; null if the workspace lacks what they need. */
  edits(world: World): fc.Arbitrary<RequestEdit> | null
  /** Whether a request falls under the rule: the oracle's half, which never sees how the request was drawn. */
  applies(reading: ReadRequest): boolean
}

/** Edits to draw from; none or null if the workspace lacks what they need. */
type Edits = readonly RequestEdit[] | fc.Arbitrary<RequestEdit> | null

type Applies = RequestCheck['applies']

/** What writes checks of one kind of request: these are the valid requests they start from, unless a check has its own. */
export function checksOf(from: readonly BaseName[], isKind: Applies = () => true) {
  return (
    edits: Edits | ((world: World) => Edits),
    applies: Applies = () => true,
    own: readonly BaseName[] = from,
  ): RequestCheck => ({
    from: own,
    edits(world) {
      const arbitrary = typeof edits === 'function' ? edits(world) : edits
      if (arbitrary === null || arbitrary instanceof fc.Arbitrary) return arbitrary
      return arbitrary.length === 0 ? null : fc.constantFrom(...arbitrary)
    },
    applies: (reading) => isKind(reading) && applies(reading),
  })
}

export type RequestChecks = Readonly<Record<string, RequestCheck>>

/** Whether it is a chat trigger with a readable body. */
export function isChat({ request, bodyKind }: ReadRequest): boolean {
  return request.operation === 'chat.trigger' && bodyKind === 'object'
}

export function isInline(reading: ReadRequest): boolean {
  return isChat(reading) && reading.mode === 'inline'
}

export function isDispatch(reading: ReadRequest): boolean {
  return isChat(reading) && reading.mode === 'dispatch'
}

/** Whether it messages a customer over an enabled channel of a type. */
export function isDispatchOver(reading: ReadRequest, ...types: string[]): boolean {
  return isDispatch(reading) && reading.channel !== null && types.includes(reading.channel.type)
}

/** The WhatsApp options; empty if they are not an object. */
export function whatsappOptionsOf({ body }: ReadRequest): JsonObject {
  return isJsonObject(body.whatsappOptions) ? body.whatsappOptions : {}
}

/** The email options; empty if they are not an object. */
export function emailOptionsOf({ body }: ReadRequest): JsonObject {
  return isJsonObject(body.emailOptions) ? body.emailOptions : {}
}

export function isText(value: JsonValue | undefined): value is string {
  return typeof value === 'string' && value !== ''
}

/** Whether a workspace has a channel of this name, enabled or not, ignoring case and surrounding blanks. */
export function knowsChannel({ channels }: WorkspaceFacts, name: JsonValue | undefined): boolean {
  const folded = typeof name === 'string' ? name.trim().toLowerCase() : undefined
  return channels.some((channel) => channel.name.trim().toLowerCase() === folded)
}

/** The agent that answers a chat: the one named, or the channel's; null if it is unknown. */
export function agentOf({ facts, body, channel }: ReadRequest): AgentFacts | null {
  const name = body.agentName === undefined ? channel?.agent : body.agentName
  return facts.agents.find((agent) => agent.name === name) ?? null
}

export function isCallerNumber(facts: WorkspaceFacts, number: JsonValue): boolean {
  return linesOf(facts).some(({ numbers }) => numbers.includes(String(number).replace(/^\+/, '')))
}

/** Whether a text is a phone number with a country code: digits, with or without a plus. */
export function isPhoneNumber(text: string): boolean {
  return /^\+?\d{7,15}$/.test(text)
}

export type VersionReading =
  | 'fine'
  | 'negative'
  | 'no whole number'
  | 'not there'
  | 'no draft'
  | 'draft of a call'
  | 'another word'

/** Reads a version as the interface states its forms: `default`, `draft` (chat), or a number of at least 0 (Versioning). */
export function readVersion(
  value: JsonValue | undefined,
  agent: AgentFacts | null,
  operation: 'chat' | 'call',
): VersionReading {
  if (typeof value !== 'string' && typeof value !== 'number') return 'fine' // absent, or a matter of types
  if (value === 'draft' && operation === 'call') return 'draft of a call'
  if (value === 'draft') return agent === null || agent.draft ? 'fine' : 'no draft'
  if (value === 'default') return agent === null || agent.published !== null ? 'fine' : 'not there'
  const number = typeof value === 'number' ? value : /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : Number.NaN
  if (typeof value === 'string' && String(number) !== value) return 'another word'
  if (number < 0) return 'negative'
  if (!Number.isSafeInteger(number)) return 'no whole number'
  return agent === null || agent.versions.includes(number) ? 'fine' : 'not there'
}

/** The members that the interface lists for the body of each operation (Endpoints). */
export const requestMembers: Record<OperationId, readonly string[]> = {
  'session.get': [],
  'blueprints.get': [],
  'chat.trigger': membersOf(chatRequestShape),
  'call.trigger': membersOf(callRequestShape),
  'workflow.call': membersOf(workflowCallRequestShape),
  'workflow.delete': membersOf(workflowDeleteRequestShape),
  'node.trigger': membersOf(nodeTriggerRequestShape),
}

/** Whether every member of a body is one that the interface lists for the operation. */
export function isDocumented(operation: OperationId, body: JsonObject): boolean {
  return Object.keys(body).every((name) => requestMembers[operation].includes(name))
}
