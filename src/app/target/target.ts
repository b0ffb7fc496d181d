import { count } from '../../base/text/wording.ts'
import { nameEmbedded } from '../../engine/target-name.ts'
import { isHarmless } from '../../wire/client/client.ts'
import { type Client, type ClientOverSettings, clientOver } from '../../wire/client/client-over.ts'
import { guardTransport } from '../../wire/client/guard.ts'
import { guardLive } from '../../wire/client/guard-live.ts'
import { type LiveSafety, strictSafety } from '../../wire/client/live-safety.ts'
import { createPace, type Lanes, type PaceFacts } from '../../wire/client/pace/pace.ts'
import { proxyFor } from '../../wire/client/proxy.ts'
import { type Transport, TransportError } from '../../wire/client/transport.ts'
import { openNetwork } from '../../wire/client/undici-transport.ts'
import type { LocalService } from '../agents/local-service.ts'
import { ownClocks } from '../agents/own-clock.ts'
import { readyAgents } from '../agents/ready-agents.ts'
import { speakRevisions } from '../agents/speak-revisions.ts'
import { fillHeaders } from '../config/gateway-headers.ts'
import type { RunSettled } from '../config/settings.ts'
import { warn } from '../edge/print.ts'
import { UsageError } from '../edge/usage-error.ts'

export interface Target {
  name: string
  baseUrl: string
  apiKey: string
  client: Client
  /** A client of the same service whose requests pass through a wrapper, such as a recorder. */
  clientThrough(wrap: (send: Transport) => Transport): Client
  /** How many conversations to run at once. */
  lanes: number | Lanes
  local?: LocalService
  /** Notes on the pace of requests, one line each. */
  paceNotes(): string[]
  close(): Promise<void>
}

export interface TargetSettings
  extends Pick<RunSettled, 'target' | 'workflowTarget' | 'apiKey' | 'workspace' | 'concurrency' | 'safety'>,
    Partial<Pick<RunSettled, 'headers' | 'revisions' | 'frozenAt' | 'adaptive'>> {
  /** The outermost wrapper of requests, right before they are sent: a limit shared with other processes. */
  last?: (send: Transport) => Transport
}

/** The highest concurrency that adaptive mode may reach. */
const mostFound = 64

/** The configured one behind the live guard, else an embedded one. @throws UsageError without a key, or if broken */
export async function openTarget(settings: TargetSettings): Promise<Target> {
  const { target, workflowTarget, apiKey, adaptive = false, safety, last = (send) => send } = settings
  const most = adaptive ? mostFound : settings.concurrency
  const network = openNetwork({ connections: most, safety })
  const send = last(network.send)
  const pace = createPace({ most, adaptive })
  const paced = { lanes: pace.lanes, paceNotes: () => describePace(pace.facts(), adaptive) }
  if (target !== null) {
    if (apiKey === null) throw new UsageError(`there is no API key for ${target}`, 'set TABLEREAD_API_KEY')
    noteProxy(target)
    const hosts = { baseUrl: target, ...(workflowTarget === null ? {} : { workflowBaseUrl: workflowTarget }) }
    const service = { ...hosts, apiKey, headers: fillHeaders(settings.headers) }
    const spoken = speakTo({ ...service, transport: pace.through(guardLive(send, service, safety)) }, safety)
    const clock = { kind: 'shared' } as const
    return {
      name: target,
      ...spoken,
      client: { ...spoken.client, clock },
      clientThrough: (wrap) => ({ ...spoken.clientThrough(wrap), clock }),
      ...paced,
      close: network.close,
    }
  }
  const { startLocalService } = await import('../agents/local-service.ts')
  const { workspace, frozenAt = null, revisions = [] } = settings
  const service = await startLocalService({
    port: 0,
    workspaces: workspace === null ? [] : [workspace],
    revisions,
    frozenAt,
  })
  const spoken = speakTo({
    baseUrl: service.url,
    apiKey: service.apiKey,
    transport: pace.through(guardTransport(send)),
  })
  const ready = readyAgents(spoken.client, revisions)
  const embedded = { workspace, frozenAt, baseUrl: service.url, revisions }
  return {
    name: nameEmbedded(service),
    ...spoken,
    client: { ...speakRevisions(spoken.client, revisions), clock: ownClocks(embedded), ready },
    clientThrough: (wrap) => ({
      ...speakRevisions(spoken.clientThrough(wrap), revisions),
      clock: ownClocks(embedded, wrap),
      ready,
    }),
    ...paced,
    local: service,
    async close() {
      await network.close()
      await service.close()
    },
  }
}

/** Says once that a proxy of the environment is on the way. @throws UsageError for a variable that names none */
function noteProxy(target: string): void {
  try {
    const proxy = proxyFor(target)
    if (proxy !== null) warn(`${new URL(target).origin} is asked through the proxy ${proxy.origin}`)
  } catch (error) {
    if (!(error instanceof TransportError)) throw error
    throw new UsageError(error.code, 'or list the host in NO_PROXY: then it is asked directly')
  }
}

function speakTo(
  settings: ClientOverSettings,
  safety: LiveSafety = strictSafety,
): Pick<Target, 'baseUrl' | 'apiKey' | 'client' | 'clientThrough'> {
  const { baseUrl, apiKey, transport } = settings
  const trait = { isHarmless: isHarmless(baseUrl, safety) }
  return {
    baseUrl,
    apiKey,
    client: { ...clientOver(settings), ...trait },
    clientThrough: (wrap) => ({ ...clientOver({ ...settings, transport: wrap(transport) }), ...trait }),
  }
}

/** Notes on the pace of a run: the concurrency that was found to be right, and how often the service refused. */
function describePace({ refusals, pausedMs, limit }: PaceFacts, adaptive: boolean): string[] {
  const waited = `${(pausedMs / 1_000).toFixed(1)} s of pauses`
  return [
    ...(adaptive && limit !== null ? [`concurrency auto: ${limit} at once in the end`] : []),
    ...(refusals === 0 ? [] : [`the service limits requests: ${count(refusals, 'answer')} 429, ${waited}`]),
  ]
}
