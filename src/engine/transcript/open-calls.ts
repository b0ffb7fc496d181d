/** Calls that wait for their outputs, by call_id. */
export interface OpenCalls<T> {
  open(callId: string, call: T): void
  /** The nearest open call of this id (TRN-13), which is open no more; undefined when there is none. */
  close(callId: string): T | undefined
}

/** No call is open. Real agents reuse ids, so several calls of one id may be. */
export function createOpenCalls<T>(): OpenCalls<T> {
  const waiting = new Map<string, T[]>()
  return {
    open(callId, call) {
      const same = waiting.get(callId)
      if (same === undefined) waiting.set(callId, [call])
      else same.push(call)
    },
    close: (callId) => waiting.get(callId)?.pop(),
  }
}
