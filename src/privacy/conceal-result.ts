import type { Comparison } from '../compare/comparison.ts'
import type { ConversationComparison } from '../compare/model/conversation-comparison.ts'
import type { RunResult } from '../engine/run-result.ts'
import type { Conceal } from '../engine/verdict/conceal.ts'

/** A result that is read again, which somebody else may have made, with what is private concealed. What is concealed already stays. */
export function concealResult<R extends RunResult | Comparison>(result: R, conceal: Conceal): R {
  const whole: RunResult | Comparison = result
  if ('kind' in whole) {
    const conversations = whole.conversations.map((each) => concealComparison(each, conceal))
    return { ...whole, agents: conceal.rest(whole.agents), conversations } as RunResult | Comparison as R
  }
  const conversations = whole.conversations.map((each) => conceal.conversation(each, null))
  return { ...whole, coverage: conceal.rest(whole.coverage), conversations } as RunResult | Comparison as R
}

function concealComparison(compared: ConversationComparison, conceal: Conceal): ConversationComparison {
  const { id, file, at, suite, name, agent, tags, ...found } = compared
  return { id, file, at, suite, name, agent, tags, ...conceal.rest(found, id) }
}
