import type { LawName } from '../base/law-name.ts'
import type { Finding } from './finding.ts'
import { checkCalls } from './laws/calls.ts'
import { checkEcho } from './laws/echo.ts'
import { checkReply } from './laws/reply.ts'
import { checkTimeOrder } from './laws/time-order.ts'
import type { TurnView } from './turn-view.ts'

/** What the laws of one turn look at. */
export interface TurnLawFacts {
  view: TurnView
  /** What was sent; null when the agent opens. */
  sent: string | null
  /** The call ids of earlier turns; this turn's are added. */
  callIds: Set<string>
}

/** Every law that one turn's slice breaks, but for the relaxed ones (design, transcript laws). */
export function checkTurnLaws(facts: TurnLawFacts, relaxed: ReadonlySet<LawName>): Finding[] {
  const findings = [
    ...checkTimeOrder(facts.view.entries),
    ...checkEcho(facts),
    ...checkCalls(facts),
    ...checkReply(facts),
  ]
  return relaxed.size === 0 ? findings : findings.filter(({ law }) => !relaxed.has(law))
}
