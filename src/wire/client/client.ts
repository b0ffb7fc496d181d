import { hasMembers, insistKind } from '../../base/json/insist-kind.ts'
import { type Client, type ClientOverSettings, clientOver } from './client-over.ts'
import { guardLive } from './guard-live.ts'
import { type LiveSafety, strictSafety } from './live-safety.ts'
import { isLoopback } from './loopback.ts'

export type { Client } from './client-over.ts'

/** Where a service is, how to talk to it, and what is allowed if it is live. */
export interface ClientSettings extends ClientOverSettings {
  /**
   * What is allowed on a host that is not this machine. Default: nothing that reaches a person, and no agent
   * that can act.
   */
  safety?: LiveSafety
}

/**
 * A client of one service under one key. Both guards wrap its transport, whatever that is, so that no client
 * of a live service is without them.
 */
export function createClient(clientSettings: ClientSettings): Client {
  const isWhole = hasMembers(clientSettings, 'baseUrl', 'apiKey', 'transport') && URL.canParse(clientSettings.baseUrl)
  insistKind(isWhole, 'createClient takes an address as baseUrl, an apiKey and a transport', clientSettings)
  const { safety = strictSafety, ...settings } = clientSettings
  const client = clientOver({ ...settings, transport: guardLive(settings.transport, settings, safety) })
  return { ...client, isHarmless: isHarmless(settings.baseUrl, safety) }
}

/** Whether a turn may be carried out twice there: see `Client`. Elsewhere, the guard lets no other tools be called. */
export function isHarmless(baseUrl: string, { tools }: LiveSafety): boolean {
  return tools !== 'all' || (URL.canParse(baseUrl) && isLoopback(new URL(baseUrl).hostname))
}
