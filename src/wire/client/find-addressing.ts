import { addressingMembers, fold, isAddressName, isChannelName } from './addressing-names.ts'
import { namesInText, openValue } from './open-text.ts'

/** Members whose text is for a reader: nothing takes it for a form. */
const free = new Set(['message', 'additionalcontext'])

interface Place {
  value: unknown
  key: string
  parent: string
}

/**
 * Why the values of a chat trigger could address a person for a service that looks for addressees deep inside, under
 * other names or in texts that hold JSON; null when they cannot. Metadata may hold `email` or `phone`, which prompts are
 * filled from, as long as nothing beside them could be a channel to send it through.
 */
export function findAddressing(body: Record<string, unknown>): string | null {
  const places: Place[] = Object.entries(body).map(([key, value]) => ({ value, key: fold(key), parent: '' }))
  let channelNamed: string | null = null
  let addressNamed: string | null = null
  for (let place = places.pop(); place !== undefined; place = places.pop()) {
    const { value, key, parent } = place
    const name = [key, parent + key].find((each) => addressingMembers.has(each))
    if (name !== undefined) return `${name} inside the body could address a real person`
    if (isChannelName(key)) channelNamed ??= key
    if (isAddressName(key)) addressNamed ??= key
    const opened = openValue(value)
    if (opened !== null)
      for (const [inner, each] of Object.entries(opened))
        places.push({ value: each, key: Array.isArray(opened) ? key : fold(inner), parent: key })
    else if (typeof value === 'string' && !free.has(key)) {
      const hidden = namesInText(value).find((each) => addressingMembers.has(each))
      if (hidden !== undefined) return `a text that holds ${hidden} could be read as a member`
    }
  }
  return channelNamed === null || addressNamed === null
    ? null
    : `${channelNamed} and ${addressNamed} together could address a real person`
}
