import { createService, type Service, type ServiceSettings } from '../../src/service/app.ts'
import type { HostSide } from '../../src/service/route-operations.ts'
import type { Store } from '../../src/service/store/store.ts'
import { createFrozenClock } from '../../src/service/time/clock.ts'
import { envelopeShape } from '../../src/wire/api/envelope.ts'
import type { Session } from '../../src/wire/api/session.ts'
import { checkShape } from '../../src/wire/api/shape.ts'
import { bases } from './rules.ts'
import { conformanceWorkspaces } from './workspaces.ts'

/** An answer, as checks look at it. */
export interface Reply {
  status: number
  code: string | null | undefined
  headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: answers are looked into member by member
  body: any
  // biome-ignore lint/suspicious/noExplicitAny: as above
  data: any
}

/** Changes to a base request. An undefined member is left out; `body` is merged one level deep. */
export interface Change {
  body?: Record<string, unknown>
  rawBody?: string
  headers?: Record<string, string | null>
  path?: string
  method?: string
  side?: HostSide
}

/** A Monday, during standard time in Europe and America. */
const start = '2026-03-02T10:00:00.000Z'

/**
 * A service with two workspaces on a frozen clock, and shortcuts to talk to it. It checks every answer
 * against the rules that hold for all answers.
 */
export interface World {
  service: Service
  send(base: string, change?: Change): Promise<Reply>
  chat(body?: Record<string, unknown>, key?: string): Promise<Reply>
  fetchSession(sessionId: string, key?: string): Promise<Session & Record<string, unknown>>
  local(method: string, path: string, body?: unknown): Promise<Reply>
  advance(time: string): Promise<void>
  moveTo(instant: string): Promise<void>
  outbox(): Promise<Record<string, unknown>[]>
  queue(): Promise<Record<string, unknown>[]>
  sessions(): Promise<Record<string, string>[]>
  /** The values of the catalogue's placeholders. */
  values: Record<string, string>
}

export function openWorld(store?: Store, settings: Partial<ServiceSettings> = {}): World {
  const service = createService({
    workspaces: settings.workspaces ?? conformanceWorkspaces(),
    clock: createFrozenClock(Date.parse(start)),
    ...(store === undefined ? {} : { store }),
    ...settings,
  })
  const values = fixedValues()
  const send = async (name: string, change: Change = {}): Promise<Reply> => {
    const base = resolveBase(name)
    const merged = { ...base.body, ...change.body }
    const body = change.rawBody ?? (base.method === 'GET' ? undefined : JSON.stringify(fill(merged, values)))
    const headers = Object.fromEntries(
      Object.entries({ 'content-type': 'application/json', ...base.headers, ...change.headers }).flatMap(
        ([header, value]) => (value === null ? [] : [[header, String(fill(value, values))]]),
      ),
    )
    const path =
      change.path !== undefined
        ? String(fill(change.path, values))
        : base.path.replace(/\{(\w+)\}/, (_, parameter: string) =>
            encodeURIComponent(String(fill(base.pathParams?.[parameter] ?? '', values))),
          )
    return read(
      service,
      new Request(`http://127.0.0.1${path}`, {
        method: change.method ?? base.method,
        headers,
        ...(body === undefined ? {} : { body }),
      }),
      change.side,
    )
  }
  const local = (method: string, path: string, body?: unknown): Promise<Reply> =>
    read(
      service,
      new Request(`http://127.0.0.1/_local/${path}`, {
        method,
        ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
      }),
      'both',
    )
  const world: World = {
    service,
    values,
    send,
    local,
    chat: (body = {}, key = '{{key.a}}') => send('inline', { body, headers: { 'x-api-key': key } }),
    async fetchSession(sessionId, key = '{{key.a}}') {
      const reply = await send('session', { path: `/api/session/fetch/${sessionId}`, headers: { 'x-api-key': key } })
      if (reply.status !== 200) throw new Error(`the session cannot be fetched: ${JSON.stringify(reply.body)}`)
      return reply.data
    },
    advance: async (advance) => void (await local('POST', 'clock', { advance })),
    moveTo: async (to) => void (await local('POST', 'clock', { to })),
    outbox: async () => (await local('GET', 'outbox')).body.messages,
    queue: async () => (await local('GET', 'queue')).body.calls,
    sessions: async () => (await local('GET', 'sessions?limit=10000')).body.sessions,
  }
  return world
}

/** Creates the sessions that the catalogue's requests refer to. */
export async function fillSessions(world: World): Promise<void> {
  const { values, chat, send } = world
  const keyB = { headers: { 'x-api-key': '{{key.b}}' } }
  const idOf = async (reply: Promise<Reply>): Promise<string> => (await reply).data.sessionId
  values['session.own'] = await idOf(chat())
  values['session.inlineOwn'] = await idOf(chat())
  values['session.completedOwn'] = await idOf(chat({ message: 'goodbye' }))
  values['session.ofWorkspaceB'] = await idOf(chat({}, '{{key.b}}'))
  values['session.waOwn'] = await idOf(send('waSay'))
  values['session.emailOwn'] = await idOf(
    send('emailSay', { body: { emailOptions: { messageType: 'say', subject: 'First', body: 'B', cc: 'old@x.test' } } }),
  )
  values['session.emailOfWorkspaceB'] = await idOf(send('emailSay', keyB))
}

function fixedValues(): Record<string, string> {
  return {
    'key.a': 'key-of-workspace-a',
    'key.b': 'key-of-workspace-b',
    'key.bogus': 'no-such-key',
    'agent.a': 'alpha',
    'agent.beta': 'beta',
    'agent.noDraft': 'no-draft',
    'agent.onlyInB': 'only-b',
    'channel.wa': 'Shop WhatsApp',
    'channel.wa|swapcase': 'sHOP wHATSaPP',
    'channel.waNoTemplates': 'Plain WhatsApp',
    'channel.waNoNumbers': 'Numberless WhatsApp',
    'channel.waDisabled': 'Disabled WhatsApp',
    'channel.web': 'Shop web',
    'channel.email': 'Shop email',
    'channel.emailNoAddress': 'Addressless email',
    'channel.sip': 'Shop lines',
    'channel.sip|sms|waVoice': 'Shop lines',
    'channel.sms': 'Shop SMS',
    'channel.waVoice': 'Shop voice',
    'channel.onlyInB': 'Only in B',
    'sink.number': '15550199',
    'sink.webUser': 'web-user-1',
    'sink.email': 'customer@example.com',
    'template.ok': 'order_sent',
    'workflow.own': 'wf-a',
    'workflow.ofWorkspaceB': 'wf-b',
    'number.notInChannel': '15559999',
    'rand.name': 'no such name',
    'rand.id': 'no-such-id',
    uuid: '00000000-0000-4000-8000-000000000000',
    'time.future': '2030-01-01T00:00:00Z',
  }
}

/** Fills `{{placeholders}}` in every text. */
function fill(value: unknown, values: Record<string, string>): unknown {
  if (typeof value === 'string')
    return value.replace(/\{\{([^}]+)\}\}/g, (whole, name: string) => values[name] ?? whole)
  if (Array.isArray(value)) return value.map((item) => fill(item, values))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, fill(member, values)]))
}

interface ResolvedBase {
  method: string
  path: string
  pathParams?: Record<string, string>
  headers: Record<string, string>
  body: Record<string, unknown>
}

function resolveBase(name: string): ResolvedBase {
  const base = bases[name]
  if (base === undefined) throw new Error(`the catalogue has no base "${name}"`)
  const parent = base.extends === undefined ? undefined : resolveBase(base.extends)
  return {
    method: base.method ?? parent?.method ?? 'GET',
    path: base.path ?? parent?.path ?? '/',
    ...(base.pathParams === undefined ? {} : { pathParams: base.pathParams }),
    headers: { ...parent?.headers, ...base.headers },
    body: { ...parent?.body, ...base.body },
  }
}

async function read(service: Service, request: Request, side: HostSide = 'both'): Promise<Reply> {
  const { pathname } = new URL(request.url)
  const response = await service.fetch(request, side)
  const body = JSON.parse(await response.text())
  if (!pathname.startsWith('/_local')) holdLaws(response, body)
  return { status: response.status, code: body.errorCode, headers: response.headers, body, data: body.data }
}

/** What holds for every answer of the interface: ENV-01, ENV-04, ENV-09, and no 5xx. */
function holdLaws(response: Response, body: Record<string, unknown>): void {
  const shaped = checkShape(envelopeShape, body)
  if (!shaped.ok) throw new Error(`not an envelope: ${JSON.stringify(body)}`)
  if (!Number.isInteger(body.responseCode) || typeof body.message !== 'string' || !('data' in body))
    throw new Error(`not an envelope: ${JSON.stringify(body)}`)
  if (response.headers.get('content-type') !== 'application/json; charset=utf-8')
    throw new Error('not JSON by its header')
  if (response.status >= 500 && body.errorCode !== 'localStorageFailed' && body.message !== 'internal server error')
    throw new Error(`a fault: ${JSON.stringify(body)}`)
}
