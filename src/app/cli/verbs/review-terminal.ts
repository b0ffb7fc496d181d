import { createInterface } from 'node:readline/promises'
import type { ConversationComparison } from '../../../compare/model/conversation-comparison.ts'
import { groupOpen } from '../../../compare/review/settle-reviews.ts'
import { print } from '../../project/print.ts'
import { describeGroup, type ReviewDesk, tellFailing } from './review-desk.ts'

/** Asks about one group after another, until all are decided or the person quits. Returns 0, or 130 after Ctrl-C. */
export async function reviewInTerminal(desk: ReviewDesk): Promise<number> {
  const reader = createInterface({ input: process.stdin, output: process.stdout })
  const left = groupOpen(desk.conversations())
  const all = left.length
  let ended: number | null = null
  const stop = new AbortController()
  reader.on('SIGINT', () => {
    ended = 130
    stop.abort()
  })
  reader.on('close', () => stop.abort())
  const ask = async (text: string): Promise<string> => {
    try {
      return (await reader.question(text, { signal: stop.signal })).trim()
    } catch {
      return 'q'
    }
  }
  if (all === 0) print('nothing is undecided\n')
  for (let group = left.shift(), at = 1; group !== undefined && ended === null; group = left.shift(), at += 1) {
    print(`\x1b[2J\x1b[H${at} of ${all}\n\n${describeGroup(group).join('\n')}\n\n${group.map(tellFailing).join('')}`)
    const split = group.length > 1 ? ', d divide' : ''
    const key = (await ask(`a approve, r reject, s skip${split}, q quit > `)).toLowerCase()
    if (key === 'q') break
    if (key === 'd' && group.length > 1) left.unshift(...group.map((each): ConversationComparison[] => [each]))
    if (key !== 'a' && key !== 'r') continue
    const why = await ask('why? > ')
    if (why === '' || stop.signal.aborted) {
      print('a decision needs a reason: skipped\n')
      continue
    }
    desk.decide(group, { decision: key === 'a' ? 'approved' : 'rejected', why })
  }
  reader.close()
  return ended ?? 0
}
