import { type ClientSettings, clientOver } from './client-over.ts'
import { guardTransport } from './guard.ts'
import { guardTools } from './guard-tools.ts'
import type { LiveSafety } from './live-safety.ts'
import type { Transport } from './transport.ts'

/**
 * Both guards of a service that may be live: nothing leaves that could reach a person, but for owned sinks, and no agent
 * is talked to whose tools could do harm. The blueprints are read through the first guard, with the key of the settings.
 */
export function guardLive(send: Transport, settings: Omit<ClientSettings, 'transport'>, safety: LiveSafety): Transport {
  const reader = clientOver({ ...settings, transport: guardTransport(send) })
  return guardTransport(guardTools(send, { tools: safety.tools, list: () => reader.listBlueprints() }), safety)
}
