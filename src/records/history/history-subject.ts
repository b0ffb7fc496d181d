import type { ConversationComparison } from '../../compare/model/conversation-comparison.ts'
import type { Side } from '../../compare/model/side.ts'
import type { ConversationResult } from '../../engine/verdict/conversation-result.ts'
import type { HistorySubject } from './history-run.ts'
import { nameTarget } from './name-target.ts'

/** What tells a conversation of a plain run in the history. `target` is the service as the run named it. */
export function subjectOfResult(
  { suite, name, agent, version }: Pick<ConversationResult, 'suite' | 'name' | 'agent' | 'version'>,
  target: string,
): HistorySubject {
  return { suite, name, agent, version, target: nameTarget(target) }
}

/** What tells one side of a compared conversation in the history. */
export function subjectOfSide(
  { suite, name, agent }: Pick<ConversationComparison, 'suite' | 'name' | 'agent'>,
  side: Side,
): HistorySubject {
  return { suite, name, agent: side.agent ?? agent, version: side.version, target: nameTarget(side.target) }
}

/** A text that is the same for the same subject, to look it up by. */
export function subjectKey({ suite, name, agent, version, target }: HistorySubject): string {
  return JSON.stringify([suite, name, agent, version, target])
}
