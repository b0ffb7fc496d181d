import { expect, it } from 'vitest'
import type { KeptAnswer } from '../../engine/judge/judges.ts'
import type { QueueRedis } from './connection.ts'
import { queueKeyOf, sealOf } from './seal.ts'
import { askTogether } from './worker/ask-together.ts'

it('shows nothing of what it closes, not even that it is the same again', () => {
  const seal = sealOf('a run', 'a key')
  const [one, two] = [
    seal.close(['x'], { said: 'mail to max@example.org' }),
    seal.close(['x'], { said: 'mail to max@example.org' }),
  ]
  expect(one).not.toBe(two)
  for (const text of [one, two]) {
    expect(Buffer.from(text, 'base64').toString('latin1')).not.toContain('max')
    expect(seal.open(['x'], text)).toEqual({ said: 'mail to max@example.org' })
  }
  expect([seal.open(['x', ''], one), seal.open([], one), seal.open(['["x"]'], one)]).toEqual(Array(3).fill(undefined))
})

it('has the key of the queue, else that of the service, and one that anybody can make without', () => {
  expect(queueKeyOf({ TABLEREAD_QUEUE_KEY: 'q-key', TABLEREAD_API_KEY: 'a-key' })).toBe('q-key')
  expect(queueKeyOf({ TABLEREAD_QUEUE_KEY: '', TABLEREAD_API_KEY: 'a-key' })).toBe('a-key')
  expect(queueKeyOf({})).toBe('')
  const open = sealOf('a run', '')
  expect([open.isSecret, open.open(['x'], sealOf('a run', '').close(['x'], 1))]).toEqual([false, 1])
})

it('shares no answer of a judge that does not count: a worker that waits asks again', async () => {
  const seal = sealOf('a run', 'a key')
  const shared: string[] = []
  const redis = {
    tableAsk: async () => ['ask'],
    tableAnswer: async (...[, , , , text = '']: string[]) => {
      shared.push(text)
      return ''
    },
  } as unknown as QueueRedis
  const together = askTogether(redis, { answers: 'answers', asking: 'asking' }, null, seal)
  for (const text of ['met', 'Sorry.']) {
    const answer = await together(
      'question',
      async () => ({ text }),
      (each) => each === 'met',
      undefined,
    )
    expect(answer).toEqual({ text })
  }
  expect(shared.map((each) => each === '')).toEqual([false, true])
})

it('takes no answer of a judge that nobody of the run gave', async () => {
  const seal = sealOf('a run', 'a key')
  const answered = (sealed: string): Promise<KeptAnswer> => {
    const redis = { tableAsk: async () => ['known', sealed] } as unknown as QueueRedis
    const together = askTogether(redis, { answers: 'answers', asking: 'asking' }, null, seal)
    return together(
      'question',
      async () => ({ text: 'asked here' }),
      () => true,
      undefined,
    )
  }
  expect(await answered(seal.close(['answer', 'question'], 'asked there'))).toEqual({ text: 'asked there' })
  expect(await answered(seal.close(['answer', 'another'], 'asked there'))).toEqual({ text: 'asked here' })
  expect(await answered('met')).toEqual({ text: 'asked here' })
})
