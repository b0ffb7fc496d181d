import { isJsonObject } from '../../base/json.ts'
import { isUsualEntry } from './usual-entry.ts'
import { isText, isUsualObject } from './usual-kinds.ts'

/** Whether a value is the envelope of a success that its shape would return unchanged. */
export function isUsualEnvelope(value: unknown): boolean {
  return (
    isUsualObject(value) && value.responseCode === 200 && typeof value.message === 'string' && !('errorCode' in value)
  )
}

/** Whether a value is the data of an inline answer that its shape would return unchanged. */
export function isUsualTurn(value: unknown): boolean {
  return (
    isUsualObject(value) &&
    typeof value.sessionId === 'string' &&
    value.sessionId !== '' &&
    Array.isArray(value.transcript) &&
    value.transcript.every(isUsualEntry)
  )
}

/** Whether a value is an inline chat request with only the members that turns of a conversation send. */
export function isUsualRequest(value: unknown): boolean {
  if (!isUsualObject(value)) return false
  for (const key in value) {
    const known = requestMembers.get(key)
    if (known === undefined || !known(value[key])) return false
  }
  return true
}

type Test = (value: unknown) => boolean
const requestMembers: ReadonlyMap<string, Test> = new Map<string, Test>([
  ['doReturnResponse', (value) => typeof value === 'boolean'],
  ['agentName', isText],
  [
    'agentVersion',
    (value) => value === 'default' || value === 'draft' || (Number.isSafeInteger(value) && Number(value) >= 0),
  ],
  ['message', isText],
  ['sessionId', (value) => isText(value) && value !== ''],
  ['metadata', isJsonObject],
])
