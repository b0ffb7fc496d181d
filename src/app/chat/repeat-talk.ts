import type { Failure } from '../../wire/client/failure.ts'
import { type ChatTalk, newTalk } from './chat-talk.ts'
import { type Sending, speak } from './speak.ts'

/** A talk said again: `failure` tells why it ends at the message of this number, counted from 1. */
export interface Repeated {
  talk: ChatTalk
  failure: Failure | null
  message: number
}

/** Says the messages of a talk once more in a fresh session, to the same agent at a version, the one that nothing answered last. */
export async function repeatTalk(talk: ChatTalk, version: string, sending: Sending): Promise<Repeated> {
  const again = newTalk({ ...talk, version })
  const messages = [...talk.turns.map(({ user }) => user), ...(talk.pending === null ? [] : [talk.pending])]
  let failure: Failure | null = null
  for (const message of messages) {
    failure = await speak(again, message, sending)
    if (failure !== null) break
  }
  return { talk: again, failure, message: again.turns.length + 1 }
}
