import { type Child, element } from '../kit/element.ts'
import type { LocalState } from './local-state.ts'

/** Whether the service answers: unknown yet, yes, or why not, as a sentence without its full stop. */
export type ServiceConnection = { kind: 'starting' } | { kind: 'live' } | { kind: 'lost'; why: string }

export interface ConnectionFacts {
  connection: ServiceConnection
  clock: LocalState['clock'] | null
}

export function buildConnection({ connection, clock }: ConnectionFacts): Child[] {
  const words = { starting: 'Connecting', live: 'Live', lost: 'No answer' }
  const stands = clock?.kind === 'frozen'
  return [
    element('span', { class: 'connection', 'data-kind': connection.kind }, words[connection.kind]),
    clock === null
      ? null
      : element(
          'span',
          { class: 'clock', title: stands ? 'The clock of the service stands still' : 'The clock of the service' },
          element('time', { datetime: clock.now }, readable(clock.now)),
          stands ? element('span', 'frozen', 'frozen') : null,
        ),
  ]
}

/** The notice over the page while the service does not answer; nothing otherwise. */
export function buildNotice({ connection, clock }: ConnectionFacts): Child[] {
  if (connection.kind !== 'lost') return []
  const since = clock === null ? '' : ` What you see is from ${readable(clock.now)}.`
  return [
    element(
      'div',
      'notice',
      element('strong', {}, `${connection.why}.`),
      element('span', {}, `Trying again every second.${since}`),
    ),
  ]
}

const readable = (iso: string): string => iso.replace('T', ' ').replace(/(\.\d+)?Z$/, ' UTC')
