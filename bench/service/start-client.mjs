import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/** Starts the client. `ask` gives it one job, waits for the result, and throws the errors that the client found. */
export function startClient() {
  const child = fork(join(import.meta.dirname, 'client.mjs'))
  const ended = once(child, 'exit').then(() => [{ ok: false, message: 'the client has ended' }])
  return {
    async ask(job) {
      child.send(job)
      const [answer] = await Promise.race([once(child, 'message'), ended])
      if (!answer.ok) throw new Error(answer.message)
      return answer.result
    },
    async stop() {
      child.disconnect()
      await ended
    },
  }
}
