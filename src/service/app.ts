import { Hono } from 'hono'
import { type OperationId, operations } from '../api/operation.ts'
import { refuse } from './answer.ts'
import { type Clock, systemClock } from './clock.ts'
import type { ServiceContext } from './routes/context.ts'
import { handlers } from './routes/routes.ts'
import { createAuthenticator } from './rules/authenticate.ts'
import { createMemoryStore } from './store/memory-store.ts'
import type { Store } from './store/store.ts'
import type { Workspace } from './workspace/workspace.ts'

/** What a local service is made of. */
export interface ServiceSettings {
  workspaces: readonly Workspace[]
  clock?: Clock
  store?: Store
}

/** The local service: a request in, a response out; it knows no sockets. */
export interface Service {
  fetch(request: Request): Response | Promise<Response>
}

/** Makes the local service (Endpoints). Every answer has the envelope; bad input never becomes a fault. */
export function createService({
  workspaces,
  clock = systemClock,
  store = createMemoryStore(),
}: ServiceSettings): Service {
  const app = new Hono({ strict: false })
  const context: ServiceContext = { clock, store, newId: () => crypto.randomUUID() }
  const authenticate = createAuthenticator(workspaces)
  const serveOperation = (id: OperationId, request: Request, parameter: string): Response | Promise<Response> => {
    const authenticated = authenticate(keyOf(id, request))
    if (authenticated.ok) return handlers[id]({ request, parameter, workspace: authenticated.workspace, context })
    const bare = id === 'blueprints.get' && authenticated.refusal.errorCode === 'apiKeyMissing'
    return refuse({ ...authenticated.refusal, ...(bare ? { bare, decision: 'AUT-11' } : {}) })
  }
  for (const [id, { method, path }] of Object.entries(operations) as [
    OperationId,
    (typeof operations)[OperationId],
  ][]) {
    const pattern = path.replace(/\{(\w+)\}$/, ':parameter{.+}')
    app.on(method, pattern, (c) => serveOperation(id, c.req.raw, c.req.param('parameter' as never) ?? ''))
  }
  app.get('/api/session/fetch', (c) => serveOperation('session.get', c.req.raw, ''))
  app.notFound((c) =>
    refuse(
      isKnownPath(c.req.path)
        ? { errorCode: 'localMethodNotAllowed', message: `${c.req.method} is not served here` }
        : { errorCode: 'localRouteNotFound', message: 'there is no such path' },
    ),
  )
  app.onError(() => refuse({ errorCode: 'internalError', message: 'the local service has a defect' }))
  return { fetch: (request) => app.fetch(request) }
}

function keyOf(id: OperationId, request: Request): string | null {
  if (operations[id].key === 'x-api-key') return request.headers.get('x-api-key')
  return /^Bearer (.+)$/i.exec(request.headers.get('authorization') ?? '')?.[1] ?? null
}

function isKnownPath(path: string): boolean {
  return Object.values(operations).some((operation) =>
    new RegExp(`^${operation.path.replace(/\{\w+\}/, '[^/]+')}/?$`).test(path),
  )
}
