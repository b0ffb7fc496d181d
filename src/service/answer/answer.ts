import { type ErrorCode, errorStatus } from '../../wire/api/envelope.ts'
import { type Layer, layerHeader } from '../../wire/api/layer.ts'
import { type Unseen, unseenHeader, writeUnseen } from '../../wire/api/unseen.ts'
import { type Usage, usageHeader, writeUsage } from '../../wire/api/usage.ts'

/** Our own codes for what the interface leaves open; a real service may answer differently. */
const localStatus = {
  localBadRequest: 400,
  localAgentNotFound: 404,
  localAgentVersionNotFound: 404,
  localWorkflowNotFound: 404,
  localQueueEmpty: 404,
  localRouteNotFound: 404,
  localNotFound: 404,
  localMethodNotAllowed: 405,
  localReplayExhausted: 409,
  localSessionFinished: 409,
  localTurnTooLarge: 409,
  localClockRuns: 409,
  localHistoryNotTaken: 409,
  localBodyTooLarge: 413,
  localHostRefused: 421,
  localOriginRefused: 403,
  localLinkExpired: 403,
  localStorageFailed: 507,
  localAgentErrored: 502,
} as const

/** A refusal. Its code determines the status; `decision` is the rule id if the answer rests on a choice of ours. */
export interface Refusal {
  errorCode: ErrorCode | keyof typeof localStatus
  message: string
  decision?: string
  /** A status that overrides the one of the code, if the catalogue says so (NOD-02). */
  status?: number
  /** Some bodies leave errorCode out (AUT-11, BLU-02). */
  bare?: true
  /** Alternatives that the rule allows, for the ambiguity mode; null accepts the request. */
  others?: readonly (Refusal | null)[]
  /** The usage of work that was refused in the end. */
  usage?: readonly Usage[]
  /** For an agent that could not think: the layer that failed. */
  layer?: Layer
}

/** How a failing call trigger fills responseCode: like the HTTP status, or always 200 (ENV-08). */
export type CallEnvelope = 'mirrored' | 'always200'

/** A successful answer; `decisions` are the rules it rests on, `usage` its cost, `unseen` what it cannot show. */
export function accept(
  data: unknown,
  decisions: readonly string[] = [],
  { usage = [], unseen }: { usage?: readonly Usage[]; unseen?: Unseen | undefined } = {},
): Response {
  const response = envelope(200, { responseCode: 200, message: 'success', data }, decisions, usage)
  if (unseen !== undefined) response.headers.set(unseenHeader, writeUnseen(unseen))
  return response
}

/** A refusal; HTTP status and responseCode agree (ENV-02), unless call triggers are configured otherwise (ENV-08). */
export function refuse(refusal: Refusal, callEnvelope: CallEnvelope = 'mirrored'): Response {
  const { errorCode, message, bare, decision, usage, layer } = refusal
  const status = statusOf(refusal)
  const responseCode = callEnvelope === 'always200' ? 200 : status
  const body = { responseCode, ...(bare === true ? {} : { errorCode }), message, data: null }
  const local = errorCode.startsWith('local') ? ['P2'] : []
  const response = envelope(status, body, decision === undefined ? local : [decision], usage)
  if (layer !== undefined) response.headers.set(layerHeader, layer)
  // the rest of the body will not be read
  if (errorCode === 'localBodyTooLarge') response.headers.set('connection', 'close')
  return response
}

function statusOf({ errorCode, status }: Refusal): number {
  if (status !== undefined) return status
  return errorCode in errorStatus
    ? errorStatus[errorCode as ErrorCode]
    : localStatus[errorCode as keyof typeof localStatus]
}

function envelope(status: number, body: object, decisions: readonly string[], usage: readonly Usage[] = []): Response {
  const headers: Record<string, string> = {
    'content-type': 'application/json; charset=utf-8',
    'x-request-id': crypto.randomUUID(),
  }
  if (decisions.length > 0) headers['x-local-decision'] = decisions.join(', ')
  if (usage.length > 0) headers[usageHeader] = writeUsage(usage)
  return new PlainResponse(JSON.stringify(body), { status, headers })
}

/** A response over a string, with a stream only on demand: streams are most of an answer's cost and memory. */
export class PlainResponse extends Response {
  readonly plain: string

  constructor(plain: string, init: ResponseInit) {
    super(null, init)
    this.plain = plain
  }

  override get body(): ReadableStream<Uint8Array<ArrayBuffer>> | null {
    return this.made().body
  }

  override text(): Promise<string> {
    return Promise.resolve(this.plain)
  }

  override bytes(): Promise<Uint8Array<ArrayBuffer>> {
    return this.arrayBuffer().then((buffer) => new Uint8Array(buffer))
  }

  made(): Response {
    return new Response(this.plain, { status: this.status, headers: this.headers })
  }
}

for (const name of ['json', 'arrayBuffer', 'blob', 'clone'] as const)
  Object.defineProperty(PlainResponse.prototype, name, {
    value(this: PlainResponse) {
      return this.made()[name]()
    },
  })
