import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { HistoryError } from '../../records/history/database.ts'
import type { Outgoing, WatchStore } from '../../records/history/watch-store.ts'
import { type CheckWorld, checkService } from './check-service.ts'
import { deliverMessages, type PostMessage, readReceiver } from './deliver-messages.ts'

const receivers = ['https://one.example/hook', 'slack:https://two.example/hook'].map(readReceiver)
const [one, two] = receivers.map(({ key }) => key)
const message = (id: string, receiver = one ?? '', attempts = 0): Outgoing => ({
  ...{ id, receiver, attempts },
  body: JSON.stringify({
    id,
    title: 'desk: version 2 regressed',
    changed: [],
    findings: [],
    against: null,
    note: null,
    report: null,
  }),
})

/** A store in memory with these messages; `log` says what became of them. */
function storeOf(waiting: readonly Outgoing[], log: string[], more: Partial<WatchStore> = {}): WatchStore {
  return {
    ...{ hold: () => true, read: () => null, commit: () => true, release: () => undefined, close: () => undefined },
    due: (keys) => waiting.filter(({ receiver }) => keys.includes(receiver)),
    waiting: () => waiting.length,
    delivered: ({ id }) => void log.push(`delivered ${id}`),
    postponed: ({ id }, next) => void log.push(`postponed ${id} to ${next}`),
    ...more,
  }
}

const deliver = async (
  waiting: readonly Outgoing[],
  post: PostMessage,
  more: Partial<WatchStore> = {},
): Promise<{ log: string[]; failures: string[] }> => {
  const log: string[] = []
  const store = storeOf(waiting, log, more)
  const failures = await deliverMessages({ store, receivers, post, secret: 'key', now: () => 60_000 })
  return { log, failures }
}

describe('messages', () => {
  it('are signed with the time, as the receiver can check', async () => {
    const deliveries: [string, Readonly<Record<string, string>>][] = []
    await deliver([message('m-1')], async (_, body, headers) => {
      deliveries.push([body, headers])
      return { ok: true }
    })
    const [[body, headers] = ['', {}]] = deliveries
    expect(headers).toEqual({
      'content-type': 'application/json',
      'x-tableread-message': 'm-1',
      'x-tableread-signature': `t=60,v1=${createHmac('sha256', 'key').update(`60.${body}`).digest('hex')}`,
    })
  })
  it('wait behind one that fails, and only at the receiver that it is for', async () => {
    const { log, failures } = await deliver([message('m-1'), message('m-2'), message('m-1', two)], async ({ form }) =>
      form === 'slack' ? { ok: true } : { ok: false, why: 'HTTP 500', askedMs: null },
    )
    expect(log).toEqual(['postponed m-1 to 90000', 'delivered m-1'])
    expect(failures).toEqual(['https://one.example took no message: HTTP 500'])
  })
  it.each([
    [0, null, 30_000],
    [1, null, 60_000],
    [2, 600_000, 600_000],
    [30, null, 3_600_000],
    [0, 86_400_000, 3_600_000],
  ])('wait longer after each attempt, as asked, and an hour at most: %i, %j', async (attempts, askedMs, pause) => {
    const { log } = await deliver([message('m-1', one, attempts)], async () => ({ ok: false, why: 'x', askedMs }))
    expect(log).toEqual([`postponed m-1 to ${60_000 + pause}`])
  })
  it('stay where they are when another process has taken over, or their receiver is named no more', async () => {
    const sent = async () => ({ ok: true }) as const
    expect(await deliver([message('m-1')], sent, { hold: () => false })).toEqual({ log: [], failures: [] })
    expect(await deliver([message('m-1', 'json of yesterday')], sent)).toEqual({ log: [], failures: [] })
  })
  it('are not sent where the disk is full: what was found is not stored, and is found again', async () => {
    const posts: string[] = []
    const full = (): never => {
      throw new HistoryError({ kind: 'unwritable', message: 'database or disk is full' })
    }
    const world: CheckWorld = {
      ...{ service: 'https://api.example', agents: ['desk'], receivers, secret: null, now: () => 60_000 },
      store: storeOf([], posts, { commit: full }),
      post: async (_, body) => {
        posts.push(body)
        return { ok: true }
      },
      conceal: (each) => each,
      list: async () => 'HTTP 500',
      judge: () => Promise.reject(new Error('nothing is judged')),
      ...{ draftsEveryMs: null, judgeDraft: () => Promise.reject(new Error('nothing is judged')) },
    }
    await expect(checkService(world)).rejects.toThrow('database or disk is full')
    expect(posts).toEqual([])
  })
})

describe('a receiver', () => {
  it.each([
    ['https://x.example/hook', 'json', 'https://x.example/hook'],
    ['slack:https://hooks.slack.example/a/b', 'slack', 'https://hooks.slack.example/a/b'],
    ['teams:http://127.0.0.1:8/x', 'teams', 'http://127.0.0.1:8/x'],
  ])('is written %s', (text, form, url) => {
    expect(readReceiver(text)).toMatchObject({ form, url })
    expect(readReceiver(text).key).not.toContain('/')
  })
  it.each([
    ['ftp://x', '--webhook takes an address'],
    ['slak:https://x', 'messages cannot be written for "slak"'],
    ['https://', '--webhook takes an address'],
    ['https://me:pass@x.example/hook', 'cannot hold a user or a password'],
  ])('cannot be %s', (text, why) => {
    expect(() => readReceiver(text)).toThrow(why)
  })
})
