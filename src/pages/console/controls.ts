import { type Child, element } from '../kit/element.ts'
import type { LocalState, WorkspaceRow } from './local-state.ts'
import { consoleHash } from './view.ts'

export interface ComposerFacts {
  workspaces: WorkspaceRow[]
  open: { session: string; agent: string; workspace: string | null } | null
}

export function buildComposer({ workspaces, open }: ComposerFacts): Child[] {
  const choices = workspaces.flatMap(({ name: workspace, agents }) =>
    agents.flatMap(({ name: agent, versions, draft, published }) =>
      ['default', ...(draft ? ['draft'] : []), ...versions.map(String)]
        .filter((version) => version !== 'default' || published !== null)
        .map((version) => ({ who: { agent, workspace, version }, shown: shownVersion(agent, version) })),
    ),
  )
  if (open === null && choices.length === 0) return []
  const words = open === null ? 'Try a message' : `Say something to ${open.agent} in this session`
  return [
    element(
      'form',
      { class: 'composer', 'data-do': 'try', 'data-key': open === null ? 'new' : `in ${open.session}` },
      open === null ? choose('who', 'Agent and version', choices.map(asOption)) : fieldOf(open),
      ...(open === null ? [] : [hidden('session', open.session)]),
      element('input', {
        name: 'message',
        'aria-label': words,
        placeholder: words,
        autocomplete: 'off',
        ...(open === null ? {} : { required: '' }),
      }),
      element('input', {
        name: 'metadata',
        'aria-label': 'Metadata of the message, as JSON',
        placeholder: 'metadata: { "tier": "gold" }',
        autocomplete: 'off',
        size: '22',
      }),
      button('Send'),
      open === null ? null : element('a', { href: consoleHash({ tab: 'sessions', session: null }) }, 'New session'),
    ),
  ]
}

const shownVersion = (agent: string, version: string): string =>
  version === 'default' ? agent : `${agent} ${/^\d/.test(version) ? `v${version}` : version}`

const asOption = ({ who, shown }: { who: object; shown: string }): [string, string] => [JSON.stringify(who), shown]

const fieldOf = ({ agent, workspace }: NonNullable<ComposerFacts['open']>): HTMLElement =>
  hidden('who', JSON.stringify({ agent, ...(workspace === null ? {} : { workspace }) }))

export function buildClockControl({ now, kind }: LocalState['clock']): HTMLElement {
  if (kind === 'system')
    return element(
      'p',
      { class: 'muted', 'data-key': 'clock' },
      'It runs by itself; a service that is started with ',
      element('code', {}, '--clock frozen'),
      ' is moved from here.',
    )
  return element(
    'form',
    { class: 'control', 'data-do': 'advance', 'data-key': 'clock' },
    element('time', { datetime: now }, now),
    labelled('Advance by', {
      name: 'by',
      value: '1 h',
      required: '',
      pattern: '\\d+(\\.\\d+)? *(ms|s|min|h|d)',
      size: '8',
    }),
    button('Advance'),
  )
}

/** The kinds of fault, as docs/local-service.md has them, and the operations that they can affect. */
const kinds = [
  ...['latency', 'reset before', 'reset after', 'status', 'too many requests', 'cut body', 'html body'],
  ...['wrong content type', 'slow drip', 'missing output', 'orphan output', 'lost call', 'duplicate id'],
  ...['out of order', 'clock skew', 'no phase'],
]
const operations = [
  ...['session.get', 'chat.trigger', 'call.trigger', 'workflow.call', 'workflow.delete', 'blueprints.get'],
  'node.trigger',
]

export function buildFaultControl(faults: readonly object[]): HTMLElement {
  return element(
    'div',
    { class: 'controls', 'data-key': 'set faults' },
    element(
      'form',
      { class: 'control', 'data-do': 'add fault', 'data-now': JSON.stringify(faults) },
      choose(
        'kind',
        'Kind',
        kinds.map((kind) => [kind, kind]),
      ),
      choose('operation', 'Operation', [
        ['', 'every operation'],
        ...operations.map((id): [string, string] => [id, id]),
      ]),
      labelled('ms', { name: 'ms', type: 'number', step: '1' }),
      labelled('status', { name: 'status', type: 'number', min: '400', max: '599' }),
      labelled('only the nth', { name: 'nth', type: 'number', min: '1' }),
      button('Set fault'),
    ),
    faults.length === 0
      ? null
      : element('button', { type: 'button', 'data-do': 'clear faults', 'data-key': 'clear' }, 'Clear all faults'),
  )
}

const button = (text: string): HTMLElement => element('button', { type: 'submit' }, text)

const hidden = (name: string, value: string): HTMLElement => element('input', { type: 'hidden', name, value })

const labelled = (label: string, attributes: Record<string, string>): HTMLElement =>
  element(
    'label',
    {},
    element('span', {}, label),
    element('input', { type: 'text', autocomplete: 'off', ...attributes }),
  )

function choose(
  name: string,
  label: string,
  options: readonly (readonly [value: string, shown: string])[],
): HTMLElement {
  const choices = options.map(([value, text]) => element('option', { value, 'data-key': value }, text))
  return element('label', {}, element('span', {}, label), element('select', { name }, ...choices))
}
