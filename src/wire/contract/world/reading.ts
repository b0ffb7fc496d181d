import { isJsonObject, type JsonObject, type JsonValue } from '../../../base/json/json.ts'
import { parseIfJson } from '../../../base/json/json-text.ts'
import { unescapeText } from '../../../base/secrets/secret-keys.ts'
import { operations } from '../../api/operation.ts'
import type { ContractRequest } from './contract-request.ts'
import type { ChannelFacts, KnownSession, WorkspaceFacts, World } from './world.ts'

/** A request as the oracle reads it, from what is sent and what is known about the workspace of its key. */
export interface ReadRequest {
  request: ContractRequest
  /** The workspace that the key opens; our own if the key opens none. */
  facts: WorkspaceFacts
  elsewhere: WorkspaceFacts | null
  /** The decoded path parameter; null if the path is not the operation's. */
  parameter: string | null
  /** The members of the body; empty unless `bodyKind` is `object`. */
  body: JsonObject
  bodyKind: 'none' | 'object' | 'other' | 'unreadable'
  /** Whether the text of the body says more than its value, for example because a member occurs twice. */
  bodyIsOdd: boolean
  /** What the chat trigger asks for; `unclear` if doReturnResponse is not a boolean. */
  mode: 'inline' | 'dispatch' | 'unclear'
  /** The enabled channel that the body names exactly. */
  channel: ChannelFacts | null
  /** The known session with an id, and whether it is in the workspace of the key. */
  session(id: JsonValue | undefined): (KnownSession & { home: boolean }) | null
}

export function readRequest(request: ContractRequest, { subject, sessions }: World): ReadRequest {
  const foreign = request.credential === 'other' && subject.other !== null
  const facts = foreign && subject.other !== null ? subject.other : subject.own
  const value = request.body === null ? undefined : parseIfJson(request.body)
  const body = isJsonObject(value) ? value : {}
  return {
    request,
    facts,
    elsewhere: foreign ? subject.own : subject.other,
    parameter: parameterOf(request),
    body,
    bodyKind:
      request.body === null ? 'none' : value === undefined ? 'unreadable' : isJsonObject(value) ? 'object' : 'other',
    bodyIsOdd: value !== undefined && request.body !== null && JSON.stringify(value) !== request.body,
    mode: modeOf(body),
    channel: facts.channels.find(({ name, enabled }) => enabled && name === body.communicationChannel) ?? null,
    session(id) {
      const match = sessions.find((each) => each.id === id)
      return match === undefined ? null : { ...match, home: match.workspace === (foreign ? 'other' : 'own') }
    },
  }
}

function modeOf({ doReturnResponse }: JsonObject): ReadRequest['mode'] {
  if (doReturnResponse === undefined || doReturnResponse === false) return 'dispatch'
  return doReturnResponse === true ? 'inline' : 'unclear'
}

/** A request's decoded path parameter, empty if it has none; null if the path is not the operation's. */
export function parameterOf({ operation, path }: ContractRequest): string | null {
  const [before = '', after] = operations[operation].path.split(/\{\w+\}/)
  if (after === undefined) return path === before ? '' : null
  if (!path.startsWith(before)) return null
  return unescapeText(path.slice(before.length)) // one with a stray percent sign names nothing that exists
}
