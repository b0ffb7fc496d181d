import { isJsonObject, type JsonObject } from '../../base/json/json.ts'

/** Whether a value is an entry with every listed member of the right type, which the shape would return unchanged. */
export function isUsualEntry(value: unknown): boolean {
  if (!isUsualObject(value) || !isText(value.timestamp)) return false
  switch (value.type) {
    case 'message':
      return (
        (value.role === 'user' || value.role === 'assistant' || value.role === 'backgroundAgent') &&
        isTextOrNull(value.senderId) &&
        isTextOrNull(value.senderName) &&
        isTextOrNull(value.agentName) &&
        isObjectOrNull(value.metadata) &&
        Array.isArray(value.content) &&
        value.content.every(isUsualItem)
      )
    case 'function_call':
      return isNamedCall(value) && isJsonObject(value.arguments)
    case 'function_call_output':
      return (
        isNamedCall(value) &&
        typeof value.output === 'string' &&
        typeof value.is_error === 'boolean' &&
        (value.executionTimeMs === null || typeof value.executionTimeMs === 'number')
      )
    case 'thinking':
      return isText(value.thinking)
    case 'summary':
      return isText(value.summary)
    default:
      return false
  }
}

function isUsualItem(value: unknown): boolean {
  if (!isUsualObject(value)) return false
  const isMedium = isText(value.mimeType) && isText(value.url)
  switch (value.type) {
    case 'text':
      return isText(value.text)
    case 'button':
      return isText(value.text) && isText(value.payload)
    case 'image':
    case 'video':
      return isMedium && isText(value.caption)
    case 'audio':
      return isMedium
    case 'file':
      return isMedium && isText(value.filename)
    default:
      return false
  }
}

function isNamedCall({ name, call_id, phase }: Record<string, unknown>): boolean {
  const isKnownPhase = phase === null || phase === 'pre' || phase === 'during' || phase === 'post'
  return isKnownPhase && typeof name === 'string' && typeof call_id === 'string'
}

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
    const test = requestMembers.get(key)
    if (test === undefined || !test(value[key])) return false
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

type MemberTest = (value: unknown) => boolean

/** The test for sessions; the lists of words are parameters because they are defined next to the shape. */
export function usualSession(channelTypes: readonly string[], statuses: readonly string[]): MemberTest {
  const members: [name: string, isUsual: MemberTest, required: boolean][] = [
    ['sessionId', isText, true],
    ['communicationChannelType', (value) => channelTypes.includes(value as string), true],
    ['status', (value) => statuses.includes(value as string), true],
    ['time', isText, true],
    ['createdAt', isText, true],
    ['updatedAt', isText, true],
    ['agentDetails', isUsualAgent, true],
    ['transcript', (value) => Array.isArray(value) && value.every(isUsualEntry), true],
    ['dynamicVariables', isObjectOrNull, false],
    ['communicationChannelName', isTextOrNull, false],
    ['analysis', isObjectOrNull, false],
    ['duration', (value) => value === null || typeof value === 'number', false],
    ['retryAttemptNo', (value) => typeof value === 'number', false],
    ['recordingUrl', isTextOrNull, false],
  ]
  return (value) =>
    isUsualObject(value) &&
    members.every(([name, isUsual, required]) => {
      const member: unknown = value[name]
      return member === undefined ? !required && !(name in value) : isUsual(member)
    })
}

function isUsualAgent(value: unknown): boolean {
  return (
    isUsualObject(value) &&
    isText(value.name) &&
    isTextOrNull(value.number) &&
    isTextOrNull(value.email) &&
    isTextOrNull(value.version)
  )
}

/** Whether a value is a JSON object. One with its own `__proto__` member is left to its shape. */
function isUsualObject(value: unknown): value is JsonObject {
  return isJsonObject(value) && !Object.hasOwn(value, '__proto__')
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

function isTextOrNull(value: unknown): value is string | null {
  return value === null || typeof value === 'string'
}

function isObjectOrNull(value: unknown): value is JsonObject | null {
  return value === null || isJsonObject(value)
}
