import { isJsonObject, type JsonObject } from '../../base/json/json.ts'
import { createService, type Service, type ServiceSettings } from '../../service/app.ts'
import { type Listening, listen } from '../../service/listen.ts'
import { createFrozenClock } from '../../service/time/clock.ts'
import type { Agent } from '../../service/workspace/agent.ts'
import type { Workspace } from '../../service/workspace/workspace.ts'
import type { Transport, WireRequest } from '../../wire/client/transport.ts'
import { openNetwork } from '../../wire/client/undici-transport.ts'
import type { AgentFacts, Control, Subject, WorkspaceFacts } from '../../wire/contract/world/world.ts'
import { agentProbes, contractWorkspaces } from './contract-workspaces.ts'

/** A local service as the subject of a contract, and how to end it. */
export interface LocalSubject {
  subject: Subject
  close(): Promise<void>
}

export interface LocalSubjectSettings {
  /** One workspace, or two for the rules about isolation. Default: two made for the contract. */
  workspaces?: readonly Workspace[]
  /** Whether to go over loopback ports, as a client would, or call the service directly. Default: ports. */
  sockets?: boolean
  /** More settings of the service, such as its ambiguity. */
  service?: Partial<Omit<ServiceSettings, 'workspaces' | 'clock' | 'store'>>
  /** Wraps the service: tests inject faults here. */
  wrap?: (service: Service) => Pick<Service, 'fetch'>
}

/** Starts a local service for the contract. A restart gives it fresh state at once, on the same ports. */
export async function openLocalSubject(settings: LocalSubjectSettings = {}): Promise<LocalSubject> {
  const { workspaces = contractWorkspaces(), sockets = true, wrap = (service) => service } = settings
  const make = (now: number): Service =>
    createService({
      ...settings.service,
      workspaces: workspaces.map((workspace) => structuredClone(workspace)),
      clock: createFrozenClock(now),
    })
  let service = make(Date.parse('2026-06-01T12:00:00Z'))
  let served = wrap(service)
  const proxy: Service = {
    ...service,
    fetch: (request, side) => served.fetch(request, side),
  }
  const origins = sockets ? await openOrigins(proxy) : null
  const hosts = origins === null ? insideHosts : { base: origins[0].url, workflow: origins[1].url }
  const network = openNetwork({ connections: 8 })
  const send = origins === null ? sendInside(proxy) : network.send
  const [own, other] = workspaces
  if (own === undefined) throw new Error('a contract needs a workspace')
  return {
    subject: {
      name: 'local',
      headers: {},
      hosts,
      keys: { own: own.keys[0] ?? '', other: other?.keys[0] ?? null },
      own: describeWorkspace(own),
      other: other === undefined ? null : describeWorkspace(other),
      send,
      reach: 'everything',
      control: controlOf(
        (method, path, body) => askInside(service, method, path, body),
        (now) => {
          service.close()
          service = make(now)
          served = wrap(service)
        },
      ),
    },
    async close() {
      await network.close()
      for (const origin of origins ?? []) await origin.close()
      service.close()
    },
  }
}

const insideHosts = { base: 'http://base.localhost', workflow: 'http://workflow.localhost' }

async function openOrigins(service: Service): Promise<[Listening, Listening]> {
  return [await listen(service, { port: 0, side: 'base' }), await listen(service, { port: 0, side: 'workflow' })]
}

function sendInside(service: Service): Transport {
  return async ({ method, url, headers, body }: WireRequest) => {
    const request = new Request(url, { method, headers, ...(body === undefined ? {} : { body }) })
    const response = await service.fetch(request, url.startsWith(insideHosts.workflow) ? 'workflow' : 'base')
    return { status: response.status, headers: Object.fromEntries(response.headers), text: await response.text() }
  }
}

type Ask = (method: string, path: string, body?: JsonObject) => Promise<JsonObject>

async function askInside(service: Service, method: string, path: string, body?: JsonObject): Promise<JsonObject> {
  const headers = { 'content-type': 'application/json' }
  const content = body === undefined ? {} : { headers, body: JSON.stringify(body) }
  const response = await service.fetch(new Request(`http://127.0.0.1/_local/${path}`, { method, ...content }), 'both')
  const answer: unknown = await response.json()
  if (response.status !== 200 || !isJsonObject(answer)) throw new Error(`/_local/${path} answered ${response.status}`)
  return answer
}

function controlOf(ask: Ask, restart: (now: number) => void): Control {
  const list = (value: unknown): JsonObject[] => (Array.isArray(value) ? value.filter(isJsonObject) : [])
  const agentPath = (agent: string): string => `agents/${encodeURIComponent(agent)}`
  return {
    restart: async (now) => restart(now),
    now: async () => Date.parse(String((await ask('GET', 'clock')).now)),
    moveTo: async (instant) => void (await ask('POST', 'clock', { to: new Date(instant).toISOString() })),
    outbox: async () => list((await ask('GET', 'outbox')).messages),
    queue: async () => list((await ask('GET', 'queue')).calls),
    attempts: async (callId) => list((await ask('GET', `calls/${encodeURIComponent(callId)}`)).attempts),
    failingNumber: '15550109002',
    saveDraft: async (agent, draft) => void (await ask('PUT', `${agentPath(agent)}/draft`, draft)),
    publish: async (agent) => void (await ask('POST', `${agentPath(agent)}/publish`, {})),
  }
}

/** What the contract may know of a local workspace: neither its keys nor how its agents behave. */
function describeWorkspace({ name, agents, channels, workflows, lines }: Workspace): WorkspaceFacts {
  return {
    name,
    lines,
    agents: agents.map(describeAgent),
    channels: channels.map((channel) => ({
      ...channel,
      templates: channel.templates?.map((template) => template.name) ?? null,
    })),
    workflows: workflows.map((workflow) => ({ ...workflow })),
  }
}

function describeAgent({ name, agentId, versions, published, draft }: Agent): AgentFacts {
  const opening = versions.get(published ?? -1)?.config.agentInstructions.initialMessage.messageContent ?? ''
  return {
    name,
    agentId,
    versions: [...versions.keys()],
    published,
    draft: draft !== null,
    greetsWith: /\$\{(\w+)\}/.exec(opening)?.[1] ?? null,
    ...((Object.hasOwn(agentProbes, name) ? agentProbes[name] : undefined) ?? {
      messages: [],
      repeatsContext: null,
      ends: null,
    }),
  }
}
