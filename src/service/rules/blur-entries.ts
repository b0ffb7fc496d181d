import type { Message, TranscriptEntry } from '../../wire/api/transcript-entry.ts'
import type { Ambiguity } from '../context/ambiguity.ts'

/**
 * Entries as another interpretation of the interface would show them: null members may be left out (TRN-06), an empty
 * caption may be null or absent (CNT-02).
 */
export function blurEntries(entries: readonly TranscriptEntry[], ambiguity: Ambiguity): TranscriptEntry[] {
  const absent = ambiguity.choose('TRN-06', [false, true])
  const caption = ambiguity.choose<'' | null | undefined>('CNT-02', ['', null, undefined])
  return entries.map((entry) => {
    if (entry.type !== 'message') return entry
    const message = entry as Message
    const content = message.content.map((item) =>
      'caption' in item && item.caption === '' ? ({ ...item, caption } as typeof item) : item,
    )
    const members = Object.entries({ ...message, content })
    return Object.fromEntries(absent ? members.filter(([, value]) => value !== null) : members) as unknown as Message
  })
}
