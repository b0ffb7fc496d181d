import { sliceTurns } from './slice-turns.ts'
import type { Talk } from './talk.ts'

/** A name for a conversation: what the user first asks, cut at a word, told apart from the names that are `taken`. */
export function nameTalk({ session }: Talk, taken: Set<string>): string {
  const asks = sliceTurns(session.transcript).turns.find(({ user }) => user !== null)?.user ?? 'the agent opens'
  const words = asks.replace(/[{}]/g, '').replace(/\s+/g, ' ').trim()
  const cut = words.length <= 70 ? words : `${words.slice(0, 70).replace(/\s\S*$/, '')} …`
  const base = cut === '' ? 'a message without words' : cut
  let name = base
  for (let count = 2; taken.has(name); count += 1) name = `${base} (${count})`
  taken.add(name)
  return name
}
