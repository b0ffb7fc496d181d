import { successIn } from '../../base/json/output-success.ts'
import { recallPattern } from '../../base/patterns/linear-pattern.ts'
import { toNormalForm } from '../../base/text/normal-form.ts'
import { toReaderText } from '../../base/text/reader-text.ts'
import type { Claim } from '../../suite/language/claims.ts'
import type { ToolOutput } from '../transcript/tool-call.ts'
import type { MessageView, TurnView } from '../transcript/turn-view.ts'
import { mismatch, type Outcome } from './outcome/outcome.ts'
import { piecesOf } from './reply.ts'

/** The tools that have done their work so far in a conversation; each turn adds to it. */
export type DoneTools = Set<string>

/** One outcome for each claim. A call counts once its output, before the words, reports no error. */
export function evaluateClaims(claims: readonly Claim[], view: TurnView, done: DoneTools): Outcome[] {
  const before = new Set(done)
  const finished = view.calls.flatMap(({ name, output }) => (isDone(output) ? [{ name, index: output.index }] : []))
  for (const { name } of finished) done.add(name)
  return claims.flatMap((claim) => {
    const phrases = view.assistant.flatMap((message) => wordsOf(claim, message))
    if (phrases.length === 0) return []
    const untrue = phrases.find(
      ({ index }) => !claim.tools.some(({ value }) => isDoneBy(value, index, before, finished)),
    )
    if (untrue !== undefined && view.unseen !== null)
      return [{ kind: 'value', verdict: 'not judged', at: claim.at, subject: 'claims', reason: view.unseen }]
    return [outcomeOf(claim, untrue?.words)]
  })
}

function wordsOf({ pattern }: Claim, message: MessageView): { words: string; index: number }[] {
  return piecesOf(message, 'reply').flatMap(({ text }) => {
    for (const each of [text, toReaderText(text)]) {
      const match = recallPattern(pattern).find(each)
      if (match !== null) return [{ words: match.text, index: message.index }]
    }
    return []
  })
}

interface Finished {
  name: string
  index: number
}

function isDoneBy(tool: string, index: number, before: DoneTools, finished: readonly Finished[]): boolean {
  const name = toNormalForm(tool, 'NFC')
  return before.has(name) || finished.some((call) => call.name === name && call.index < index)
}

/** Some tools report failure only in their output; one that gives a member twice does not count. */
function isDone(output: ToolOutput | null): output is ToolOutput {
  if (output === null || output.isError === true || output.twice !== undefined) return false
  return successIn(output.json ?? output.text) !== false
}

function outcomeOf({ at, tools, from }: Claim, untrue: string | undefined): Outcome {
  const subject = 'claims'
  if (untrue === undefined) return { kind: 'reply', verdict: 'passed', at, subject, mismatches: [] }
  const names = tools.map(({ value }) => value).join(' or ')
  const expected = `a successful call of ${names} before it${from === undefined ? '' : ` (claims: of ${from})`}`
  return { kind: 'reply', verdict: 'failed', at, subject, mismatches: [mismatch(at, 'reply', expected, untrue)] }
}
