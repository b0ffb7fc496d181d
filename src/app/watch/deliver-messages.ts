import { createHash, createHmac } from 'node:crypto'
import { hideKey } from '../../base/secrets/secret-keys.ts'
import { didYouMean } from '../../base/text/suggest.ts'
import { withinLimit } from '../../base/time-limit.ts'
import { longestPauseMs, type Outgoing, type WatchStore } from '../../records/history/watch-store.ts'
import { guardedFetch, troubleOf } from '../../wire/client/guard.ts'
import { readRetryAfter } from '../../wire/client/transport.ts'
import { UsageError } from '../edge/usage-error.ts'
import type { WatchMessage } from './message-shape.ts'
import { type MessageForm, messageForms, renderMessage } from './render-message.ts'

/** Where messages go. The address may be a secret, as Slack's is: only its hash is stored, and only its origin shown. */
export interface Receiver {
  /** The name in the outbox: `slack 1f3a…`. */
  key: string
  form: MessageForm
  url: string
}

/** What became of an attempt: delivered, or why not and the wait that was asked for, in milliseconds. */
type Delivery = { ok: true } | { ok: false; why: string; askedMs: number | null }

/** Posts a body; `headers` are those of Tableread. */
export type PostMessage = (
  receiver: Receiver,
  body: string,
  headers: Readonly<Record<string, string>>,
) => Promise<Delivery>

/** Reads `https://…`, `slack:https://…` or `teams:https://…`. @throws UsageError for anything else */
export function readReceiver(address: string): Receiver {
  const [, word] = /^([a-z]+):(?=https?:)/i.exec(address) ?? []
  const form = word === undefined ? 'json' : messageForms.find((each) => each === word)
  if (form === undefined)
    throw new UsageError(
      `messages cannot be written for "${word}"`,
      didYouMean(word ?? '', [...messageForms], String) ?? `write one of ${messageForms.join(', ')}`,
    )
  const url = word === undefined ? address : address.slice(word.length + 1)
  if (!URL.canParse(url) || !/^https?:\/\//i.test(url))
    throw new UsageError('--webhook takes an address', 'write https://…, slack:https://… or teams:https://…')
  const { pathname, search, username, password } = new URL(url)
  if (username + password !== '')
    throw new UsageError(
      'an address for messages cannot hold a user or a password',
      'put a token into its path or its query; TABLEREAD_WEBHOOKS keeps it out of the command line',
    )
  for (const part of [pathname.slice(1), search.slice(1)]) if (part.length >= shortestSecret) hideKey(part)
  return { key: `${form} ${createHash('sha256').update(url).digest('hex').slice(0, 16)}`, form, url }
}

/** A path or a query from this length on may be a secret, and is never shown. */
const shortestSecret = 16

/** The pause after so many attempts, in milliseconds: half a minute, doubling up to an hour. */
const pauseAfter = (attempts: number): number => Math.min(30_000 * 2 ** Math.min(attempts, 20), longestPauseMs)

export interface Sending {
  store: WatchStore
  receivers: readonly Receiver[]
  post: PostMessage
  /** Signs bodies; null if nobody gave one. */
  secret: string | null
  /** Milliseconds since 1970. */
  now: () => number
}

/** In order: where one fails, its receiver's later ones wait. Returns a line each; a repeat has the same id. */
export async function deliverMessages({ store, receivers, post, secret, now }: Sending): Promise<string[]> {
  const failures = new Map<string, string>()
  const byKey = new Map(receivers.map((receiver) => [receiver.key, receiver]))
  for (const message of store.due([...byKey.keys()], now())) {
    const receiver = byKey.get(message.receiver)
    if (receiver === undefined || failures.has(receiver.key)) continue
    if (!store.hold(now())) break // another process delivers
    const delivery = await postOne(message, receiver, { post, secret, now })
    if (delivery.ok) {
      store.delivered(message)
      continue
    }
    const pause = Math.min(Math.max(pauseAfter(message.attempts), delivery.askedMs ?? 0), longestPauseMs)
    store.postponed(message, now() + pause)
    failures.set(receiver.key, `${new URL(receiver.url).origin} took no message: ${delivery.why}`)
  }
  return [...failures.values()]
}

function postOne(
  { id, body }: Outgoing,
  receiver: Receiver,
  { post, secret, now }: Pick<Sending, 'post' | 'secret' | 'now'>,
): Promise<Delivery> {
  const text = JSON.stringify(renderMessage(JSON.parse(body) as WatchMessage, receiver.form))
  const time = String(Math.floor(now() / 1_000))
  return post(receiver, text, {
    'content-type': 'application/json',
    'x-tableread-message': id,
    ...(secret === null ? {} : { 'x-tableread-signature': `t=${time},v1=${signBody(secret, time, text)}` }),
  })
}

/** The signature of a body: HMAC-SHA256 of the time in seconds, a full stop and the body, in hexadecimal digits. */
function signBody(secret: string, time: string, body: string): string {
  return createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')
}

/** How long a receiver may take to answer, in milliseconds. */
const timeLimitMs = 10_000

/** Posts to where a person said that messages go, until the signal ends it: what was on its way then is sent again later. */
export const postOverNetwork =
  (end: AbortSignal): PostMessage =>
  async ({ url }, body, headers) => {
    try {
      const answer = await withinLimit(timeLimitMs, end, async ({ signal }) => {
        const response = await guardedFetch({ live: true })(url, { method: 'POST', headers, body, signal })
        await response.body?.cancel()
        return response
      })
      if (answer.ok) return { ok: true }
      const askedMs = readRetryAfter({ headers: Object.fromEntries(answer.headers) })
      return { ok: false, why: `it answered with ${answer.status}`, askedMs }
    } catch (error) {
      const isLate = (error as Error).name === 'TimeoutError'
      return { ok: false, why: isLate ? 'no answer came within 10 s' : troubleOf(error), askedMs: null }
    }
  }
