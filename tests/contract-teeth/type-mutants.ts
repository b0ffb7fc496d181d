import type { JsonObject, JsonValue } from '../../src/base/json/json.ts'
import { reads, turns } from './mistakes.ts'
import { type Mutant, mutant } from './mutant.ts'

type Kind = 'string' | 'time' | 'boolean' | 'object' | 'array' | 'version'

/** Members of the chat trigger, with the rule about their type. */
const typed: [rule: string, member: string, kind: Kind][] = [
  ['TYP-01', 'doReturnResponse', 'boolean'],
  ['TYP-02', 'agentName', 'string'],
  ['TYP-03', 'agentVersion', 'version'],
  ['TYP-04', 'message', 'string'],
  ['TYP-05', 'sessionId', 'string'],
  ['TYP-06', 'customerNumber', 'string'],
  ['TYP-07', 'customerEmail', 'string'],
  ['TYP-08', 'communicationChannel', 'string'],
  ['TYP-09', 'agentNumber', 'string'],
  ['TYP-10', 'metadata', 'object'],
  ['TYP-11', 'attachments', 'array'],
  ['TYP-12', 'whatsappOptions', 'object'],
  ['TYP-13', 'whatsappOptions.message', 'string'],
  ['TYP-13', 'whatsappOptions.additionalContext', 'string'],
  ['TYP-13', 'whatsappOptions.templateVariables', 'object'],
  ['TYP-14', 'emailOptions', 'object'],
  ['TYP-14', 'emailOptions.body', 'string'],
  ['TYP-14', 'emailOptions.subject', 'string'],
  ['TYP-15', 'scheduleTime', 'time'],
  ['TYP-16', 'startWorkingHour', 'time'],
  ['TYP-16', 'endWorkingHour', 'time'],
  ['TYP-17', 'timezone', 'time'],
  ['TYP-18', 'chatOptions', 'object'],
  ['TYP-18', 'chatOptions.additionalContext', 'string'],
]

function isOf(kind: Kind, value: JsonValue): boolean {
  if (kind === 'array') return Array.isArray(value)
  if (kind === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value)
  if (kind === 'time') return typeof value === 'string'
  return kind === 'version' ? typeof value === 'string' || typeof value === 'number' : typeof value === kind
}

/** Makes a member of the wrong type count as absent, as its text or as true or false; null if nothing is wrong. */
function overlook(body: JsonObject, path: string, kind: Kind): JsonObject | null {
  const [outer = '', inner] = path.split('.')
  const value = body[outer]
  if (value === undefined || value === null) return null
  if (inner !== undefined) {
    if (!isOf('object', value)) return null
    const changed = overlook(value as JsonObject, inner, kind)
    return changed === null ? null : { ...body, [outer]: changed }
  }
  if (isOf(kind, value)) return null
  const { [outer]: _, ...rest } = body
  if (kind === 'boolean') return { ...rest, [outer]: Boolean(value) }
  return kind === 'string' ? { ...rest, [outer]: String(value) } : rest
}

/** Types that go unchecked, and one refused with another code. */
export const typeMutants: readonly Mutant[] = [
  ...typed.map(([rule, path, kind]) =>
    mutant(
      rule,
      'dropped',
      `${path} of another type is taken`,
      reads('chat.trigger', (body) => overlook(body, path, kind)),
    ),
  ),
  ...['TYP-02', 'TYP-04', 'TYP-10', 'TYP-12', 'TYP-17'].map((rule) =>
    mutant(rule, 'code', 'wrong types come as 400', turns('chat.trigger', 'validationError', '400 validationError')),
  ),
]
