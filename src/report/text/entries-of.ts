import type { Outcome } from '../../engine/expect/outcome.ts'
import type { MessageView, TurnView } from '../../engine/transcript/turn-view.ts'

/** The entries of a turn that an outcome is about, counted from 0; none when it is about the turn or about what did not come. */
export function entriesOf(outcome: Outcome, view: TurnView): number[] {
  switch (outcome.kind) {
    case 'call':
      return listed(outcome.closest?.index)
    case 'unexpected call':
      return listed(outcome.call?.index)
    case 'call count':
      return outcome.counted ?? []
    case 'latency':
      return outcome.subject === 'reply' ? listed(view.assistant.at(-1)?.index) : listed(outcome.index)
    case 'law':
      return listed(closedBy(outcome.finding.index, view))
    case 'item':
      return listed(view.assistant.at(-1)?.index)
    case 'reply':
      return replyEntries(outcome, view)
    default:
      return []
  }
}

/** The message that a mismatch names, or the last one, at which all of the reply is known. */
function replyEntries({ subject, mismatches }: Outcome & { kind: 'reply' }, view: TurnView): number[] {
  const entry = (type: string): number[] =>
    listed(view.entries.flatMap((each, index) => (each.type === type ? [index] : [])).at(-1))
  if (subject === 'thinking' || subject === 'summary') return entry(subject)
  const messages: readonly MessageView[] = subject === 'background' ? view.background : view.assistant
  const named = /, (?:message|entry) (\d+)/.exec(mismatches[0]?.path ?? '')?.[1]
  return listed((named === undefined ? messages.at(-1) : messages[Number(named) - 1])?.index)
}

/** An output has no line of its own: its call stands for it. */
function closedBy(index: number | null, { calls }: TurnView): number | undefined {
  return calls.find(({ output }) => output !== null && output.index === index)?.index ?? index ?? undefined
}

function listed(index: number | undefined): number[] {
  return index === undefined ? [] : [index]
}
