import { cutText } from '../../base/privacy/cut.ts'
import type { Outcome } from '../../engine/expect/outcome/outcome.ts'

/** What fails of an expectation or law, by what it says: the same wherever it stands in the suite. */
export function nameFailing(outcome: Outcome): string {
  const mismatches =
    'mismatches' in outcome ? outcome.mismatches.map(({ path, expected }) => `${path}: ${expected}`) : []
  return [outcome.kind, ...subjectOf(outcome), ...mismatches].join(' | ')
}

/** The same for a person, in a line: `the reply breaks what is asked of it: contains "shipped"`. */
export function describeFailing(outcome: Outcome): string {
  const [first] = 'mismatches' in outcome ? outcome.mismatches : []
  const subject = subjectOf(outcome).join(' ')
  const path = first === undefined || first.path === '' || first.path === subject ? '' : ` ${first.path}`
  const expected = first === undefined ? '' : `: ${cutText(first.expected, 81)}`
  switch (outcome.kind) {
    case 'call':
      return `a call of ${subject} breaks what is asked of it${path}${expected}`
    case 'unexpected call':
      return `${outcome.call?.name ?? 'a tool'} is called, which "${outcome.rule}" rules out`
    case 'law':
      return `breaks the law ${subject}`
    case 'judge':
      return `is judged ${outcome.judgement.says} for "${cutText(outcome.criterion, 81)}"`
    default:
      return `the ${outcome.kind === subject || subject === '' ? outcome.kind : `${outcome.kind} ${subject}`} breaks what is asked of it${path}${expected}`
  }
}

type SubjectsOf = { [Kind in Outcome['kind']]?: (outcome: Extract<Outcome, { kind: Kind }>) => string[] }

const subjects: SubjectsOf = {
  call: ({ name }) => [name],
  'call count': ({ name }) => (name === null ? [] : [name]),
  'unexpected call': ({ call, rule }) => [call?.name ?? 'a tool', rule],
  law: ({ finding }) => [finding.law],
  judge: ({ criterion }) => [criterion],
  item: ({ item }) => [item],
  latency: ({ subject, tool, limit }) => [subject, tool ?? '', limit.written],
  goal: ({ wants }) => [wants],
  error: ({ answered }) => [answered ? 'answered' : 'refused'],
  capture: ({ reason }) => [reason],
  check: ({ check }) => [check],
}

function subjectOf(outcome: Outcome): string[] {
  const read = subjects[outcome.kind] as ((of: Outcome) => string[]) | undefined
  return read?.(outcome) ?? ('subject' in outcome ? [outcome.subject] : [])
}
