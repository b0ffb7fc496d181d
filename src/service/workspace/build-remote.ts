import { dirname, resolve } from 'node:path'
import { environmentSlot } from '../../base/environment.ts'
import type { Placed } from '../../suite/yaml/place.ts'
import type { AgentVersion, RemoteBehaviour } from './agent.ts'
import type { StatedVersion } from './agent-shape.ts'
import { refuseAddress } from './live-address.ts'
import { type AgentSource, refuseAt } from './loading.ts'
import type { StatedRemote } from './remote-shape.ts'

/** The protocols of remote agents, by the key that states each. */
const protocols = { chatCompletions: 'chat completions', a2a: 'a2a', agUi: 'ag-ui', webhook: 'webhook' } as const

/** The members that only an agent that runs somewhere else has. */
type RemoteParts = Pick<
  RemoteBehaviour,
  'protocol' | 'url' | 'headers' | 'live' | 'model' | 'steps' | 'body' | 'tellEnd' | 'folder'
>

/**
 * What a version states about the remote agent, on top of the version it is based on. The address is checked
 * as far as it is known by now: another machine has to be allowed. Problems go to the source.
 */
export function remoteOf(stated: StatedVersion, earlier: RemoteBehaviour | null, source: AgentSource): RemoteParts {
  const [key, other] = (Object.keys(protocols) as (keyof typeof protocols)[]).filter(
    (each) => stated[each] !== undefined,
  )
  const folder = resolve(dirname(source.path))
  const written = key === undefined ? undefined : stated[key]
  const { steps } = stated.limits ?? {}
  if (key === undefined || written === undefined)
    return { ...(earlier ?? nowhere), ...(steps === undefined ? {} : { steps }), folder }
  const named = protocols[key]
  const second = other === undefined ? undefined : stated[other]
  if (second !== undefined && other !== undefined)
    refuseAt(
      source,
      second.url,
      `an agent is reached in one way, not by ${named} and ${protocols[other]} at once`,
      'take one of them away',
    )
  if (source.loading.remote === true)
    refuseAt(
      source,
      written.url,
      'an agent that came over HTTP names no address',
      'put the agent into a file of the workspace',
    )
  checkAddress(written, source)
  checkHeaders(written, source)
  const { url, headers = [], live = false, model = null, body = {}, tellEnd = true } = written
  return {
    folder,
    protocol: named,
    url: url.value,
    headers: Object.fromEntries(headers.map(({ name, value }) => [name, value.value])),
    live,
    model,
    steps: written.steps ?? steps ?? 8,
    body,
    tellEnd,
  }
}

/** Why an agent cannot hand over to another one, in words; null if it can. */
export function whyNoHandoff(behaviour: AgentVersion['behaviour']): string | null {
  if (behaviour.kind !== 'remote' || behaviour.protocol !== 'a2a') return null
  return 'cannot hand off: A2A does not show that another agent speaks'
}

/** The first address that a version states. */
export function placeOfRemote(stated: StatedVersion): Placed<string> | undefined {
  return (stated.chatCompletions ?? stated.a2a ?? stated.agUi ?? stated.webhook)?.url
}

const nowhere = {
  protocol: 'webhook',
  url: '',
  headers: {},
  live: false,
  model: null,
  steps: 8,
  body: {},
  tellEnd: true,
} as const

function checkAddress({ url, live = false }: StatedRemote, source: AgentSource): void {
  const odd = oddSlotIn(url.value)
  const filled = url.value.replace(environmentSlot, (_, name: string) => process.env[name] ?? '')
  const { username, password } = URL.canParse(filled) ? new URL(filled) : { username: '', password: '' }
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

function checkHeaders({ headers = [] }: StatedRemote, source: AgentSource): void {
  for (const { name, at, value } of headers) {
    if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name))
      refuseAt(source, { at }, `"${name}" is no name of a header`, 'write one such as authorization')
    const odd = oddSlotIn(value.value)
    if (odd !== undefined) refuseAt(source, value, `${odd} is not filled here`, 'write {{env.NAME}}')
  }
}

/** The first `{{...}}` of a text that is not `{{env.NAME}}`; undefined if there is none. */
function oddSlotIn(text: string): string | undefined {
  return /\{\{.*?(\}\}|$)/.exec(text.replace(environmentSlot, ''))?.[0]
}
