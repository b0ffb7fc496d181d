/**
 * The callbacks of the requests under way, by signal. One listener serves all of them, since adding one costs more than
 * a small request.
 */
const waiting = new WeakMap<AbortSignal, Set<() => void>>()

/** Calls `interrupt` when the signal aborts, unless the returned function was called before. */
export function onAbort(signal: AbortSignal, interrupt: () => void): () => void {
  const all = waiting.get(signal) ?? listen(signal)
  all.add(interrupt)
  return () => all.delete(interrupt)
}

function listen(signal: AbortSignal): Set<() => void> {
  const all = new Set<() => void>()
  waiting.set(signal, all)
  signal.addEventListener('abort', () => {
    for (const interrupt of all) interrupt()
  })
  return all
}
