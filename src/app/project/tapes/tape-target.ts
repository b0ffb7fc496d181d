import { clientOver } from '../../../wire/client/client-over.ts'
import { TransportError } from '../../../wire/client/transport.ts'
import { shown } from '../find-suites.ts'
import type { RunSettled } from '../settings.ts'
import type { Target } from '../target.ts'

/** A service that nothing is sent to: what a replay has instead of one. */
export function tapeTarget({ target, folder, tapes, concurrency }: RunSettled): Target {
  const baseUrl = target ?? 'http://localhost'
  const silent = (): Promise<never> => Promise.reject(new TransportError('unrecorded', 'a replay sends nothing'))
  const client = clientOver({ baseUrl, apiKey: '', transport: silent })
  const name = `tapes in ${shown(tapes, folder)}`
  return {
    name,
    baseUrl,
    apiKey: '',
    client,
    clientThrough: () => client,
    lanes: concurrency,
    paceNotes: () => [],
    close: () => Promise.resolve(),
  }
}
