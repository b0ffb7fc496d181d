import { numbersIn } from './facts-in.ts'
import { rewrite } from './messages.ts'
import type { Operator } from './operator.ts'

/** One number, amount, date or code of the reply is another one, wherever the reply tells it. */
export const changeNumber: Operator = (turn, { given, choose }) => {
  const number = choose(numbersIn(turn, given), 'change number', turn.index)
  if (number === undefined) return []
  const other = number.replace(/\d(?=\D*$)/, (digit) => String((Number(digit) + 1) % 10))
  const whole = new RegExp(`(?<![\\p{L}\\d])${literally(number)}(?![\\p{L}\\d])`, 'gu')
  const entries = rewrite(turn.entries, (text) => text.replace(whole, () => other))
  return [{ what: `the reply says "${other}" instead of "${number}"`, entries }]
}

function literally(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
}
