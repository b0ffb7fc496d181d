import type { CallRecord } from '../store/call-record.ts'
import { answerJson, type LocalHandler } from './local-call.ts'

/** `GET /_local/queue`: calls that wait, in the order they would be placed, then those on the line. */
export const showQueue: LocalHandler = ({ context }) => answerJson({ calls: context.store.openCalls().map(showCall) })

/** A call with its times as date-times. */
export function showCall({ due, connectedAt, ...call }: CallRecord): object {
  return {
    ...call,
    due: due === null ? null : new Date(due).toISOString(),
    connectedAt: connectedAt === null ? null : new Date(connectedAt).toISOString(),
  }
}
