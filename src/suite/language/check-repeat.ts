import { type Reading, refuse } from '../yaml/shape.ts'
import type { Settings } from './conversation.ts'

/** More that must pass than run could never pass. */
export function checkRepeat(repeat: Settings['repeat'], reading: Reading): void {
  if (repeat?.pass === undefined || repeat.pass <= repeat.times) return
  const message = `${repeat.pass} cannot pass when it runs ${repeat.times === 1 ? 'once' : `${repeat.times} times`}`
  refuse(reading, 'wrong-value', repeat.at, message, `write pass: ${repeat.times}, or run it more often`)
}
