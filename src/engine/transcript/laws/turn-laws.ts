import type { LawName } from '../../../base/law-name.ts'
import type { Finding } from '../finding.ts'
import type { TurnLawFacts } from '../law-facts.ts'
import { checkCalls } from './calls.ts'
import { checkEcho } from './echo.ts'
import { checkKnownEntries } from './known-entries.ts'
import { checkReply } from './reply.ts'
import { checkAnswerSession } from './same-session.ts'
import { checkTimeOrder } from './time-order.ts'

/** Every law that one turn's slice breaks, but for the relaxed ones (design, transcript laws). */
export function checkTurnLaws(facts: TurnLawFacts, relaxed: ReadonlySet<LawName>): Finding[] {
  const findings = checkTimeOrder(facts)
  findings.push(...checkKnownEntries(facts.view.entries), ...checkAnswerSession(facts))
  findings.push(...checkEcho(facts), ...checkCalls(facts), ...checkReply(facts))
  return relaxed.size === 0 ? findings : findings.filter(({ law }) => !relaxed.has(law))
}
