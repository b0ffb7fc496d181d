import { dirname, resolve } from 'node:path'
import { environmentSlot } from '../../base/secrets/environment.ts'
import type { WithPlace } from '../../suite/yaml/place.ts'
import type { HttpAgent, HttpSource, RemoteBehaviour, VersionedAgent } from './agent.ts'
import type { StatedVersion } from './agent-shape.ts'
import { refuseAddress } from './build-live-source.ts'
import { httpProtocols, readyMapping } from './http-agent.ts'
import { type AgentSource, refuseAt, refuseRemote } from './loading.ts'
import type { StatedRemote, StatedRequest } from './remote-shape.ts'
import { argumentsIn, splitAddress } from './request-template.ts'

const protocols = {
  chatCompletions: 'chat completions',
  a2a: 'a2a',
  agUi: 'ag-ui',
  webhook: 'webhook',
  http: 'http',
} as const

type RemoteParts = Pick<
  RemoteBehaviour,
  'protocol' | 'url' | 'headers' | 'live' | 'model' | 'steps' | 'body' | 'tellEnd' | 'folder' | 'http'
>

/** A version's remote agent, on top of its base; another machine has to be allowed. Problems go to the source. */
export function remoteOf(definition: StatedVersion, earlier: RemoteBehaviour | null, source: AgentSource): RemoteParts {
  const [key, other] = (Object.keys(protocols) as (keyof typeof protocols)[]).filter(
    (each) => definition[each] !== undefined,
  )
  const folder = resolve(dirname(source.path))
  const remote = key === undefined ? undefined : definition[key]
  const { steps } = definition.limits ?? {}
  if (key === undefined || remote === undefined)
    return { ...(earlier as RemoteBehaviour), ...(steps === undefined ? {} : { steps }), folder } // it has no kind without one
  const protocol = protocols[key]
  const second = other === undefined ? undefined : definition[other]
  if (second !== undefined && other !== undefined)
    refuseAt(
      source,
      second.url,
      `an agent is reached in one way, not by ${protocol} and ${protocols[other]} at once`,
      'take one of them away',
    )
  refuseRemote(source, remote.url, 'address')
  checkAddress(remote, source)
  checkHeaders(remote, source)
  const { live = false, model = null, body = {}, tellEnd = true } = remote
  const url = remote.url.value
  const all = (remote.headers ?? []).map(({ name, value }): [string, string] => [name, value.value])
  // the type of the body is the request's, since it says how that is written
  const isOwn = ([name, value]: [string, string]): boolean =>
    argumentsIn(value).length > 0 || /^content-type$/i.test(name)
  const headers = Object.fromEntries(all.filter((each) => remote.request === undefined || !isOwn(each)))
  const extraHeaders = Object.fromEntries(all.filter(([name]) => !Object.hasOwn(headers, name)))
  const http = remote.request === undefined ? null : buildHttp(remote, remote.request, extraHeaders, source)
  return {
    folder,
    protocol,
    // names are filled in with the request; what is common to all protocols are the host and the variables
    ...(http === null ? { url } : { url: splitAddress(url).origin, http }),
    headers,
    live,
    model,
    steps: remote.steps ?? steps ?? 8,
    body,
    tellEnd,
  }
}

/** Why an agent cannot hand over to another one, in words; null if it can. */
export function whyNoHandoff(behaviour: VersionedAgent['behaviour']): string | null {
  if (behaviour.kind !== 'remote') return null
  if (behaviour.protocol === 'a2a') return 'cannot hand off: A2A does not show that another agent speaks'
  return behaviour.protocol === 'http' && behaviour.http?.answer.handOff === undefined
    ? 'cannot hand off: its answer: has no hand off, which would say that another agent speaks'
    : null
}

export function placeOfRemote(definition: StatedVersion): WithPlace<string> | undefined {
  return (definition.chatCompletions ?? definition.a2a ?? definition.agUi ?? definition.webhook ?? definition.http)?.url
}

/** The request of an HTTP agent and the mapping of its answer: what is stated, on top of what its protocol says. */
function buildHttp(
  { url }: StatedRemote,
  { protocol, method = 'POST', body, stream, answer }: StatedRequest,
  headers: Record<string, string>,
  source: AgentSource,
): HttpAgent {
  const ready = protocol === undefined ? null : httpProtocols[protocol]
  const streams = stream === 'sse' || ready?.streams === true
  const { origin, path, query } = splitAddress(url.value)
  const end = ready?.path.replace(/^.*\}\}/, '') ?? ''
  const whole = path.endsWith(end) ? path : `${path.replace(/\/$/, '')}${ready?.path ?? ''}`
  const request: HttpSource = {
    kind: 'http',
    url: `${origin}${whole}${query === '' ? '' : `?${query}`}`,
    method,
    headers,
    query: {},
    ...(ready === null && body === undefined
      ? {}
      : { body: { ...ready?.body, ...(streams ? ready?.streamed : {}), ...body } }),
    live: true, // the guard of the far side decides
  }
  if (!argumentsIn([request.url, request.body ?? null]).some((name) => saying.includes(name)))
    refuseAt(
      source,
      url,
      'nothing in the request holds what the customer says',
      'write {{message}}, {{history}} or {{uiMessages}} into body: or the url',
    )
  return { request, streams, answer: { ...(protocol === undefined ? {} : readyMapping(protocol)), ...answer } }
}

/** The names that hold what the customer says. */
const saying = ['message', 'history', 'uiMessages']

function checkAddress({ url: writtenUrl, live = false, request }: StatedRemote, source: AgentSource): void {
  const url = request === undefined ? writtenUrl : { ...writtenUrl, value: splitAddress(writtenUrl.value).origin }
  const odd = oddSlotIn(url.value)
  const filledUrl = url.value.replace(environmentSlot, (_, name: string) => process.env[name] ?? '')
  const { username, password } = URL.canParse(filledUrl) ? new URL(filledUrl) : { username: '', password: '' }
  if (odd !== undefined) refuseAt(source, url, `${odd} is not filled here`, 'write {{env.NAME}}')
  else if (username !== '' || password !== '')
    refuseAt(
      source,
      url,
      'an address holds no user and no password',
      'write headers: { authorization: "Bearer {{env.NAME}}" }',
    )
  else refuseAddress(url, url.value, { live, what: 'the address' }, source)
}

function checkHeaders({ headers = [], request }: StatedRemote, source: AgentSource): void {
  for (const { name, at, value } of headers) {
    if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name))
      refuseAt(source, { at }, `"${name}" is no name of a header`, 'write one such as authorization')
    const odd = request === undefined ? oddSlotIn(value.value) : undefined
    if (odd !== undefined) refuseAt(source, value, `${odd} is not filled here`, 'write {{env.NAME}}')
  }
}

/** The first `{{...}}` of a text that is not `{{env.NAME}}`; undefined if there is none. */
function oddSlotIn(text: string): string | undefined {
  return /\{\{.*?(\}\}|$)/.exec(text.replace(environmentSlot, ''))?.[0]
}
