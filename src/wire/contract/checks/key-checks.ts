import fc from 'fast-check'
import type { OperationId } from '../../api/operation.ts'
import type { BaseName } from '../requests/valid-requests.ts'
import type { Credential } from '../world/contract-request.ts'
import type { Edit } from '../world/draft.ts'
import type { Reading } from '../world/reading.ts'
import type { RequestCheck, RequestChecks } from './request-check.ts'

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

const chat: BaseName[] = ['inline', 'waPrompt', 'emailSay']
const all: BaseName[] = ['session', 'inline', 'call', 'workflow', 'delete', 'blueprints']
const isNode = ({ request }: Reading): boolean => request.operation === 'node.trigger'
const carries = ({ request }: Reading, header: string): boolean =>
  request.keyHeaders.some((name) => name.toLowerCase() === header)

/** The key: missing, wrong, empty, under another header (Authentication). */
export const keyChecks: RequestChecks = {
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
