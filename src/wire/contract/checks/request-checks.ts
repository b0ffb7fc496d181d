import fc from 'fast-check'
import type { JsonValue } from '../../../base/json/json.ts'
import { type OperationId, operations } from '../../api/operation.ts'
import { versionOf } from '../requests/chat-requests.ts'
import { unknownId, unknownName } from '../requests/interesting-values.ts'
import type { BaseName } from '../requests/valid-requests.ts'
import { type Credential, change, leave, putMember, type RequestEdit, setEach } from '../world/contract-request.ts'
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
  checksOf,
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

const checksFor = (operation: OperationId, from: readonly BaseName[]) =>
  checksOf(from, ({ request }) => request.operation === operation)

const session = checksFor('session.get', ['session'])
const node = checksFor('node.trigger', ['node'])
const chat: BaseName[] = ['inline', 'waPrompt', 'emailSay']
const chatCheck = checksOf(chat, isChat)

function keyCheck(operation: OperationId, from: BaseName[], credential: Credential): RequestCheck {
  return checksFor(operation, from)([change({ credential })], ({ request }) => request.credential === credential)
}

/** Whether a request goes where its operation is served: path, method and host. */
function isServed({ request, parameter }: ReadRequest): boolean {
  const { method, host } = operations[request.operation]
  return parameter !== null && method === request.method && (host === 'both' || host === request.host)
}

function versionCheck(values: readonly JsonValue[], ...kinds: VersionReading[]): RequestCheck {
  return chatCheck(setEach('agentVersion', ...values), (reading) =>
    kinds.includes(readVersion(reading.body.agentVersion, agentOf(reading), 'chat')),
  )
}

/** An edit that asks an agent in a version, in a session of its own. */
function askAgent(agentName: string, agentVersion: string | number): RequestEdit {
  return (draft) => {
    const { sessionId: _, ...body } = draft.body ?? {}
    return { ...draft, body: { ...body, agentName, agentVersion } }
  }
}

const namesOf = (reading: ReadRequest): string[] => reading.facts.agents.map(({ name }) => name)
const isNearly = (reading: ReadRequest): boolean =>
  namesOf(reading).some((name) => name.toLowerCase() === String(reading.body.agentName).trim().toLowerCase())
const isKnown = (reading: ReadRequest): boolean => namesOf(reading).some((name) => name === reading.body.agentName)

/** Which agent answers, and in which version (Trigger chat; Versioning). */
const agentChecks: RequestChecks = {
  'CHA-21': chatCheck(
    ({ subject }) => {
      const knownNames = [...subject.own.agents, ...(subject.other?.agents ?? [])].map(({ name }) => name)
      return unknownName(knownNames).map((name) => putMember('agentName', name))
    },
    (reading) => isText(reading.body.agentName) && !isNearly(reading),
  ),
  'CHA-22': chatCheck(
    ({ subject }) => {
      const names = subject.own.agents.map(({ name }) => name)
      const spelled = names.flatMap((name) => [name.toUpperCase(), ` ${name}`])
      return setEach('agentName', ...spelled.filter((name) => !names.includes(name)))
    },
    (reading) => isText(reading.body.agentName) && isNearly(reading) && !isKnown(reading),
  ),
  'CHA-23': chatCheck(
    ({ subject }) => {
      const agents = subject.own.agents.filter(({ published }) => published !== null)
      if (agents.length === 0) return null
      return fc
        .constantFrom(...agents)
        .chain((agent) => versionOf(agent, true).map((version) => askAgent(agent.name, version)))
    },
    ({ body }) => body.agentVersion !== undefined,
    ['inline'],
  ),
  'CHA-25': versionCheck([-1, -2, -1e9, '-1'], 'negative'),
  'CHA-26': versionCheck([1.5, 0.1, 1e308, 2 ** 53, '1.5'], 'no whole number'),
  'CHA-27': versionCheck([999_999, '999999', 77], 'not there'),
  'CHA-28': versionCheck(['latest', 'DEFAULT', 'Draft', '', ' ', '007', 'published'], 'another word'),
  'CHA-29': chatCheck(
    ({ subject }) =>
      subject.own.agents
        .filter(({ draft, published }) => !draft && published !== null)
        .map(({ name }) => askAgent(name, 'draft')),
    versionCheck([], 'no draft').applies,
  ),
}

/** Where operations are served, and the path of the session fetch (Hosts; Get session details). */
const routeChecks: RequestChecks = {
  'HST-01': session([leave]),
  'HST-04': checksOf(['workflow', 'blueprints', 'node'])([leave], ({ request }) => request.host === 'workflow'),
  'HST-05': checksOf(['session', 'blueprints', 'workflow'])(
    ({ subject }) =>
      subject.hosts.base === subject.hosts.workflow
        ? null
        : [(draft) => ({ ...draft, host: draft.host === 'base' ? 'workflow' : 'base' })],
    ({ request }) => {
      const { host } = operations[request.operation]
      return host !== 'both' && host !== request.host
    },
  ),
  'ENV-17': checksOf(['session', 'inline', 'blueprints'])(
    ['/api/nothing', '/api/chat-agent/trigger/x', '/api/agent'].map((rawPath) => change({ rawPath })),
    (reading) => !isServed(reading),
  ),
  'NOD-09': node(
    [change({ rawPath: '/api/workflow/trigger' })],
    ({ request }) => request.path === '/api/workflow/trigger',
  ),
  'SES-01': session([leave]),
  'SES-02': session(
    unknownId.map((parameter) => change({ parameter })),
    (reading) => /^[\w-]+$/.test(reading.parameter ?? '') && reading.session(reading.parameter ?? undefined) === null,
  ),
  'SES-03': session([change({ parameter: '' })], ({ parameter }) => parameter === ''),
  'SES-04': session(
    fc
      .oneof(
        fc.constantFrom(' ', '%', '%2F', 'a/b', '?', '#', "'", '\u0000', '日本', 'x'.repeat(2_000), ';', '*'),
        fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }),
      )
      .filter((id) => !/^\.+$/.test(id) && !/\p{Surrogate}/u.test(id))
      .map((parameter) => change({ parameter })),
    ({ parameter }) => parameter !== '' && !/^[\w-]*$/.test(parameter ?? ''),
  ),
}

const all: BaseName[] = ['session', 'inline', 'call', 'workflow', 'delete', 'blueprints']
const check = checksOf(all)
const carries = ({ request }: ReadRequest, header: string): boolean =>
  request.keyHeaders.some((name) => name.toLowerCase() === header)
const withHeaders = (...keyHeaders: string[]): RequestEdit => change({ keyHeaders })

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
  'AUT-15': node(
    [withHeaders('authorization'), withHeaders('x-api-key')],
    (reading) => !(carries(reading, 'authorization') && carries(reading, 'x-api-key')),
  ),
  'AUT-16': check(
    [withHeaders('authorization'), withHeaders('x-api-key', 'authorization')],
    (reading) => reading.request.operation !== 'node.trigger' && carries(reading, 'authorization'),
  ),
  'AUT-17': check([change({ credential: 'empty' })], ({ request }) => request.credential === 'empty', [...all, 'node']),
  'AUT-18': check(
    ['X-API-KEY', 'X-Api-Key', 'x-Api-kEY'].map((name) => withHeaders(name)),
    ({ request }) => request.keyHeaders.some((name) => name !== 'x-api-key' && /^x-api-key$/i.test(name)),
  ),
}

/** The listing of blueprints (Retrieve agent blueprints). */
const blueprintChecks: RequestChecks = { 'BLU-01': checksFor('blueprints.get', ['blueprints'])([leave]) }

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
