import type { ToolCall } from '../../engine/transcript/tool-call.ts'
import type { FunctionCallOutput } from '../../wire/api/transcript-entry.ts'
import { type Child, element } from '../kit/element.ts'
import { block, textBlock } from './draw-item.ts'
import { formatMs } from './format-ms.ts'

/** A call together with its output. One that is the same on both sides, or that passed, is a line that opens. */
export function drawCall({ name, arguments: given, phase, output }: ToolCall, open: boolean): HTMLElement {
  const { state, time } = stateOf(output)
  const head: Child[] = [
    element('span', 'role', 'calls'),
    element('code', 'name', name),
    phase === null ? null : element('span', 'badge', phase),
    element('span', { class: 'call-state', 'data-state': state }, state),
    time === null ? null : element('span', 'muted', time),
  ]
  const parts = element(
    'dl',
    'parts',
    element('dt', {}, 'arguments'),
    element('dd', {}, block(given)),
    element('dt', {}, 'output'),
    element('dd', {}, output === null ? element('span', 'muted', 'none came') : textBlock(output.text)),
  )
  return element(
    'details',
    { class: 'call', 'data-error': state === 'ok' ? null : 'true', open: open ? '' : null },
    element('summary', 'entry-head', ...head),
    parts,
  )
}

/** An output that belongs to no call. */
export function drawOrphan({ name, output }: FunctionCallOutput): HTMLElement {
  return element(
    'div',
    { class: 'call', 'data-error': 'true' },
    element('div', 'entry-head', element('span', 'role', 'output without a call'), element('code', 'name', name)),
    textBlock(output),
  )
}

function stateOf(output: ToolCall['output']): { state: string; time: string | null } {
  if (output === null) return { state: 'no output', time: null }
  const time = output.executionTimeMs === null ? null : formatMs(output.executionTimeMs)
  return { state: output.isError ? 'error' : 'ok', time }
}
