import type { AgentPart } from '../../workspace/agent-function.ts'

/** A queue of parts: callbacks put them in, a generator takes them out. */
export function openQueue(): {
  push(part: AgentPart): void
  /** No more come; an error other than null is thrown after the last part. */
  end(error: unknown): void
  parts: AsyncGenerator<AgentPart, void, undefined>
} {
  const waiting: AgentPart[] = []
  let over = null as { error: unknown } | null
  let wake = (): void => undefined
  return {
    push(part: AgentPart): void {
      waiting.push(part)
      wake()
    },
    end(error: unknown): void {
      over = { error }
      wake()
    },
    parts: (async function* (): AsyncGenerator<AgentPart, void, undefined> {
      for (;;) {
        yield* waiting.splice(0)
        if (over !== null && waiting.length === 0) {
          if (over.error !== null) throw over.error
          return
        }
        await new Promise<void>((resolve) => {
          wake = resolve
          if (waiting.length > 0 || over !== null) resolve()
        })
      }
    })(),
  }
}
