import { refuse } from '../answer/answer.ts'
import type { ServiceContext } from '../context/context.ts'
import { publishDraft, saveAgent, saveDraft, showAgents } from './agents.ts'
import { moveClock, showClock } from './clock.ts'
import { clearFaults, setFaults, showFaults } from './faults.ts'
import { receiveInbound } from './inbound.ts'
import type { LocalHandler } from './local-call.ts'
import { showOpenApi } from './openapi.ts'
import { showOutbox, stopMessage } from './outbox.ts'
import { showPage, showPageFile } from './page-files.ts'
import { showAttempts, showQueue } from './queue.ts'
import { refuseForeign } from './refuse-foreign.ts'
import { reset } from './reset.ts'
import { serveMedia, serveRecording } from './served-files.ts'
import { showLocalSession, showSessions } from './sessions.ts'
import { showState } from './state.ts'

const routes: [method: string, path: RegExp, handler: LocalHandler][] = [
  ['GET', /^\/openapi\.json$/, showOpenApi],
  ['GET', /^\/_local\/?$/, showPage],
  ['GET', /^\/_local\/(page\.css)$/, showPageFile],
  ['GET', /^\/_local\/page\/((?:console|kit)\/[\w-]+\.js)$/, showPageFile],
  ['GET', /^\/_local\/media\/([^/]+)$/, serveMedia],
  ['GET', /^\/_local\/recordings\/([^/]+)\.wav$/, serveRecording],
  ['GET', /^\/_local\/state$/, showState],
  ['GET', /^\/_local\/sessions$/, showSessions],
  ['GET', /^\/_local\/sessions\/([^/]+)$/, showLocalSession],
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
  ['PUT', /^\/_local\/agents\/([^/]+)$/, saveAgent],
  ['PUT', /^\/_local\/agents\/([^/]+)\/draft$/, saveDraft],
  ['POST', /^\/_local\/agents\/([^/]+)\/publish$/, publishDraft],
]

/** Serves what the local service has beside the interface: its clock, outbox, queue, faults, agents, media, its page and the OpenAPI document. No key is asked for; requests of other web pages are refused. */
export async function serveLocal(context: ServiceContext, request: Request): Promise<Response> {
  const url = new URL(request.url)
  const foreign = refuseForeign(request, url)
  if (foreign !== null) return refuse(foreign)
  const fitting = routes.flatMap(([method, path, handler]) => {
    const found = path.exec(url.pathname)
    return found === null ? [] : [{ method, handler, parameter: found[1] }]
  })
  const asked = request.method === 'HEAD' ? 'GET' : request.method
  const route = fitting.find(({ method }) => method === asked)
  if (route !== undefined) return route.handler({ request, url, context, parameter: decode(route.parameter ?? '') })
  if (fitting.length === 0) return refuse({ errorCode: 'localRouteNotFound', message: 'there is no such path' })
  const message = `${request.method} is not served here; ${fitting.map(({ method }) => method).join(', ')} is`
  return refuse({ errorCode: 'localMethodNotAllowed', message })
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text // a lone percent sign: no name of ours holds one, so that it is simply not found
  }
}
