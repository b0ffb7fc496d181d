import fc from 'fast-check'
import { operations } from '../../api/operation.ts'
import { unknownId } from '../requests/interesting-values.ts'
import type { Edit } from '../world/draft.ts'
import type { Reading } from '../world/reading.ts'
import type { RequestChecks } from './request-check.ts'

const isSession = ({ request }: Reading): boolean => request.operation === 'session.get'
const withParameter =
  (parameter: string): Edit =>
  (draft) => ({ ...draft, parameter })
const withPath =
  (rawPath: string): Edit =>
  (draft) => ({ ...draft, rawPath })

/** Whether a request goes where its operation is served: path, method and host. */
function isServed({ request, parameter }: Reading): boolean {
  const { method, host } = operations[request.operation]
  return parameter !== null && method === request.method && (host === 'both' || host === request.host)
}

/** Where operations are served, and the path of the session fetch (Hosts; Get session details). */
export const routeChecks: RequestChecks = {
  'HST-01': { from: ['session'], edits: () => fc.constant((draft) => draft), applies: isSession },
  'HST-04': {
    from: ['workflow', 'blueprints', 'node'],
    edits: () => fc.constant((draft) => draft),
    applies: ({ request }) => request.host === 'workflow',
  },
  'HST-05': {
    from: ['session', 'blueprints', 'workflow'],
    edits: ({ subject }) =>
      subject.hosts.base === subject.hosts.workflow
        ? null
        : fc.constant((draft) => ({ ...draft, host: draft.host === 'base' ? 'workflow' : 'base' })),
    applies: ({ request }) => {
      const { host } = operations[request.operation]
      return host !== 'both' && host !== request.host
    },
  },
  'ENV-17': {
    from: ['session', 'inline', 'blueprints'],
    edits: () => fc.constantFrom('/api/nothing', '/api/chat-agent/trigger/x', '/api/agent').map(withPath),
    applies: (reading) => !isServed(reading),
  },
  'NOD-09': {
    from: ['node'],
    edits: () => fc.constant(withPath('/api/workflow/trigger')),
    applies: ({ request }) => request.operation === 'node.trigger' && request.path === '/api/workflow/trigger',
  },
  'SES-01': { from: ['session'], edits: () => fc.constant((draft) => draft), applies: isSession },
  'SES-02': {
    from: ['session'],
    edits: () => unknownId.map(withParameter),
    applies: (reading) =>
      isSession(reading) &&
      /^[\w-]+$/.test(reading.parameter ?? '') &&
      reading.session(reading.parameter ?? undefined) === null,
  },
  'SES-03': {
    from: ['session'],
    edits: () => fc.constant(withParameter('')),
    applies: (reading) => isSession(reading) && reading.parameter === '',
  },
  'SES-04': {
    from: ['session'],
    edits: () =>
      fc
        .oneof(
          fc.constantFrom(' ', '%', '%2F', 'a/b', '?', '#', "'", '\u0000', '日本', 'x'.repeat(2_000), ';', '*'),
          fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }),
        )
        .filter((id) => !/^\.+$/.test(id) && !/\p{Surrogate}/u.test(id))
        .map(withParameter),
    applies: (reading) => isSession(reading) && reading.parameter !== '' && !/^[\w-]*$/.test(reading.parameter ?? ''),
  },
}
