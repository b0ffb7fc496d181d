import { z } from 'zod'
import type { JsonObject, JsonValue } from '../../../base/json/json.ts'
import type { OutputOf } from '../../../base/json/typed-shapes.ts'
import { type OperationId, operations } from '../../api/operation.ts'

const credential = z.enum(['own', 'other', 'bogus', 'empty', 'missing'])

/** Which key a request carries: a name, so that no counterexample ever contains a key. */
export type Credential = z.output<typeof credential>

const requestMembers = {
  operation: z.enum(Object.keys(operations) as [OperationId, ...OperationId[]]),
  host: z.enum(['base', 'workflow']),
  method: z.enum(['GET', 'POST', 'DELETE']),
  path: z.string().meta({ description: 'The path, percent-encoded.' }),
  credential: credential.meta({ description: 'Which key it carries.' }),
  keyHeaders: z.array(z.string()).meta({ description: 'The headers that carry the key, as spelled.' }),
  /** The media type of the body; null sends none. */
  contentType: z.string().nullable(),
  /** The body as text; null for none. */
  body: z.string().nullable(),
}

/** A request as it will be sent, but for key and host. JSON-safe, so that it can be printed and replayed. */
export interface ContractRequest extends OutputOf<typeof requestMembers> {}

export const requestShape: z.ZodType<ContractRequest> = z.object(requestMembers)

/** A request while it is being drawn: valid at first, until edits break it. */
export interface RequestDraft {
  operation: OperationId
  host: 'base' | 'workflow'
  /** The path parameter, not encoded. */
  parameter: string
  credential: Credential
  keyHeaders: string[]
  contentType: string | null
  body: JsonObject | null
  /** Text to send instead of the body. */
  rawBody: string | null
  /** A path to use instead of the operation's. */
  rawPath: string | null
  method: ContractRequest['method']
}

export type RequestEdit = (draft: RequestDraft) => RequestDraft

/** A valid request with the own workspace's key, which the node trigger has under both headers (AUT-15). */
export function draftOf(operation: OperationId, body: JsonObject | null, parameter = ''): RequestDraft {
  const { method, host, key } = operations[operation]
  return {
    operation,
    method,
    host: host === 'workflow' ? 'workflow' : 'base',
    parameter,
    credential: 'own',
    keyHeaders: key === 'bearer' ? ['authorization', 'x-api-key'] : ['x-api-key'],
    contentType: body === null ? null : 'application/json',
    body,
    rawBody: null,
    rawPath: null,
  }
}

export function finishDraft(draft: RequestDraft): ContractRequest {
  const { operation, method, host, parameter, credential, keyHeaders, contentType, body, rawBody, rawPath } = draft
  return {
    operation,
    host,
    method,
    path: rawPath ?? operations[operation].path.replace(/\{\w+\}/, () => encodeURIComponent(parameter)),
    credential,
    keyHeaders,
    contentType,
    body: rawBody ?? (body === null ? null : JSON.stringify(body)),
  }
}

export const leave: RequestEdit = (draft) => draft

/** Sets a member of the body; `a.b` reaches into an object member, which is created if it is missing. */
export function putMember(path: string, value: JsonValue): RequestEdit {
  const [outer = '', inner] = path.split('.')
  return (draft) => {
    const body = draft.body ?? {}
    if (inner === undefined) return { ...draft, body: { ...body, [outer]: value } }
    const object = body[outer]
    const members = typeof object === 'object' && object !== null && !Array.isArray(object) ? object : {}
    return { ...draft, body: { ...body, [outer]: { ...members, [inner]: value } } }
  }
}

/** Changes parts of a request other than members of its body. */
export function change(parts: Partial<RequestDraft>): RequestEdit {
  return (draft) => ({ ...draft, ...parts })
}

/** Edits that set a member, one for each of these values. */
export function setEach(path: string, ...values: JsonValue[]): RequestEdit[] {
  return values.map((value) => putMember(path, value))
}

/** Leaves a member of the body out; `a.b` reaches into an object member. */
export function omitMember(path: string): RequestEdit {
  const [outer = '', inner] = path.split('.')
  return (draft) => {
    const { [outer]: object, ...rest } = draft.body ?? {}
    if (inner === undefined) return { ...draft, body: rest }
    if (typeof object !== 'object' || object === null || Array.isArray(object)) return draft
    const { [inner]: _, ...kept } = object
    return { ...draft, body: { ...rest, [outer]: kept } }
  }
}

export function editAll(...edits: readonly RequestEdit[]): RequestEdit {
  return (draft) => edits.reduce((edited, edit) => edit(edited), draft)
}
