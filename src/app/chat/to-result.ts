import type { ConversationResult } from '../../engine/verdict/conversation-result.ts'
import type { ChatTalk } from './chat-talk.ts'

/** A talk as the result of a run that expected nothing, for what compares runs. */
export function toResult({ agent, version, sessionId, turns }: ChatTalk): ConversationResult {
  const places = turns.map((_, index) => ({ line: index + 1, column: 1, length: 1 }))
  const at = { line: 1, column: 1, length: 1 }
  return {
    id: `chat ${version}`,
    file: 'chat',
    at,
    suite: 'chat',
    name: 'chat',
    agent,
    version,
    tags: [],
    verdict: 'passed',
    reason: null,
    startedAt: new Date(0).toISOString(),
    ms: 0,
    sessionId,
    turns: turns.map(({ user, entries, turnMs, recovered }, index) => ({
      index,
      at: places[index] ?? at,
      user,
      verdict: 'passed',
      turnMs,
      outcomes: [],
      entries,
      failure: null,
      ...(recovered === undefined ? {} : { recovered }),
    })),
    afterTurns: [],
    outcomes: [],
    failure: null,
    problems: [],
  }
}
