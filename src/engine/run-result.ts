import type { Problem } from '../suite/yaml/problem.ts'
import type { Coverage } from './coverage/coverage.ts'
import type { LeftOut } from './coverage/left-out.ts'
import type { ConversationResult } from './verdict/conversation-result.ts'
import type { Shard } from './verdict/shard.ts'
import { type Verdict, verdicts } from './verdict/verdict.ts'

/** The result of a run: the document that `--json` prints. A member's meaning never changes under one `schemaVersion`. */
export interface RunResult extends LeftOut {
  schemaVersion: 1
  tableread: string
  startedAt: string
  ms: number
  target: string
  versions: string[]
  totals: Record<Verdict, number>
  turns: number
  /** Files that could not be read as suites. */
  problems: Problem[]
  /** What the conversations made their agents do, counted from every transcript, those that are not kept among them. */
  coverage: Coverage
  conversations: ConversationResult[]
  /** Only where this is a part of a run: what `--shard` chose. */
  shard?: Shard
}

/** How many conversations came to each verdict. */
export function countVerdicts(conversations: readonly ConversationResult[]): Record<Verdict, number> {
  const totals = Object.fromEntries(verdicts.map((verdict) => [verdict, 0])) as Record<Verdict, number>
  for (const { verdict } of conversations) totals[verdict] += 1
  return totals
}
