import { redactKeys } from '../../../base/secrets/secret-keys.ts'
import { formatJson } from '../../../report/text/finish-text.ts'
import { type LoopbackPage, type PageAnswer, plainAnswer, serveLoopback } from '../../edge/loopback-page.ts'
import { answeredWithin } from '../within.ts'
import { pageFiles } from './page-files.ts'

/** How long Redis may take to answer before the page is told that it does not, in milliseconds. */
const patienceMs = 4_000

/** Permits nothing from other origins, and only this server's scripts and styles. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** Read-only, to this machine alone. @throws UsageError if the port is taken */
export function serveQueuePage(read: () => Promise<object>, port: number): Promise<LoopbackPage> {
  const tell = sharing(read)
  const answer = async (_: unknown, path: string): Promise<PageAnswer> => {
    if (path === '/status.json') return tell()
    const file = pageFiles.get(path)
    return file === undefined ? plainAnswer(404, 'there is no such page') : { status: 200, ...file }
  }
  return serveLoopback(async (request, path) => ({ ...(await answer(request, path)), policy }), { port })
}

/** Answers the page's polling. Concurrent requests share one read of Redis, and none waits for long. */
function sharing(read: () => Promise<object>): () => Promise<PageAnswer> {
  let reading: Promise<PageAnswer> | null = null
  const begin = (): Promise<PageAnswer> =>
    read()
      .then(
        (json): PageAnswer => ({
          status: 200,
          type: 'application/json; charset=utf-8',
          text: redactKeys(formatJson(json)),
        }),
        (): PageAnswer => silent,
      )
      .finally(() => {
        reading = null
      })
  return async () => {
    reading ??= begin()
    return answeredWithin(patienceMs, reading).catch(() => silent)
  }
}

const silent = plainAnswer(503, 'the queue does not answer')
