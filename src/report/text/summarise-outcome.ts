import { firstLine } from '../../base/text/wording.ts'
import { readDescription, showValue } from '../../engine/expect/describe-matcher.ts'
import type { Mismatch, Outcome } from '../../engine/expect/outcome/outcome.ts'
import { describeJudgedOutcome } from './describe-judgement.ts'
import { describeOutcome, listMismatches } from './describe-outcome.ts'

/** An outcome in short beside its event: `failed contains "shipped": not in it`; null if nothing is to say there. */
export function summariseOutcome(outcome: Outcome, passed = 'passed '): string | null {
  const { verdict } = outcome
  if (outcome.kind === 'judge') return describeJudgedOutcome(outcome)
  if (verdict === 'passed') return notePassed(outcome, passed)
  if (verdict === 'reference') return 'by' in outcome ? `beside ${outcome.by}` : 'beside a reference'
  const detail = noteWrong(outcome)
  return detail === '' ? verdict : `${verdict} ${detail}`
}

function notePassed(outcome: Exclude<Outcome, { kind: 'judge' }>, passed: string): string | null {
  switch (outcome.kind) {
    case 'call':
      return `matched ${outcome.by ?? 'calls'}`
    case 'call count':
      return outcome.name === null ? `${passed}${outcome.by ?? 'calls.count'}` : `counted for ${outcome.by ?? 'calls'}`
    case 'reply':
    case 'session':
    case 'local':
      return `${passed}${outcome.subject}`
    case 'item':
      return `${passed}${outcome.item}`
    case 'error':
      return `${passed}error`
    case 'check':
      return `${passed}${outcome.check}`
    case 'goal':
      return `goal reached after ${outcome.turns} of ${outcome.patience} messages`
    default:
      return null
  }
}

function noteWrong(outcome: Outcome): string {
  switch (outcome.kind) {
    case 'reply':
      return outcome.mismatches.map((each) => noteReply(each, outcome.subject)).join(', ')
    case 'call':
    case 'call count':
      return `${outcome.by ?? 'calls'}: ${outcome.mismatches.length === 0 ? firstLine(describeOutcome(outcome)) : joinMismatches(outcome.mismatches)}`
    case 'unexpected call':
      return `${outcome.by ?? `calls.${outcome.rule}`}: ${firstLine(describeOutcome(outcome))}`
    case 'latency':
      return `latency ${outcome.subject}: ${firstLine(describeOutcome(outcome))}`
    case 'law':
      return `law "${outcome.finding.law}": ${outcome.finding.message}`
    case 'item':
    case 'error':
    case 'session':
    case 'local':
      return outcome.mismatches.length === 0
        ? firstLine(describeOutcome(outcome))
        : `${nameOutcome(outcome, outcome.mismatches)}${joinMismatches(outcome.mismatches)}`
    case 'value':
      return `${outcome.subject}: ${outcome.reason}`
    default:
      return firstLine(describeOutcome(outcome))
  }
}

/** The part that an outcome is about, unless its mismatches name it anyway. */
function nameOutcome(outcome: Outcome, [first]: readonly Mismatch[]): string {
  return 'subject' in outcome && first?.path.startsWith(outcome.subject) !== true ? `${outcome.subject} ` : ''
}

/** The reply is on the same line already, so only a measurement or another part is repeated. */
function noteReply({ path, expected, actual }: Mismatch, subject: string): string {
  const { brief, isPart } = readDescription(expected)
  const whole = path === subject || path.startsWith(`${subject}, `)
  if (whole && subject === 'reply') return `${brief}${isPart ? ': not in it' : ''}`
  return `${path} ${brief}: here is ${showValue(actual)}`
}

function joinMismatches(mismatches: readonly Mismatch[]): string {
  return listMismatches(mismatches)
    .map((line) => line.trim())
    .join('; ')
}
