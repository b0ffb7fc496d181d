import { writeSlice } from './stub-slice.mjs'
import { readMessage } from './turn.mjs'

/**
 * The sessions of the stub, and a record of what reached it. A turn counts only if it is the next one of its
 * conversation and comes in that conversation's own session; anything else is a mismatch. With a `lie`, every
 * answer is wrong in that way.
 */
export function openLedger(lie = null) {
  const sessions = new Map()
  const conversations = new Set()
  const mismatches = []
  let [turns, fetches, clock] = [0, 0, Date.UTC(2026, 0, 1)]
  const mismatch = (text) => {
    mismatches.push(text)
    return null
  }

  /** Begins or continues a session. Gives its id and the turn's slice, or null after a mismatch. */
  function takeTurn(sessionId, message) {
    turns += 1
    const heard = readMessage(String(message))
    if (heard === null) return mismatch(`no turn of the work: ${String(message).slice(0, 80)}`)
    const { conversation, turn, order } = heard
    const session = sessionId === undefined ? begin(conversation) : sessions.get(sessionId)
    if (session === undefined) return mismatch(`${order} names the unknown session ${sessionId}`)
    if (session.conversation !== conversation) {
      return mismatch(`${order} came to the session of conversation ${session.conversation}`)
    }
    if (turn !== session.slices.length + 1) return mismatch(`${order} came as turn ${session.slices.length + 1}`)
    clock += 4
    const slice = writeSlice(order, `call-${order}`, clock, lie)
    session.slices.push(slice)
    return { sessionId: session.id, slice }
  }

  function begin(conversation) {
    if (conversations.has(conversation)) mismatch(`conversation ${conversation} began a second session`)
    conversations.add(conversation)
    const session = { id: `session-${sessions.size + 1}`, conversation, slices: [], fetches: 0 }
    sessions.set(session.id, session)
    return session
  }

  /** The slices of a stored session in order, or null after a mismatch. */
  function fetchSession(id) {
    fetches += 1
    const session = sessions.get(id)
    if (session === undefined) return mismatch(`the unknown session ${id} was fetched`)
    session.fetches += 1
    return session.slices
  }

  function counts() {
    const all = [...sessions.values()]
    return {
      turns,
      fetches,
      sessions: all.length,
      turnsPerSession: tally(all.map(({ slices }) => slices.length)),
      fetchesPerSession: tally(all.map((session) => session.fetches)),
      mismatches: mismatches.length,
      examples: mismatches.slice(0, 5),
    }
  }

  return { takeTurn, fetchSession, counts, refuse: mismatch }
}

/** How often each number occurs. */
function tally(numbers) {
  const counted = {}
  for (const number of numbers) counted[number] = (counted[number] ?? 0) + 1
  return counted
}
