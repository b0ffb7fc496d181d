import { hash } from 'node:crypto'
import { isStillExpected, type Plan } from '../../suite/plan/plan.ts'
import { criteriaOfPlan } from '../../suite/plan/plan-criteria.ts'

/**
 * A sixteen-digit hash of everything that decides what a conversation does and how it is reported, including
 * its position in the file and values of the environment: if any of it changed, the conversation runs again.
 * Where its lines in the file determine it completely, they are hashed in place of what was parsed from them.
 */
export function fingerprintPlan(
  plan: Plan,
  linesOf: LinesOf,
  { judges = () => '', agents = () => '' }: MarksOf = {},
): string {
  const lines = linesOf(plan)
  const { conversation, relaxed } = plan
  const { at, name, row, expectedFail } = conversation
  // A quarantine is in another file, and dates expire without any file changing.
  const mark = expectedFail === undefined ? {} : { mark: [expectedFail, isStillExpected(expectedFail)] }
  const text = JSON.stringify({
    ...plan,
    relaxed: [...relaxed].sort(),
    conversation: lines === undefined ? conversation : { at, name, row },
    ...mark,
    ...(criteriaOfPlan(plan).length === 0 ? {} : { judges: judges(plan) }),
    agents: agents(plan),
  })
  return hash('sha256', lines === undefined ? text : `${text}\n${lines}`).slice(0, 16)
}

/** Hashes of what a conversation rests on besides its script. */
export interface MarksOf {
  /** Who judges it, and what makes that count; it matters only where there are criteria. */
  judges?: (plan: Plan) => string
  /** What its agents are; empty where nobody can tell. */
  agents?: (plan: Plan) => string
}

/** Gives the source lines of a conversation; undefined if lines elsewhere could affect what it does. */
export type LinesOf = (plan: Plan) => string | undefined

/** YAML that can pull in text from elsewhere: anchors, aliases, templates. A false match in plain text does no harm. */
const elsewhere = /[&*]\S|\btemplates\b/

/** Finds the lines of each plan in the texts of its file; a conversation ends where the next plan starts. */
export function createLinesOf(plans: readonly Plan[], texts: ReadonlyMap<string, string>): LinesOf {
  const begun = new Map<string, Set<number>>()
  for (const { file, conversation } of plans) {
    const numbers = begun.get(file) ?? new Set()
    begun.set(file, numbers.add(conversation.at.line))
  }
  const lines = new Map<string, string>()
  for (const [file, numbers] of begun) {
    const text = texts.get(file)
    if (text === undefined || elsewhere.test(text)) continue
    const starts = startsOf(text)
    const sorted = [...numbers].sort((a, b) => a - b)
    for (const [index, line] of sorted.entries())
      lines.set(`${file}:${line}`, text.slice(starts[line - 1], starts[(sorted[index + 1] ?? Number.NaN) - 1]))
  }
  return ({ file, conversation }) => lines.get(`${file}:${conversation.at.line}`)
}

/** Where each line of a text begins. */
function startsOf(text: string): number[] {
  const starts = [0]
  for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', end + 1)) starts.push(end + 1)
  return starts
}
