import { cutText } from '../../../base/privacy/cut.ts'
import type { Ground, UngroundedFact } from '../ground.ts'
import type { LawFinding } from '../law.ts'

/** The most findings for one turn. */
const most = 20

/**
 * Law `grounded`: every number, amount, percentage, date, time, id, link, phone number, email address and
 * address in a reply was said before it, in any notation, or can be derived from what was. What an earlier
 * reply made up is reported only once.
 */
export function checkGrounded({ ground }: { ground: Ground }): LawFinding[] {
  const fresh = ground.ungrounded().filter(({ isAgain }) => !isAgain)
  return fresh.slice(0, most).map((each) => ({ law: 'grounded', message: describeUngrounded(each), index: each.index }))
}

const unsaid = ', which nothing before it says: '
const nearestIs = 'the nearest is '

/** The name of an agent's prompt as a place where facts occur. */
export const thePrompt = 'the prompt'

/** Whether a text quotes single facts as findings do, and whether one of the prompt: results hold the sentence alone. */
export function quotesFacts(text: string): { any: boolean; ofPrompt: boolean } {
  return { any: text.includes(unsaid) || text.includes(nearestIs), ofPrompt: text.includes(` in ${thePrompt}`) }
}

/** The message for an unsupported fact, with the closest one. */
export function describeUngrounded({ fact, nearest }: UngroundedFact): string {
  const { kind, text } = fact
  return `the reply says ${quote(nearest?.own ?? text)}${unsaid}${describeNearest(kind, nearest)}`
}

/** Says where the closest fact of a kind occurs. */
export function describeNearest(kind: UngroundedFact['fact']['kind'], nearest: UngroundedFact['nearest']): string {
  return nearest === null
    ? `no ${nameOf(kind)} was said at all`
    : `${nearestIs}${quote(nearest.text)} in ${nearest.where}`
}

const quote = (text: string): string => JSON.stringify(cutText(text.trim(), 60))

function nameOf(kind: UngroundedFact['fact']['kind']): string {
  return kind === 'phone' ? 'phone number' : kind === 'email' ? 'email address' : kind
}
