import { checkKnownEntries } from '../../engine/transcript/laws/known-entries.ts'
import { type TurnView, viewTurn } from '../../engine/transcript/turn-view.ts'
import { checkShape } from '../../wire/api/shape.ts'
import { transcriptEntryShape } from '../../wire/api/transcript-entry.ts'

/**
 * What a matcher was given, as expectations see it: the entries of a turn or of a session, as the service sends them.
 * @throws TypeError for anything else, and for no entries at all or entries of unknown types, on which nothing could be judged
 */
export function readTranscript(received: unknown, matcher: string): TurnView {
  if (!Array.isArray(received)) {
    const member = ['transcript', 'entries'].find((key) =>
      Array.isArray((received as Record<string, unknown> | null)?.[key]),
    )
    const hint = member === undefined ? 'give it the entries of a turn or a session' : `did you mean its .${member}?`
    throw new TypeError(`${matcher} looks at a list of transcript entries, but here is ${nameOf(received)}\n  ${hint}`)
  }
  if (received.length === 0)
    throw new TypeError(`${matcher} has nothing to look at: the transcript is empty\n  did the turn run at all?`)
  const entries = received.map((entry: unknown, index) => {
    const checked = checkShape(transcriptEntryShape, entry, `transcript[${index}]`)
    if (checked.ok) return checked.value
    const lines = checked.violations.map(
      ({ path, expected, actual }) => `\n  ${path}: expected ${expected}, but here is ${actual}`,
    )
    throw new TypeError(`${matcher} looks at transcript entries, but here is another value${lines.join('')}`)
  })
  const [unread] = checkKnownEntries(entries)
  if (unread !== undefined)
    throw new TypeError(
      `${matcher} cannot judge this transcript: ${unread.message}\n  it may be what must not be there; where it does no harm, leave it out of what you give to ${matcher}`,
    )
  return viewTurn(entries)
}

function nameOf(value: unknown): string {
  if (value === null || value === undefined) return String(value)
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}
