import { hash } from 'node:crypto'
import { remembering } from '../../base/memoize.ts'
import { isStillExpected, type Plan } from '../../suite/plan/plan.ts'

/** A sixteen-digit hash of all that decides what a conversation does and how it is reported, places included. */
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
  const judged = judges(plan)
  const text = JSON.stringify({
    ...plan,
    relaxed: [...relaxed].sort(),
    conversation: lines === undefined ? conversation : { at, name, row },
    ...mark,
    ...(judged === '' ? {} : { judges: judged }),
    agents: agents(plan),
  })
  return hash('sha256', lines === undefined ? text : `${text}\n${lines}`, 'buffer').toString('hex', 0, 8)
}

/** Hashes of what a conversation rests on besides its script. */
export interface MarksOf {
  /** Who judges it, and what makes that count; empty where there are neither criteria nor checks. */
  judges?: (plan: Plan) => string
  /** What its agents are; empty where nobody can tell. */
  agents?: (plan: Plan) => string
}

/** Gives the source lines of a conversation; undefined if lines elsewhere could affect what it does. */
export type LinesOf = (plan: Plan) => string | undefined

/** YAML that can pull in text from elsewhere: anchors, aliases, templates. A false match in plain text does no harm. */
const elsewhere = /[&*]\S|\btemplates\b/

/** Of how many files the lines of all conversations are held at once. */
const mostFiles = 8

/** Finds the lines of each plan in the texts of its file; a conversation ends where the next plan starts. */
export function createLinesOf(plans: readonly Plan[], texts: ReadonlyMap<string, string>): LinesOf {
  const begun = new Map<string, number[]>()
  for (const { file, conversation } of plans) {
    const numbers = begun.get(file)
    if (numbers === undefined) begun.set(file, [conversation.at.line])
    else numbers.push(conversation.at.line)
  }
  const linesIn = remembering(mostFiles, (file): ReadonlyMap<number, string> => {
    const text = texts.get(file)
    if (text === undefined || elsewhere.test(text)) return new Map()
    const starts = startsOf(text)
    const sorted = [...new Set(begun.get(file))].sort((a, b) => a - b)
    return new Map(
      sorted.map((line, index) => [line, text.slice(starts[line - 1], starts[(sorted[index + 1] ?? Number.NaN) - 1])]),
    )
  })
  return ({ file, conversation }) => linesIn(file).get(conversation.at.line)
}

function startsOf(text: string): number[] {
  const starts = [0]
  for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', end + 1)) starts.push(end + 1)
  return starts
}
