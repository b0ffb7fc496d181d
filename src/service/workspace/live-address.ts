import { environmentSlot } from '../../base/secrets/environment.ts'
import type { WithPlace } from '../../suite/yaml/place.ts'
import { isLoopback } from '../../wire/client/loopback.ts'
import { type AgentSource, refuseAt } from './loading.ts'

/**
 * Refuses an address that is not http or https, or that leads to another machine without `live: yes`: a test run must
 * not reach a real system by accident. `origin` is the part of it that names the host. If that contains a variable of
 * the environment that is not set, the check is left to the time of use, when every address is checked anyway.
 */
export function refuseAddress(
  address: WithPlace<string>,
  origin: string,
  { live, what }: { live: boolean; what: string },
  source: AgentSource,
): void {
  const filled = origin.replace(environmentSlot, (_, name: string) => process.env[name] ?? '')
  const unset = [...origin.matchAll(environmentSlot)].some(([, name = '']) => (process.env[name] ?? '').trim() === '')
  if (unset) return
  const url = URL.canParse(filled) ? new URL(filled) : null
  if (url === null || !/^https?:$/.test(url.protocol) || url.hostname === '') {
    const shown = origin === filled ? `"${origin}"` : `what ${origin} stands for`
    refuseAt(source, address, `${shown} is no http or https address`, `write ${what} as http://127.0.0.1:8080/path`)
  } else if (!live && !isLoopback(url.hostname)) {
    const hint = 'write live: yes beside it if a test run may really reach it, or name one on this machine'
    refuseAt(source, address, `${what} is at ${url.hostname}, which is not this machine`, hint)
  }
}
