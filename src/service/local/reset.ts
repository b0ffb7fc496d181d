import { answerJson, type LocalHandler } from './local-call.ts'

/** `POST /_local/reset`: forgets every session, call and message, and all faults; workspaces and the clock stay. */
export const reset: LocalHandler = ({ context }) => {
  context.store.transact(() => context.store.clear())
  context.faults.set([])
  return answerJson({ reset: true })
}
