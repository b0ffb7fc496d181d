import { z } from 'zod'
import type { JsonObject } from '../../base/json/json.ts'
import { unescapeText } from '../../base/secrets/secret-keys.ts'
import { type AgentVersion, jsonObject } from '../../wire/api/member-shapes.ts'
import { buildOpenApi } from '../../wire/openapi/build-openapi.ts'
import { resolveVersion } from '../agents/find-version.ts'
import { type Refusal, refuse } from '../answer/answer.ts'
import type { ServiceContext } from '../context/context.ts'
import { faultsShape } from '../faults/fault.ts'
import { readLocalAddress } from '../media/local-media.ts'
import { placeholderFile, recordSpeech } from '../media/made-up-files.ts'
import { isLinkValid } from '../media/sign-links.ts'
import { buildSession } from '../routes/build-session.ts'
import type { CallRecord } from '../store/store.ts'
import { showInstant } from '../time/clock.ts'
import { changeAgent, type SavedChange, saveChange } from '../workspace/saved-agents.ts'
import type { Workspace } from '../workspace/workspace.ts'
import { receiveInbound } from './inbound.ts'
import {
  buildMessage,
  showLocalSession,
  showOutbox,
  showSessions,
  showToolState,
  showToolStateBefore,
  stopMessage,
  summariseSession,
} from './listings.ts'
import {
  answerJson,
  type LocalCall,
  type LocalHandler,
  listRecords,
  refuseUnknown,
  withBody,
  workspaceOf,
} from './local-call.ts'
import { clockOf, moveClock, showClock } from './move-clock.ts'
import { showAsSuite, tryMessage } from './page-actions.ts'
import { showPage, showPageFile } from './page-files.ts'
import { seedSession } from './seed-session.ts'

/** `GET /openapi.json`: the interface as an OpenAPI 3.1 document, with the requested address as its server. */
const showOpenApi: LocalHandler = ({ url }) => answerJson(buildOpenApi(url.origin))

/** `POST /_local/reset`: deletes every session, call and message, and all faults; workspaces and the clock stay. */
const reset: LocalHandler = ({ context }) => {
  context.store.transact(() => context.store.clear())
  context.faults.set([])
  return answerJson({ reset: true })
}

/** `GET /_local/agents`: the agents of all workspaces with their versions. */
const showAgents: LocalHandler = ({ context }) =>
  answerJson({ workspaces: context.directory.all().map(describeWorkspace) })

/** `PUT /_local/agents/{agent}` with an agent as in its file; `?workspace=` selects one of several. */
const saveAgent: LocalHandler = withBody<JsonObject>(jsonObject, (call, body) => {
  const definition = { agent: call.parameter, ...body }
  if (definition.agent !== call.parameter)
    return refuse({ errorCode: 'validationError', message: 'agent: expected the name that is in the path' })
  return change(call, ({ name }) => ({ kind: 'agent', workspace: name, stated: definition }))
})

/** `PUT /_local/agents/{agent}/draft` with a version in the format of the agent's file: replaces the saved draft. */
const saveDraft: LocalHandler = withBody<JsonObject>(jsonObject, (call, agentJson) =>
  change(call, ({ name }) => ({ kind: 'draft', workspace: name, agent: call.parameter, stated: agentJson })),
)

const most = 200

/** `GET /_local/state`: all data of the page, at most 200 of each kind. */
const showState: LocalHandler = ({ context }) => {
  const { store, directory, faults } = context
  return answerJson({
    clock: clockOf(context),
    workspaces: directory.all().map(describeWorkspace),
    sessionCount: store.countSessions(),
    sessions: listRecords(store.newestSessions(most), (record) => summariseSession(store, record)),
    queue: listRecords(store.openCalls().slice(0, most), showCall),
    outbox: listRecords(store.newestMessages(most), buildMessage),
    faults: faults.list(),
  })
}

/** A workspace without its keys. */
function describeWorkspace({ name, agents, channels }: Workspace): object {
  return {
    name,
    agents: agents.map((agent) => ({
      name: agent.name,
      agentId: agent.agentId,
      published: agent.published,
      versions: [...agent.versions.keys()],
      draft: agent.draft !== null,
    })),
    channels: channels.map((channel) => ({ name: channel.name, type: channel.type, enabled: channel.enabled })),
  }
}

/** `GET /_local/queue`: waiting calls in the order they would be placed, then those on the line. */
const showQueue: LocalHandler = ({ context }) => answerJson({ calls: listRecords(context.store.openCalls(), showCall) })

/** `GET /_local/calls/{callId}`: a call and the sessions of its attempts, first one first. */
const showAttempts: LocalHandler = ({ context, parameter, url }) => {
  const { store } = context
  const call = store.call(parameter)
  if (call === undefined) return refuseUnknown('there is no call of this id')
  const attempts = store.newestSessions(100_000).filter((session) => session.call?.callId === call.callId)
  return answerJson({
    call: showCall(call),
    attempts: listRecords(attempts.reverse(), (session) => buildSession(context, session, url.origin)),
  })
}

function showCall({ due, connectedAt, ...call }: CallRecord): object {
  return {
    ...call,
    due: due === null ? null : showInstant(due),
    connectedAt: connectedAt === null ? null : showInstant(connectedAt),
  }
}

/** `POST /_local/agents/{agent}/ready?version=`: loads the agent's code; what is broken there is said in its turns. */
const loadAgent: LocalHandler = async ({ context, url, parameter }) => {
  const agent = workspaceOf(context, parameter)?.agents.find(({ name }) => name === parameter)
  if (agent === undefined) return refuseUnknown(`there is no agent "${parameter}"`)
  const resolved = resolveVersion(agent, (url.searchParams.get('version') ?? 'default') as AgentVersion)
  const from = resolved.ok && resolved.version.behaviour.kind === 'code' ? resolved.version.behaviour.from : null
  if (from !== null && typeof from !== 'function') await context.agentCode.now().warm(from)
  return answerJson({ ready: true })
}

const publishing = z.strictObject({ version: z.int().min(0).exactOptional() })

/** `POST /_local/agents/{agent}/publish`: `{}` publishes the draft, `{ version }` makes that the default. */
const publishDraft: LocalHandler = withBody(publishing, (call, { version = null }) =>
  change(call, ({ name }) => ({ kind: 'publish', workspace: name, agent: call.parameter, number: version })),
)

function change({ context, url, parameter }: LocalCall, make: (workspace: Workspace) => SavedChange): Response {
  const workspaceName = url.searchParams.get('workspace')
  const workspace = workspaceOf(context, parameter, workspaceName ?? undefined)
  if (workspace === undefined) return refuseUnknown(`there is no workspace "${workspaceName}"`)
  const savedChange = make(workspace)
  const refused = changeAgent(workspace, savedChange)
  if (refused !== null) return refuse({ errorCode: 'validationError', message: refused.reason })
  saveChange(context.store, savedChange)
  return answerJson(describeWorkspace(workspace))
}

/** Customers may choose the name of a file and agents its type, so no browser may run its content. */
const inert = { 'content-security-policy': "default-src 'none'; sandbox" }

const expired = {
  errorCode: 'localLinkExpired',
  message: 'the link has expired or is not signed',
  decision: 'SES-31',
} as const

/** `GET /_local/media/{name}` by a signed link: a small file of the type that its item states. */
const serveMedia: LocalHandler = ({ url, context }) => {
  if (!isLinkValid(url, context.clock.now(), context.secret)) return refuse(expired)
  const { name, type: promised } = readLocalAddress(url.pathname.split('/').at(-1) ?? '')
  const { type, bytes } = placeholderFile(name, promised)
  return new Response(bytes, { headers: { 'content-type': type, 'x-content-type-options': 'nosniff', ...inert } })
}

/** `GET /_local/recordings/{sessionId}.wav` by a signed link: as long as the call, a tone for whoever speaks. */
const serveRecording: LocalHandler = ({ url, parameter, context }) => {
  if (!isLinkValid(url, context.clock.now(), context.secret)) return refuse(expired)
  const session = context.store.session(parameter)
  if (session?.call?.recorded !== true) return refuseUnknown('there is no recording')
  const bytes = recordSpeech(context.store.transcript(parameter), session.time, session.call.duration ?? 0)
  return new Response(bytes, { headers: { 'content-type': 'audio/wav' } })
}

const shape = z.strictObject({ faults: faultsShape })

/** `GET /_local/faults`. */
const showFaults: LocalHandler = ({ context }) => answerJson({ faults: context.faults.list() })

/** `PUT /_local/faults` with `{ faults: [...] }` replaces all faults; their counts restart. */
const setFaults: LocalHandler = withBody(shape, ({ context }, { faults }) => {
  context.faults.set(faults)
  return answerJson({ faults: context.faults.list() })
})

/** `DELETE /_local/faults`. */
const clearFaults: LocalHandler = ({ context }) => {
  context.faults.set([])
  return answerJson({ faults: [] })
}

const routes: [method: string, path: RegExp, handler: LocalHandler][] = [
  ['GET', /^\/openapi\.json$/, showOpenApi],
  ['GET', /^\/_local\/?$/, showPage],
  ['GET', /^\/_local\/(page\.css)$/, showPageFile],
  ['GET', /^\/_local\/page\/((?:console|kit)\/[\w-]+\.js)$/, showPageFile],
  ['GET', /^\/_local\/media\/([^/]+)$/, serveMedia],
  ['GET', /^\/_local\/recordings\/([^/]+)\.wav$/, serveRecording],
  ['GET', /^\/_local\/state$/, showState],
  ['GET', /^\/_local\/sessions$/, showSessions],
  ['POST', /^\/_local\/sessions$/, seedSession],
  ['GET', /^\/_local\/sessions\/([^/]+)$/, showLocalSession],
  ['GET', /^\/_local\/sessions\/([^/]+)\/state$/, showToolState],
  ['GET', /^\/_local\/sessions\/([^/]+)\/suite$/, showAsSuite],
  ['GET', /^\/_local\/clock$/, showClock],
  ['POST', /^\/_local\/clock$/, moveClock],
  ['GET', /^\/_local\/outbox$/, showOutbox],
  ['DELETE', /^\/_local\/outbox\/([^/]+)$/, stopMessage],
  ['GET', /^\/_local\/queue$/, showQueue],
  ['GET', /^\/_local\/calls\/([^/]+)$/, showAttempts],
  ['GET', /^\/_local\/faults$/, showFaults],
  ['PUT', /^\/_local\/faults$/, setFaults],
  ['DELETE', /^\/_local\/faults$/, clearFaults],
  ['POST', /^\/_local\/reset$/, reset],
  ['POST', /^\/_local\/inbound$/, receiveInbound],
  ['GET', /^\/_local\/agents$/, showAgents],
  ['GET', /^\/_local\/agents\/([^/]+)\/state$/, showToolStateBefore],
  ['POST', /^\/_local\/agents\/([^/]+)\/ready$/, loadAgent],
  ['PUT', /^\/_local\/agents\/([^/]+)$/, saveAgent],
  ['PUT', /^\/_local\/agents\/([^/]+)\/draft$/, saveDraft],
  ['POST', /^\/_local\/agents\/([^/]+)\/publish$/, publishDraft],
  ['POST', /^\/_local\/agents\/([^/]+)\/try$/, tryMessage],
]

/** Serves the local service's own paths without a key; requests from other web pages are refused. */
export async function serveLocal(context: ServiceContext, request: Request): Promise<Response> {
  const url = new URL(request.url)
  const foreign = refuseForeign(request, url)
  if (foreign !== null) return refuse(foreign)
  const fitting = routes.flatMap(([method, path, handler]) => {
    const match = path.exec(url.pathname)
    return match === null ? [] : [{ method, handler, parameter: match[1] }]
  })
  const verb = request.method === 'HEAD' ? 'GET' : request.method
  const route = fitting.find(({ method }) => method === verb)
  if (route !== undefined)
    return route.handler({ request, url, context, parameter: unescapeText(route.parameter ?? '') })
  if (fitting.length === 0) return refuse({ errorCode: 'localRouteNotFound', message: 'there is no such path' })
  const message = `${request.method} is not served here; ${fitting.map(({ method }) => method).join(', ')} is`
  return refuse({ errorCode: 'localMethodNotAllowed', message })
}

/** Refuses requests that a web page of another origin sends from a browser: no key protects these paths. */
function refuseForeign(request: Request, url: URL): Refusal | null {
  const origin = request.headers.get('origin')
  const site = request.headers.get('sec-fetch-site')
  const navigates = request.method === 'GET' && request.headers.get('sec-fetch-mode') === 'navigate'
  if ((origin === null || origin === url.origin) && (site !== 'cross-site' || navigates)) return null
  return { errorCode: 'localOriginRefused', message: 'web pages of other origins cannot use this' }
}
