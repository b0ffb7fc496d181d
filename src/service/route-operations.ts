import { Hono } from 'hono'
import { type Operation, type OperationId, operations } from '../wire/api/operation.ts'
import { type Refusal, refuse } from './answer/answer.ts'
import { warnOnce } from './answer/warn-once.ts'
import type { ServiceCall, ServiceContext } from './context/context.ts'
import { strikeRequest } from './faults/strike.ts'
import { handlers } from './routes/routes.ts'
import { type Authentication, refuseKey } from './rules/authenticate.ts'
import { refuseStorage, storageFailureOf } from './store/store.ts'

/** The host of the interface that a request came to; `both` if one origin serves as both. */
export type HostSide = 'base' | 'workflow' | 'both'

/** The operations of one host, and the service's own additions: /_local and /openapi.json. */
export function routeOperations(
  context: ServiceContext,
  authenticate: (key: string | null) => Authentication,
  side: HostSide,
): Hono {
  const app = new Hono({ strict: false })
  const served = (Object.entries(operations) as [OperationId, Operation][]).filter(
    ([, { host }]) => side === 'both' || host === 'both' || host === side,
  )
  const serve = (id: OperationId, request: Request, parameter: string): Response | Promise<Response> => {
    const faults = context.faults.strike(id)
    const carryOut = (): Response | Promise<Response> => {
      const authenticated = authenticate(keyOf(id, request))
      if (!authenticated.ok) return refuseKey(id, authenticated.refusal, context.ambiguity, request)
      const call: ServiceCall = {
        request,
        parameter,
        workspace: authenticated.workspace,
        context,
        faults,
        decisions: [],
      }
      return handlers[id](call)
    }
    return faults.length === 0 ? carryOut() : strikeRequest(faults, id, carryOut)
  }
  for (const [id, { method, path }] of served) {
    const pattern = path.replace(/\{(\w+)\}$/, ':parameter{[\\s\\S]+}')
    app.on(method, pattern, (c) => serve(id, c.req.raw, c.req.param('parameter' as never) ?? ''))
  }
  if (side !== 'workflow') app.get('/api/session/fetch', (c) => serve('session.get', c.req.raw, ''))
  const local = async (request: Request): Promise<Response> =>
    (await import('./local/local-routes.ts')).serveLocal(context, request)
  for (const path of ['/_local', '/_local/*', '/openapi.json']) app.all(path, (c) => local(c.req.raw))
  app.notFound((c) => refuse(unknownPath(c.req.method, c.req.path, served)))
  app.onError((error) => {
    const stored = storageFailureOf(error)
    if (stored !== null) return refuse(refuseStorage(stored))
    if (error === context.closing.reason)
      return refuse({ errorCode: 'localAgentErrored', message: error.message, layer: 'service' })
    warnOnce(`the local service has a defect: ${error.stack ?? error.message}`)
    return refuse({ errorCode: 'internalError', message: 'the local service has a defect' })
  })
  return app
}

function keyOf(id: OperationId, request: Request): string | null {
  if (operations[id].key === 'x-api-key') return request.headers.get('x-api-key')
  return /^Bearer (.+)$/i.exec(request.headers.get('authorization') ?? '')?.[1] ?? null
}

function unknownPath(method: string, path: string, served: readonly [OperationId, Operation][]): Refusal {
  const isKnown = served.some(([, operation]) =>
    new RegExp(`^${operation.path.replace(/\{\w+\}/, '[^/]+')}/?$`).test(path),
  )
  return isKnown
    ? { errorCode: 'localMethodNotAllowed', message: `${method} is not served here`, decision: 'ENV-17' }
    : { errorCode: 'localRouteNotFound', message: 'there is no such path', decision: 'ENV-17' }
}
