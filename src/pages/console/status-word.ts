import { element } from '../kit/element.ts'

const tones = new Map(
  Object.entries({
    active: 'busy',
    call_placed: 'busy',
    call_in_progress: 'busy',
    placed: 'busy',
    connected: 'busy',
    completed: 'good',
    sent: 'good',
    ok: 'good',
    call_in_queue: 'wait',
    queued: 'wait',
    waiting: 'wait',
    call_errored: 'bad',
    agent_errored: 'bad',
    could_not_connect: 'bad',
    failed: 'bad',
    error: 'bad',
  }),
)

/** A status as the service spells it, with a mark whose shape and colour tell its kind. */
export function statusWord(status: string): HTMLElement {
  return element('span', { class: 'status', 'data-tone': tones.get(status) ?? 'quiet' }, status)
}
