import { isUsualEntry } from './usual-entry.ts'
import { isObjectOrNull, isText, isTextOrNull, isUsualObject } from './usual-kinds.ts'

type Test = (value: unknown) => boolean

/** Makes the test for sessions. The lists of allowed words are passed in, since they stand beside the shape. */
export function usualSession(channelTypes: readonly string[], statuses: readonly string[]): Test {
  const members: [name: string, isUsual: Test, required: boolean][] = [
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
