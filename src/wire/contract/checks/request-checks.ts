import fc from 'fast-check'
import type { JsonValue } from '../../../base/json.ts'
import { type OperationId, operations } from '../../api/operation.ts'
import { versionOf } from '../requests/chat-requests.ts'
import { unknownId, unknownName } from '../requests/interesting-values.ts'
import type { BaseName } from '../requests/valid-requests.ts'
import { type Credential, type Edit, leave, putMember } from '../world/contract-request.ts'
import type { ReadRequest } from '../world/reading.ts'
import { callChecks } from './call-checks.ts'
import { callTimeChecks } from './call-time-checks.ts'
import { dispatchChecks } from './dispatch-checks.ts'
import { envelopeChecks } from './envelope-checks.ts'
import { inlineChannelChecks, inlineChecks } from './inline-checks.ts'
import { isolationChecks } from './isolation-checks.ts'
import { openDispatchChecks } from './open-dispatch-checks.ts'
import {
  agentOf,
  isChat,
  isText,
  type RequestCheck,
  type RequestChecks,
  readVersion,
  type VersionReading,
} from './request-check.ts'
import { scheduleChecks } from './schedule-checks.ts'
import { typeChecks } from './type-checks.ts'
import { workflowChecks } from './workflow-checks.ts'

const withKey =
  (credential: Credential): Edit =>
  (draft) => ({ ...draft, credential })

const withHeaders =
  (...keyHeaders: string[]): Edit =>
  (draft) => ({ ...draft, keyHeaders })

function keyCheck(operation: OperationId, from: BaseName[], credential: Credential): RequestCheck {
  return {
    from,
    edits: () => fc.constant(withKey(credential)),
    applies: ({ request }) => request.operation === operation && request.credential === credential,
  }
}

const isSession = ({ request }: ReadRequest): boolean => request.operation === 'session.get'
const withParameter =
  (parameter: string): Edit =>
  (draft) => ({ ...draft, parameter })
const withPath =
  (rawPath: string): Edit =>
  (draft) => ({ ...draft, rawPath })

/** Whether a request goes where its operation is served: path, method and host. */
function isServed({ request, parameter }: ReadRequest): boolean {
  const { method, host } = operations[request.operation]
  return parameter !== null && method === request.method && (host === 'both' || host === request.host)
}

const everywhere: BaseName[] = ['inline', 'waPrompt', 'emailSay']

function versionCheck(values: readonly JsonValue[], ...kinds: VersionReading[]): RequestCheck {
  return {
    from: everywhere,
    edits: () => fc.constantFrom(...values).map((value) => putMember('agentVersion', value)),
    applies: (reading) =>
      isChat(reading) && kinds.includes(readVersion(reading.body.agentVersion, agentOf(reading), 'chat')),
  }
}

const namesOf = (reading: ReadRequest): string[] => reading.facts.agents.map(({ name }) => name)
const isNearly = (reading: ReadRequest): boolean =>
  namesOf(reading).some((name) => name.toLowerCase() === String(reading.body.agentName).trim().toLowerCase())
const isKnown = (reading: ReadRequest): boolean => namesOf(reading).some((name) => name === reading.body.agentName)

/** Which agent answers, and in which version (Trigger chat; Versioning). */
const agentChecks: RequestChecks = {
  'CHA-21': {
    from: everywhere,
    edits: ({ subject }) => {
      const known = [...subject.own.agents, ...(subject.other?.agents ?? [])].map(({ name }) => name)
      return unknownName(known).map((name) => putMember('agentName', name))
    },
    applies: (reading) => isChat(reading) && isText(reading.body.agentName) && !isNearly(reading),
  },
  'CHA-22': {
    from: everywhere,
    edits: ({ subject }) => {
      const names = subject.own.agents.map(({ name }) => name)
      const spelled = names.flatMap((name) => [name.toUpperCase(), ` ${name}`]).filter((name) => !names.includes(name))
      return spelled.length === 0 ? null : fc.constantFrom(...spelled).map((name) => putMember('agentName', name))
    },
    applies: (reading) => isChat(reading) && isText(reading.body.agentName) && isNearly(reading) && !isKnown(reading),
  },
  'CHA-23': {
    from: ['inline'],
    edits: ({ subject }) => {
      const agents = subject.own.agents.filter(({ published }) => published !== null)
      if (agents.length === 0) return null
      return fc
        .constantFrom(...agents)
        .chain((agent) => versionOf(agent, true).map((version): [string, string | number] => [agent.name, version]))
        .map(([name, version]) => (draft) => {
          const { sessionId: _, ...body } = draft.body ?? {}
          return { ...draft, body: { ...body, agentName: name, agentVersion: version } }
        })
    },
    applies: (reading) => isChat(reading) && reading.body.agentVersion !== undefined,
  },
  'CHA-25': versionCheck([-1, -2, -1e9, '-1'], 'negative'),
  'CHA-26': versionCheck([1.5, 0.1, 1e308, 2 ** 53, '1.5'], 'no whole number'),
  'CHA-27': versionCheck([999_999, '999999', 77], 'not there'),
  'CHA-28': versionCheck(['latest', 'DEFAULT', 'Draft', '', ' ', '007', 'published'], 'another word'),
  'CHA-29': {
    ...versionCheck(['draft'], 'no draft'),
    edits: ({ subject }) => {
      const bare = subject.own.agents.filter(({ draft, published }) => !draft && published !== null)
      if (bare.length === 0) return null
      return fc.constantFrom(...bare).map(({ name }) => (draft) => {
        const { sessionId: _, ...body } = draft.body ?? {}
        return { ...draft, body: { ...body, agentName: name, agentVersion: 'draft' } }
      })
    },
  },
}

/** Where operations are served, and the path of the session fetch (Hosts; Get session details). */
const routeChecks: RequestChecks = {
  'HST-01': { from: ['session'], edits: () => fc.constant(leave), applies: isSession },
  'HST-04': {
    from: ['workflow', 'blueprints', 'node'],
    edits: () => fc.constant(leave),
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
  'SES-01': { from: ['session'], edits: () => fc.constant(leave), applies: isSession },
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

const chat: BaseName[] = ['inline', 'waPrompt', 'emailSay']
const all: BaseName[] = ['session', 'inline', 'call', 'workflow', 'delete', 'blueprints']
const isNode = ({ request }: ReadRequest): boolean => request.operation === 'node.trigger'
const carries = ({ request }: ReadRequest, header: string): boolean =>
  request.keyHeaders.some((name) => name.toLowerCase() === header)

/** The key: missing, wrong, empty, under another header (Authentication). */
const keyChecks: RequestChecks = {
  'AUT-01': keyCheck('session.get', ['session'], 'missing'),
  'AUT-02': keyCheck('session.get', ['session'], 'bogus'),
  'AUT-03': keyCheck('chat.trigger', chat, 'missing'),
  'AUT-04': keyCheck('chat.trigger', chat, 'bogus'),
  'AUT-05': keyCheck('call.trigger', ['call'], 'missing'),
  'AUT-06': keyCheck('call.trigger', ['call'], 'bogus'),
  'AUT-07': keyCheck('workflow.call', ['workflow'], 'missing'),
  'AUT-08': keyCheck('workflow.call', ['workflow'], 'bogus'),
  'AUT-09': keyCheck('workflow.delete', ['delete'], 'missing'),
  'AUT-10': keyCheck('workflow.delete', ['delete'], 'bogus'),
  'AUT-11': keyCheck('blueprints.get', ['blueprints'], 'missing'),
  'AUT-12': keyCheck('blueprints.get', ['blueprints'], 'bogus'),
  'AUT-13': keyCheck('node.trigger', ['node'], 'bogus'),
  'AUT-14': keyCheck('node.trigger', ['node'], 'missing'),
  'AUT-15': {
    from: ['node'],
    edits: () => fc.constantFrom(withHeaders('authorization'), withHeaders('x-api-key')),
    applies: (reading) => isNode(reading) && !(carries(reading, 'authorization') && carries(reading, 'x-api-key')),
  },
  'AUT-16': {
    from: all,
    edits: () => fc.constantFrom(withHeaders('authorization'), withHeaders('x-api-key', 'authorization')),
    applies: (reading) => !isNode(reading) && carries(reading, 'authorization'),
  },
  'AUT-17': {
    from: [...all, 'node'],
    edits: () => fc.constant(withKey('empty')),
    applies: ({ request }) => request.credential === 'empty',
  },
  'AUT-18': {
    from: all,
    edits: () => fc.constantFrom('X-API-KEY', 'X-Api-Key', 'x-Api-kEY').map((name) => withHeaders(name)),
    applies: ({ request }) => request.keyHeaders.some((name) => name !== 'x-api-key' && /^x-api-key$/i.test(name)),
  },
}

/** The listing of blueprints (Retrieve agent blueprints). */
const blueprintChecks: RequestChecks = {
  'BLU-01': {
    from: ['blueprints'],
    edits: () => fc.constant(leave),
    applies: ({ request }) => request.operation === 'blueprints.get',
  },
}

/** How every rule about one request is tried, by its id. */
export const requestChecks: RequestChecks = {
  ...envelopeChecks,
  ...routeChecks,
  ...keyChecks,
  ...isolationChecks,
  ...inlineChecks,
  ...inlineChannelChecks,
  ...agentChecks,
  ...typeChecks,
  ...dispatchChecks,
  ...openDispatchChecks,
  ...scheduleChecks,
  ...callChecks,
  ...callTimeChecks,
  ...workflowChecks,
  ...blueprintChecks,
}
