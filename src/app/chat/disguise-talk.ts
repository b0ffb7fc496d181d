import type { JsonValue } from '../../base/json.ts'
import { viewTurn } from '../../engine/transcript/turn-view.ts'
import { findPrivate } from '../../privacy/find-private.ts'
import { namePrivate } from '../../privacy/name-private.ts'
import { createSwapper } from '../../privacy/swap-values.ts'
import type { ChatTalk, ChatTurn } from './chat-talk.ts'

/**
 * A talk with stand-ins for what the agent told of people, in the form of tapes, so that a suite can be made of it. What the
 * user said is the user's own text, and what stands in it stays everywhere.
 */
export function disguiseTalk(talk: ChatTalk): ChatTalk {
  const said = talk.turns.map(({ user }) => user ?? '').join('\n')
  const own = JSON.stringify([said, talk.metadata])
  const entries = talk.turns.map((turn) => turn.entries) as unknown as JsonValue
  const found = findPrivate(entries, { named: [], custom: [] }).filter(({ value }) => !own.includes(value))
  const swap = createSwapper(namePrivate(found).swaps)
  return found.length === 0 ? talk : { ...talk, turns: talk.turns.map((turn) => disguise(turn, swap)) }
}

function disguise(turn: ChatTurn, swap: (value: JsonValue) => JsonValue): ChatTurn {
  const entries = swap(turn.entries as unknown as JsonValue) as unknown as ChatTurn['entries']
  return { ...turn, entries, view: viewTurn(entries) }
}
