import type { SimulatedTalk } from '../../engine/run/simulated-talk.ts'
import type { ConversationResult, TurnResult } from '../../engine/verdict/conversation-result.ts'
import type { TranscriptEntry } from '../../wire/api/transcript-entry.ts'

/** The talk of a simulated user that reached its goal, so that it ended by itself. */
export const endedTalk: SimulatedTalk = {
  ...{ wants: 'an answer', at: { line: 9, column: 3, length: 1 }, seed: null, ended: 'done', why: null, fault: null },
  ...{ turns: 2, patience: 8, unanswered: [], slips: [], unclear: false },
}

/** A turn for tests, at the line of its index; passed unless stated otherwise. */
export function turnOf(index: number, entries: TranscriptEntry[], more: Partial<TurnResult> = {}): TurnResult {
  const message = entries.find((entry) => entry.type === 'message' && entry.role === 'user')
  const user = message?.type === 'message' && message.content[0]?.type === 'text' ? message.content[0].text : null
  const at = { line: 10 + index, column: 3, length: 1 }
  return { index, at, user, verdict: 'passed', turnMs: 10, outcomes: [], entries, failure: null, ...more }
}

/** One run of a conversation in a test. */
export function resultOf(turns: TurnResult[], more: Partial<ConversationResult> = {}): ConversationResult {
  return {
    id: 'suite.yaml:8',
    file: 'suite.yaml',
    at: { line: 8, column: 3, length: 1 },
    suite: 'Desk',
    name: 'asks',
    agent: 'desk',
    version: 'default',
    tags: [],
    verdict: 'passed',
    reason: null,
    startedAt: '2026-01-01T00:00:00.000Z',
    ms: 1,
    sessionId: null,
    turns,
    afterTurns: [],
    outcomes: [],
    failure: null,
    problems: [],
    ...more,
  }
}
