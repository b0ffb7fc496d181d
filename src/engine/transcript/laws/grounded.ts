import { cutText } from '../../../base/privacy/cut.ts'
import type { Ground, UngroundedFact } from '../ground.ts'
import type { LawFinding } from '../law.ts'

const most = 20

/** Law `grounded`: what a reply states was said before, or can be derived. Made up once, it is reported once. */
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

export function describeUngrounded({ fact, nearest }: UngroundedFact): string {
  const { kind, text } = fact
  return `the reply says ${quote(nearest?.own ?? text)}${unsaid}${describeNearest(kind, nearest)}`
}

export function describeNearest(kind: UngroundedFact['fact']['kind'], nearest: UngroundedFact['nearest']): string {
  return nearest === null
    ? `no ${nameOf(kind)} was said at all`
    : `${nearestIs}${quote(nearest.text)} in ${nearest.where}`
}

const quote = (text: string): string => JSON.stringify(cutText(text.trim(), 60))

function nameOf(kind: UngroundedFact['fact']['kind']): string {
  return kind === 'phone' ? 'phone number' : kind === 'email' ? 'email address' : kind
}
