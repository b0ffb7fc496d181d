import { clearScreenDown, cursorTo } from 'node:readline'
import { createInterface } from 'node:readline/promises'
import type { ConversationComparison } from '../../../compare/model/conversation-comparison.ts'
import { groupOpen } from '../../../compare/review/settle-reviews.ts'
import { print } from '../../edge/print.ts'
import { describeGroup, describeSettled, describeStillFailing, isReason, type ReviewDesk } from './review-desk.ts'

interface Terminal {
  input: NodeJS.ReadableStream
  output: NodeJS.WritableStream
  print(text: string): void
}

/** Asks about one group after another, until all are decided or the person quits. Returns 0, or 130 after Ctrl-C. */
export async function reviewInTerminal(
  desk: ReviewDesk,
  { input, output, print: show }: Terminal = { input: process.stdin, output: process.stdout, print },
): Promise<number> {
  const reader = createInterface({ input, output })
  const compared = desk.conversations()
  const groups = groupOpen(compared)
  const all = groups.length
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
  if (all === 0) show(describeSettled(compared, desk.comparison))
  for (let group = groups.shift(), at = 1; group !== undefined && ended === null; group = groups.shift(), at += 1) {
    cursorTo(output, 0, 0)
    clearScreenDown(output)
    show(
      `${at} of ${at + groups.length}\n\n${describeGroup(group, desk.comparison).join('\n')}\n\n${group.map(describeStillFailing).join('')}`,
    )
    const split = group.length > 1 ? ', d divide' : ''
    const keys = ['a', 'r', 's', 'q', ...(split === '' ? [] : ['d'])]
    let [key, why] = ['', '']
    while (!keys.includes(key) || (isDecision(key) && !isReason(why) && !stop.signal.aborted)) {
      if (isDecision(key)) show('a decision needs a reason, in words of your own\n')
      key = (await ask(`a approve, r reject, s skip${split}, q quit > `)).toLowerCase()
      why = isDecision(key) ? await ask('why? > ') : ''
    }
    if (key === 'q' || stop.signal.aborted) break
    if (key === 'd') {
      groups.unshift(...group.map((each): ConversationComparison[] => [each]))
      at -= 1
    }
    if (isDecision(key)) desk.decide(group, { decision: key === 'a' ? 'approved' : 'rejected', why })
  }
  reader.close()
  return ended ?? 0
}

/** Whether a key decides, so that a reason is asked for: without one, the question comes again. */
const isDecision = (key: string): boolean => key === 'a' || key === 'r'
