import { randomBytes } from 'node:crypto'
import { interruptionReason, type Together } from '../../../engine/judge/create-judges.ts'
import type { KeptAnswer } from '../../../engine/judge/judges.ts'
import { questionsSpent } from '../../judging/open-judges.ts'
import type { QueueRedis } from '../connection.ts'
import type { RunKeys } from '../run-keys.ts'
import type { Seal } from '../seal.ts'

/** How long a question stays with a silent worker, how often it is renewed, how often others check, in ms. */
const [lastsMs, renewMs, lookMs] = [10_000, 3_000, 200]

/** Each question once per run, whichever worker comes first; without an answer that counts, another asks again. */
export function askTogether(
  redis: QueueRedis,
  { answers, asking }: Pick<RunKeys, 'answers' | 'asking'>,
  most: number | null,
  seal: Seal,
): Together {
  return async (key, putQuestion, counts, signal) => {
    const own = randomBytes(8).toString('hex')
    const ask = (): ReturnType<QueueRedis['tableAsk']> => redis.tableAsk(answers, asking, key, own, lastsMs, most ?? -1)
    const readAnswer = (sealed: string): KeptAnswer | null => {
      const text = seal.open(['answer', key], sealed)
      return text === undefined ? null : { text: text as string }
    }
    const putIt = async (): Promise<KeptAnswer> => {
      const renewing = setInterval(() => void ask().catch(() => {}), renewMs)
      const answer = await putQuestion().finally(() => clearInterval(renewing))
      const text = 'none' in answer || !counts(answer.text) ? '' : seal.close(['answer', key], answer.text)
      const first = await redis.tableAnswer(answers, asking, key, own, text)
      return first === '' ? answer : (readAnswer(first) ?? answer)
    }
    for (;;) {
      if (signal?.aborted === true) return { none: interruptionReason, halted: true }
      const [what, sealed = ''] = await ask()
      if (what === 'spent') return { none: questionsSpent(most), halted: true }
      if (what === 'ask') return putIt()
      if (what === 'known') return readAnswer(sealed) ?? putQuestion() // a value that does not open is not one of our answers
      await new Promise((resolve) => setTimeout(resolve, lookMs))
    }
  }
}
