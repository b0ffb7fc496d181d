import { cutText } from '../../base/privacy/cut.ts'
import type { Outcome } from '../../engine/expect/outcome.ts'

/** What fails of an expectation or law, by what it says: the same wherever it stands in the suite. */
export function nameFailing(outcome: Outcome): string {
  const wanted = 'mismatches' in outcome ? outcome.mismatches.map(({ path, expected }) => `${path}: ${expected}`) : []
  return [outcome.kind, ...subjectOf(outcome), ...wanted].join(' | ')
}

/** The same for a person, in a line: `expected the reply: "shipped"`. */
export function describeFailing(outcome: Outcome): string {
  const [first] = 'mismatches' in outcome ? outcome.mismatches : []
  const subject = subjectOf(outcome).join(' ')
  const path = first === undefined || first.path === '' || first.path === subject ? '' : ` ${first.path}`
  const expected = first === undefined ? '' : `: ${cutText(first.expected, 81)}`
  switch (outcome.kind) {
    case 'call':
      return `fails: a call of ${subject}${path}${expected}`
    case 'unexpected call':
      return `fails: ${outcome.call?.name ?? 'a tool'} is called, which "${outcome.rule}" rules out`
    case 'law':
      return `breaks the law ${subject}`
    case 'judge':
      return `is judged ${outcome.judgement.says} for "${cutText(outcome.criterion, 81)}"`
    default:
      return `fails: ${outcome.kind === subject || subject === '' ? outcome.kind : `${outcome.kind} ${subject}`}${path}${expected}`
  }
}

function subjectOf(outcome: Outcome): string[] {
  switch (outcome.kind) {
    case 'call':
    case 'call count':
      return outcome.name === null ? [] : [outcome.name]
    case 'unexpected call':
      return [outcome.call?.name ?? 'a tool', outcome.rule]
    case 'law':
      return [outcome.finding.law]
    case 'judge':
      return [outcome.criterion]
    case 'item':
      return [outcome.item]
    case 'latency':
      return [outcome.subject, outcome.tool ?? '', outcome.limit.written]
    case 'goal':
      return [outcome.wants]
    case 'error':
      return [outcome.answered ? 'answered' : 'refused']
    case 'capture':
      return [outcome.reason]
    case 'check':
      return [outcome.check]
    default:
      return [outcome.subject]
  }
}
