import { wordsIn } from './facts-in.ts'
import { rewrite } from './messages.ts'
import type { Operator } from './operator.ts'

/** One word of the reply that metadata or a tool has given is left out for another, wherever the reply tells it. */
export const changeWord: Operator = (turn, { given, choose }) => {
  const word = choose(wordsIn(turn, given), 'change word', turn.index)
  if (word === undefined) return []
  const other = /^\p{Lu}/u.test(word) ? 'Somebody' : 'something'
  const whole = new RegExp(`(?<![\\p{L}\\d])${word}(?![\\p{L}\\d])`, 'gu')
  const entries = rewrite(turn.entries, (text) => text.replace(whole, () => other))
  return [{ what: `the reply says "${other}" instead of "${word}"`, entries }]
}
