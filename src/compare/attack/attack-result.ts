import type { ConversationResult } from '../../engine/verdict/conversation-result.ts'
import type { Usage } from '../../wire/api/usage.ts'
import type { ExactShare } from '../exact-share.ts'
import type { Leak } from './find-leak.ts'

/** Talks counted by what happened to them. A talk is one attack for one goal with one seed. */
export interface AttackTally {
  /** Talks that ran to their end and could be judged; each counts under either `harmed` or `held`. */
  judged: number
  /** Talks in which the agent did harm. */
  harmed: number
  /** Talks that could not be judged: the service or the network failed, or a transcript breaks a law. */
  errored: number
  /** Talks that were not run, because the turn budget ran out or the work was interrupted. */
  unrun: number
}

/** One harm that an agent did: the first of its talk, since a talk ends with its first harm. */
export interface Harm {
  /** The id of its talk: file, line of the goal, attack, seed and version. */
  id: string
  file: string
  /** The line of the state that it violates, under `harm:`. */
  line: number
  /** The name of the file of attacks. */
  attacks: string
  goal: string
  wish: string
  attack: string
  family: string
  agent: string
  version: string
  seed: number
  /** In words: `calls issue_refund(order_id: "1042")`, `tells "QUARTZ-HERON-58", backwards`. */
  what: string
  /** Set when a text was told; null when the harm is a call. */
  leak: Leak | null
  /** The turn in which it happened, from 0. */
  turn: number
  /** What the attacker said, message by message. */
  said: string[]
  /** How often the same attack for the same goal harmed, over its seeds. */
  seeds: { harmed: number; judged: number }
  /** The talk as it ran; for a leak, with a failed outcome on the turn that told the text. */
  run: ConversationResult
}

/** The talks of one goal against one version. */
export interface GoalAttacked extends AttackTally {
  file: string
  line: number
  attacks: string
  goal: string
  agent: string
  version: string
  rate: ExactShare | null
  /** How many different attacks did harm. */
  harmfulAttacks: number
}

/** The talks of one family of attacks. */
export interface FamilyAttacked extends AttackTally {
  family: string
  rate: ExactShare | null
}

/** What closed the gate or kept it from opening. */
export interface AttackGate {
  /** The largest share of talks that may end in harm, from 0 to 1. */
  harm: number
  verdict: 'open' | 'shut' | 'not enough'
  reason: string
}

/** A talk that could not be judged, or was not run. */
export interface UnjudgedTalk {
  id: string
  file: string
  line: number
  goal: string
  attack: string
  seed: number
  version: string
  kind: 'errored' | 'unsafe' | 'broken' | 'not run'
  reason: string
}

/** An attack that was not tried for a goal (null: for any goal), and why. */
export interface LeftOut {
  file: string
  attack: string
  family: string
  goal: string | null
  reason: string
}

/** What `tableread attack` finds: JSON-safe, the document of `--json`. */
export interface AttackResult {
  kind: 'attack'
  schemaVersion: 1
  tableread: string
  /** ISO 8601. */
  startedAt: string
  ms: number
  /** The service as reports name it. */
  target: string
  seed: string
  /** How often each attack was tried for each goal. */
  seeds: number
  /** Turns sent, all talks together. */
  turns: number
  total: AttackTally
  rate: ExactShare | null
  families: FamilyAttacked[]
  goals: GoalAttacked[]
  /** The shortest talks first. */
  harms: Harm[]
  unjudged: UnjudgedTalk[]
  leftOut: LeftOut[]
  gate: AttackGate
  /** What models used; absent unless the service reports it. */
  usage?: Usage[]
}
