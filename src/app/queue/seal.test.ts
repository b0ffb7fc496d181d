import { expect, it } from 'vitest'
import type { KeptAnswer } from '../../engine/judge/judges.ts'
import { judgeDefaults } from '../project/judge-settings.ts'
import { askTogether } from './ask-together.ts'
import type { Bundle } from './bundle.ts'
import type { QueueRedis } from './connection.ts'
import { isSigned, type Seal, sealOf, sign } from './seal.ts'

const key = { TABLEREAD_API_KEY: 'sk-one-key' }
const bundleOf = (target: string | null): Pick<Bundle, 'settings'> => ({
  settings: { target, workflowTarget: null, judges: { ...judgeDefaults, models: {} } } as unknown as Bundle['settings'],
})
const far = bundleOf('https://api.example.com')

it('is signed by whoever has the same key, part by part', () => {
  const other = { TABLEREAD_API_KEY: 'sk-two-key' }
  const signature = sign(key, 'ab', 'c')
  expect([isSigned(signature, key, 'ab', 'c'), isSigned(signature, key, 'a', 'bc')]).toEqual([true, false])
  expect([isSigned(signature, other, 'ab', 'c'), isSigned('', {}, 'ab', 'c')]).toEqual([false, false])
  expect(isSigned(sign({ ...key, TABLEREAD_QUEUE_KEY: 'k' }, 'x'), { ...other, TABLEREAD_QUEUE_KEY: 'k' }, 'x')).toBe(
    true,
  )
})

it('opens what was closed under the same name of the same run with the same key, and nothing else', () => {
  const seal = sealOf('run-1', far, key)
  const closed = seal.close('result a', Buffer.from('what was said'))
  const open = (by: Seal, name = 'result a', text = closed): string | null => by.open(name, text)?.toString() ?? null
  expect(open(sealOf('run-1', far, key))).toBe('what was said')
  expect(Buffer.from(closed, 'base64').toString('latin1')).not.toContain('said')
  expect([
    open(seal, 'result b'),
    open(sealOf('run-2', far, key)),
    open(sealOf('run-1', far, { TABLEREAD_API_KEY: 'sk-two-key' })),
    open(seal, 'result a', `${closed.slice(0, -4)}AAAA`),
    open(seal, 'result a', 'AAAA'),
    open(seal, 'result a', Buffer.from('what was said').toString('base64')),
  ]).toEqual(Array(6).fill(null))
})

it('keeps nothing of a run that any worker may carry out, whatever its key', () => {
  const [one, other] = [key, {}].map((own) => sealOf('run-1', bundleOf(null), own)) as [Seal, Seal]
  expect(other.open('result a', one.close('result a', Buffer.from('said')))?.toString()).toBe('said')
})

it('takes no answer of a judge that nobody of the run gave', async () => {
  const seal = sealOf('run-1', far, key)
  const answered = (sealed: string): Promise<KeptAnswer> => {
    const redis = { tableAsk: async () => ['known', sealed] } as unknown as QueueRedis
    const together = askTogether(redis, { answers: 'answers', asking: 'asking' }, null, seal)
    return together('question', async () => ({ text: 'asked here' }), undefined)
  }
  expect(await answered(seal.close('answer question', Buffer.from('asked there')))).toEqual({ text: 'asked there' })
  expect(await answered(seal.close('answer another', Buffer.from('asked there')))).toEqual({ text: 'asked here' })
  expect(await answered('met')).toEqual({ text: 'asked here' })
})
