import type { FunctionCall, FunctionCallOutput } from '../../wire/api/transcript-entry.ts'
import { type Child, element } from '../kit/element.ts'
import { jsonBlock, textBlock } from './json-block.ts'
import type { CallPair } from './pair-entries.ts'
import { exactTimeOf } from './show-time.ts'
import { statusWord } from './status-word.ts'

/** A tool call with its output, phase and time; errors, and halves without the other, are marked. */
export function callView({ call, output }: CallPair, day: string): HTMLElement {
  const entry = call ?? output
  return element(
    'li',
    { class: 'call', 'data-error': output?.is_error === true ? 'true' : null },
    element(
      'div',
      'entry-head',
      element('span', 'role', 'call'),
      element('code', { class: 'name', title: entry?.call_id ?? '' }, entry?.name ?? ''),
      phaseOf(call, output),
      statusWord(outcomeOf(call, output)),
      typeof output?.executionTimeMs === 'number' ? element('span', 'elapsed', `${output.executionTimeMs} ms`) : null,
      entry === null ? null : exactTimeOf(entry.timestamp, day),
    ),
    element(
      'dl',
      'call-parts',
      ...part('arguments', call === null ? null : jsonBlock(call.arguments)),
      ...part('output', output === null ? null : textBlock(output.output)),
    ),
  )
}

function outcomeOf(call: FunctionCall | null, output: FunctionCallOutput | null): string {
  if (output === null) return 'no output yet'
  if (call === null) return 'output without a call'
  return output.is_error ? 'error' : 'ok'
}

/** The phase that both say, or both when they differ. */
function phaseOf(call: FunctionCall | null, output: FunctionCallOutput | null): Child {
  const phases = new Set([call?.phase, output?.phase].filter((phase) => typeof phase === 'string'))
  return phases.size === 0 ? null : element('span', { class: 'phase', title: 'phase' }, [...phases].join(' / '))
}

const part = (name: string, value: HTMLElement | null): HTMLElement[] =>
  value === null ? [] : [element('dt', {}, name), element('dd', {}, value)]
