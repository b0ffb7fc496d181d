import type { Plan } from '../../suite/plan/plan.ts'

/** Gives the lines that a conversation is written on; undefined where other lines may say what it does as well. */
export type LinesOf = (plan: Plan) => string | undefined

/** What may bring in something that is written elsewhere: anchors, aliases, templates. Where it is only text, nothing is lost. */
const elsewhere = /[&*]\S|\btemplates\b/

/** The lines of plans in the texts of their files; a conversation ends where the next of the plans begins. */
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
