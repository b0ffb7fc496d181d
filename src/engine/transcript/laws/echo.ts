import type { Finding } from '../finding.ts'
import type { TurnLawFacts } from '../law-facts.ts'

/** Law `message echoed`: the user's message of the slice is exactly what was sent (CHA-02), and none when the agent opens (CHA-16). */
export function checkEcho({ view, sent }: Pick<TurnLawFacts, 'view' | 'sent'>): Finding[] {
  const [first, second] = view.user
  const finding = (message: string, index: number | null): Finding[] => [{ law: 'message echoed', message, index }]
  if (sent === null)
    return first === undefined ? [] : finding("the slice holds a user's message though none was sent", first.index)
  if (first === undefined) return finding("the slice does not hold the user's message", null)
  if (first.text !== sent)
    return finding(`the slice holds another user's message: ${JSON.stringify(shorten(first.text))}`, first.index)
  return second === undefined ? [] : finding("the slice holds a second user's message", second.index)
}

function shorten(text: string): string {
  return text.length > 60 ? `${text.slice(0, 59)}…` : text
}
