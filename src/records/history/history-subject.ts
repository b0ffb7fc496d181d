import type { ConversationComparison } from '../../compare/model/conversation-comparison.ts'
import type { Side } from '../../compare/model/side.ts'
import type { ConversationResult } from '../../engine/verdict/conversation-result.ts'
import type { HistorySubject } from './history-run.ts'
import { nameTarget } from './name-target.ts'

/** Identifies a conversation of a plain run in the history. `target` is the service as the run named it. */
export function subjectOfResult(
  { suite, name, agent, version }: Pick<ConversationResult, 'suite' | 'name' | 'agent' | 'version'>,
  target: string,
): HistorySubject {
  return { suite, name, agent, version, target: nameTarget(target) }
}

/** Identifies one side of a compared conversation in the history. */
export function subjectOfSide(
  { suite, name, agent }: Pick<ConversationComparison, 'suite' | 'name' | 'agent'>,
  side: Side,
): HistorySubject {
  return { suite, name, agent: side.agent ?? agent, version: side.version, target: nameTarget(side.target) }
}

/** A lookup key: equal subjects give equal texts. */
export function subjectKey({ suite, name, agent, version, target }: HistorySubject): string {
  return JSON.stringify([suite, name, agent, version, target])
}
