import type { Talk } from './talk.ts'

/**
 * Each session once: of a stored session that was exported twice the longer transcript stays. Dialogues of other sources
 * may share an id by chance; unless they are equal, the later ones get ids of their own.
 */
export function onceEach(talks: readonly Talk[]): Talk[] {
  const kept: Talk[] = []
  const byId = new Map<string, { index: number; texts: Set<string> }>()
  for (const talk of talks) {
    const { sessionId, transcript } = talk.session
    const text = talk.stored ? '' : JSON.stringify(transcript)
    const known = byId.get(sessionId)
    if (known === undefined) {
      byId.set(sessionId, { index: kept.push(talk) - 1, texts: new Set([text]) })
      continue
    }
    const earlier = kept[known.index]
    if (talk.stored && earlier?.stored === true) {
      if (transcript.length > earlier.session.transcript.length) kept[known.index] = talk
    } else if (!known.texts.has(text)) {
      known.texts.add(text)
      kept.push({ ...talk, session: { ...talk.session, sessionId: `${sessionId}#${known.texts.size}` } })
    }
  }
  return kept
}
