import type { ToolOutcome } from '../../workspace/agent-function.ts'

const read = {
  get: function get(): never {
    const error = new TypeError('the outcome of a call is read before it is there: await what call() gives')
    Error.captureStackTrace(error, get) // the place is where it is read
    throw error
  },
}
const early = Object.create(Promise.prototype, {
  ...{ output: read, value: read, isError: read, timeMs: read },
  [Symbol.toPrimitive]: read,
}) as object

/** The same promise, which throws where code reads its outcome without `await`. Its class stays `Promise`, as fast to await. */
export function openCall(outcome: Promise<ToolOutcome>): Promise<ToolOutcome> {
  return Object.setPrototypeOf(outcome, early) as Promise<ToolOutcome>
}
