import { showTime } from '../../../base/text/wording.ts'
import type { Model, ModelReply, ModelRequest } from '../../../wire/models/model.ts'
import { ModelError } from '../../../wire/models/model-error.ts'
import { AgentError, type AgentPart } from '../../workspace/agent-function.ts'

export interface TurnLimits {
  /** How many times the model may be asked in one turn. */
  steps: number
  /** Input and output tokens together; once they are used up the model is not asked again. Null: unlimited. */
  tokens: number | null
  /** Milliseconds for the whole turn. */
  timeMs: number
  /** When the turn began, in milliseconds of the process; by default when its model is opened. */
  begun?: number
}

/** The limits of a version that states none. */
export const usualLimits: TurnLimits = { steps: 12, tokens: null, timeMs: 60_000 }

export type TurnAllowance = ReturnType<typeof beginAllowance>

/** Starts counting the time and tokens of a turn. */
export function beginAllowance(model: Model, limits: TurnLimits, signal: AbortSignal) {
  const { begun: started = performance.now() } = limits
  let tokens = 0
  const requireMore = (): void => {
    if (limits.tokens !== null && tokens >= limits.tokens)
      throw new AgentError(
        `the turn took ${tokens} tokens of ${model.name} and is not done, more than the ${limits.tokens} of its limits`,
      )
  }
  return {
    async ask(request: Pick<ModelRequest, 'system' | 'messages' | 'tools'>): Promise<ModelReply> {
      requireMore()
      const timeLimitMs = limits.timeMs - (performance.now() - started)
      if (timeLimitMs <= 0) throw new AgentError(`the turn took longer than ${showTime(limits.timeMs)} (limits: time)`)
      try {
        const reply = await model.ask({ ...request, timeLimitMs, signal })
        tokens += reply.inputTokens + reply.outputTokens
        return reply
      } catch (error) {
        if (!(error instanceof ModelError) || error.kind !== 'timed out') throw error
        const whole = showTime(limits.timeMs)
        throw new AgentError(`${error.message}; the whole turn may take ${whole} (limits: time)`, error.layer)
      }
    },
    /** Checks that the model may be asked again. @throws AgentError once all tokens are used up */
    requireMore,
    /** The usage of a reply, as a part of the turn. */
    usageOf: ({ inputTokens, outputTokens }: ModelReply): AgentPart => ({
      usage: { model: model.name, inputTokens, outputTokens },
    }),
  }
}
