import { isBlank } from '../../base/is-blank.ts'
import type { JsonObject } from '../../base/json.ts'
import { emptyIn, fillText } from '../language/fill-text.ts'
import { readStepTime } from '../language/step-time.ts'
import type { Turn } from '../language/turn.ts'
import type { Place } from '../yaml/place.ts'

/** Why a turn cannot be sent as it is once its variables are filled in, and where. */
export interface Unfilled {
  at: Place
  reason: string
}

/** What a turn has to say and says no more with the values of its variables: a message, a link, the time of a step. */
export function findUnfilled(written: Turn, filled: Turn, variables: JsonObject): Unfilled | null {
  const says = (text: string): boolean => {
    if (emptyIn(text, variables) === undefined) return true
    const spoken = Object.entries(variables).map(([name, value]) => [name, value ?? ''])
    return !isBlank(fillText(text, Object.fromEntries(spoken), {}))
  }
  if (written.user !== null && !says(written.user.value))
    return { at: written.user.at, reason: `the message ${written.user.value} is empty, and was not sent` }
  const link = written.attachments?.find((each) => !says(each))
  if (link !== undefined) return { at: written.at, reason: `the link ${link} is empty, and was not sent` }
  const { step } = filled
  if (step?.kind !== 'wait' && step?.kind !== 'advance clock') return null
  const text = String(step.body.value)
  const { kind } = readStepTime(text)
  if (kind === 'for' || (kind === 'to' && step.kind === 'advance clock')) return null
  return { at: step.body.at, reason: `${step.kind}: "${text}" is no time, so that nothing was done` }
}
