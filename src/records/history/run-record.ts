import type { GateResult } from '../../compare/gate/gate-shape.ts'
import type { ConversationComparison, Side } from '../../compare/model/conversation-comparison.ts'
import { nameService, readEmbedded } from '../../engine/target-name.ts'
import type { CauseKind } from '../../engine/verdict/cause-kind.ts'
import type { ConversationResult } from '../../engine/verdict/conversation-result.ts'
import type { TouchedParts } from '../../engine/verdict/touched.ts'
import type { Verdict } from '../../engine/verdict/verdict.ts'

/** One run as the history stores it: no transcript, no key, nothing that a customer or an agent said. */
export interface HistoryRun {
  /** `run` is `tableread run`; a comparison keeps both of its sides in one. */
  kind: 'run' | 'compare'
  startedAt: string
  ms: number
  tableread: string
  /** The commit of the working folder, where it was found without asking git. */
  commit: string | null
  /** That of a comparison. */
  gate?: GateResult['verdict']
  conversations: Iterable<HistoryRow> & { readonly length: number }
}

/** What identifies a conversation in history, whatever its line: suite, name, agent, version and service. */
export interface HistorySubject {
  suite: string
  name: string
  agent: string
  version: string
  /** The service: its origin, or `local`, since the embedded service gets a new port each time. */
  target: string
}

/** One conversation's result in one run. */
export interface HistoryRow extends HistorySubject {
  /** As the run named it: `file:line version`. */
  id: string
  verdict: Verdict
  /** Where it went wrong, in a few words: `turn 2: reply`. */
  reason: string | null
  ms: number
  /** 95 of 100 turns took no longer than this, in milliseconds; null without a turn. */
  p95TurnMs: number | null
  sessionId: string | null
  /** A hash of the script as it ran, so that a changed script is not taken for a flaky agent (see `hashPlan`). */
  script: string | null
  /** Attempts that passed, and all that were judged. */
  passed: number
  judged: number
  /** What models of agents used in all attempts, in and out, and its cost; left out where it is not known. */
  tokens?: number
  cost?: number
  /** The same for judges; not included in the above. */
  judgeTokens?: number
  judgeCost?: number
  /** The layer in which it went wrong; left out where nothing did, and in runs from before this was recorded. */
  cause?: CauseKind
  /** How many runs fixed beforehand were judged, and failed in which way; absent where attempts were repeated. */
  ways?: WaysSeen
  /** The agent's fingerprint; absent where it was not seen. One of a part (`isOfPart`) only tells edits of it. */
  agentPrint?: string
  /** What its runs touched; left out where no transcript was there to tell. */
  touched?: TouchedParts
}

/** Judged runs of one comparison, or a plain run, and how many of them failed, by way of failing. */
export interface WaysSeen {
  of: number
  failed: Record<string, number>
}

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

/** A service's name in history: its origin, without secrets; `local` for the embedded one, whose port changes. */
export function nameTarget(target: string): string {
  const embedded = readEmbedded(target)
  return embedded === null ? nameService(target) : `local ${embedded.workspace}`
}
