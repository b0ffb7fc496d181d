import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { isJsonObject } from '../../../base/json/json.ts'
import { isOpen } from '../../../compare/review/settle-reviews.ts'
import { writeHtml } from '../../../report/html/write-html.ts'
import type { TextOf } from '../../../report/text/reporter.ts'
import { readPort } from '../../config/flag-values.ts'
import { type PageAnswer, plainAnswer, serveLoopback } from '../../edge/loopback-page.ts'
import { print } from '../../edge/print.ts'
import { interruptible, interrupts } from '../../edge/process.ts'
import { UsageError } from '../../edge/usage-error.ts'
import type { ReviewDesk } from './review-desk.ts'

/** The most bytes of a decision. */
const most = 20_000

/** Serves it under a path nobody can guess, and writes the decisions. Returns the exit code of its signal. */
export async function serveReview(desk: ReviewDesk, port: true | string, textOf: TextOf): Promise<number> {
  const secret = `/${randomBytes(16).toString('hex')}`
  const posts = `${secret}/decide`
  const page = (): string => {
    const conversations = desk.conversations()
    return writeHtml({ ...desk.comparison, conversations }, { textOf, review: { posts } })
  }
  const answer = async (request: IncomingMessage, path: string): Promise<PageAnswer> => {
    if (path === posts) return decideBy(desk, await readBody(request))
    if (path !== `${secret}/`) return plainAnswer(404, 'there is no such page')
    const text = page()
    const [, policy = ''] = /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(text) ?? []
    return { status: 200, type: 'text/html; charset=utf-8', text, policy: `${policy}; frame-ancestors 'none'` }
  }
  const served = await serveLoopback(
    (request, path) =>
      answer(request, path).catch((error: Error) =>
        plainAnswer(error instanceof UsageError ? 409 : 500, error.message),
      ),
    { port: port === true ? 0 : readPort('--serve', port), posts: { path: posts, from: 'page' } },
  )
  print(`The review is at ${served.url}${secret}/\nDecisions are written into reviews.yaml. Ctrl-C ends it.\n`)
  const { signal } = interruptible()
  if (!signal.aborted) await new Promise<void>((ended) => signal.addEventListener('abort', () => ended()))
  await served.close()
  return typeof signal.reason === 'number' ? signal.reason : interrupts.SIGINT
}

/** Takes a decision of the page: `{ id, decision, why }`. */
function decideBy(desk: ReviewDesk, body: string | null): PageAnswer {
  const wrong = plainAnswer(400, 'a decision is { "id": …, "decision": "approved" or "rejected", "why": … }')
  let choice: unknown
  try {
    choice = JSON.parse(body ?? '')
  } catch {
    return wrong
  }
  if (!isJsonObject(choice)) return wrong
  const { id, decision, why } = choice
  if ((decision !== 'approved' && decision !== 'rejected') || typeof why !== 'string' || why.length > 2_000)
    return wrong
  const all = desk.conversations()
  const grouped = all.filter((each) => each.review?.group === id && isOpen(each))
  const some = grouped.length > 0 ? grouped : all.filter(({ review }) => review?.id === id)
  if (some.length === 0) return plainAnswer(409, 'there is no such difference in this result')
  desk.decide(some, { decision, why })
  return plainAnswer(200, 'written')
}

/** The body of a request; null where it is longer than any decision. */
async function readBody(request: IncomingMessage): Promise<string | null> {
  let text = ''
  for await (const chunk of request.setEncoding('utf8')) {
    text += String(chunk)
    if (text.length > most) return null
  }
  return text
}
