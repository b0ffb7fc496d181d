import { showTime } from '../../../base/wording.ts'
import type { Model, ModelReply, ModelRequest } from '../../../wire/models/model.ts'
import { ModelError } from '../../../wire/models/model-error.ts'
import { AgentError, type AgentPart } from '../../workspace/agent-function.ts'

/** What one turn may take. */
export interface TurnLimits {
  /** How often the model is asked for the next step of a turn. */
  steps: number
  /** Tokens, those it is given and those it gives; once they are used up it is not asked again. Null: as many as it takes. */
  tokens: number | null
  /** Milliseconds of the whole turn. */
  timeMs: number
}

/** The limits of a version that states none. */
export const usualLimits: TurnLimits = { steps: 12, tokens: null, timeMs: 60_000 }

/** Asks a model within what is left of a turn's time and tokens. */
export interface Allowance {
  ask(request: Pick<ModelRequest, 'system' | 'messages' | 'tools'>): Promise<ModelReply>
  /** Makes sure that the model can be asked again. @throws AgentError once all tokens are used up */
  requireMore(): void
  /** What an answer took, as a part of the turn. */
  usageOf(reply: ModelReply): AgentPart
}

/** Begins to count the time and tokens of a turn. */
export function beginAllowance(model: Model, limits: TurnLimits, signal: AbortSignal): Allowance {
  const started = performance.now()
  let tokens = 0
  const requireMore = (): void => {
    if (limits.tokens !== null && tokens >= limits.tokens) throw tokensSpent(model, tokens, limits.tokens)
  }
  return {
    async ask(request) {
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
    requireMore,
    usageOf: ({ inputTokens, outputTokens }) => ({ usage: { model: model.name, inputTokens, outputTokens } }),
  }
}

/** The refusal of a turn that used up its tokens before it came to an answer. */
function tokensSpent({ name }: Model, tokens: number, limit: number): AgentError {
  return new AgentError(
    `the turn took ${tokens} tokens of ${name} and is not done, more than the ${limit} of its limits`,
  )
}
