import pRetry from 'p-retry'
import { isJsonObject } from '../../base/json/json.ts'
import { parseIfJson } from '../../base/json/json-text.ts'
import { count, showTime } from '../../base/text/wording.ts'
import { withinLimit } from '../../base/time-limit.ts'
import { guardedFetch, troubleOf } from '../../wire/client/guard.ts'
import { readRetryAfter } from '../../wire/client/transport.ts'
import { UsageError } from '../edge/usage-error.ts'
import { readCollector } from '../files/collector.ts'

/** The longest total wait for a busy collector, in milliseconds. */
const patienceMs = 30_000

/** The statuses by which OTLP asks for a retry; the first two often say when. */
const busy: ReadonlySet<number> = new Set([429, 503, 502, 504])

/** Half a second before the first retry, doubling each time. */
const backOff = { retries: 4, minTimeout: 500, factor: 2, randomize: true }

interface Answer {
  status: number
  ok: boolean
  /** The beginning of the body, if the collector accepted the spans. */
  said: string
  /** The wait it asks for, in milliseconds. */
  askedMs: number | null
  /** Where a redirect leads, without what may be secret; it is not followed, since the keys would go along. */
  to: string | null
}

class Busy extends Error {
  constructor(readonly answer: Answer) {
    super(String(answer.status))
  }
}

/** One after the other until one fails; retries for half a minute. @throws UsageError without its query and headers */
export async function sendOtlp(value: string, documents: Iterable<string>): Promise<void> {
  const collector = readCollector(value)
  const address = `${collector.url.origin}${collector.url.pathname}`
  const limit = limitOf(process.env)
  const until = performance.now() + patienceMs
  for (const body of documents) {
    const { status, ok, said, askedMs, to } = await postPatiently(body, { ...collector, limit, until }).catch(
      (error: unknown) => {
        const late = (error as Error).name === 'TimeoutError'
        const why = late ? `no answer came within ${showTime(limit)}` : troubleOf(error)
        throw new UsageError(
          `the spans could not be sent to ${address}: ${why}`,
          'is the collector up, and does it take OTLP over HTTP?',
        )
      },
    )
    const wait = askedMs === null ? '' : `, and asks to wait ${showTime(askedMs)}`
    const way = to === null ? '' : `, a redirect to ${to}`
    if (!ok)
      throw new UsageError(
        `the spans could not be sent to ${address}: it answered with ${status}${way}${wait}`,
        busy.has(status)
          ? 'it is busy: write them to a file with --otlp, and send that later'
          : 'look at what the collector says of it; keys go into OTEL_EXPORTER_OTLP_HEADERS',
      )
    const loss = lostBy(said)
    if (loss !== null)
      throw new UsageError(
        `the spans could not be sent to ${address}: ${loss}`,
        'look at what the collector says of it, and whether this is the address for OTLP/JSON',
      )
  }
}

type Sending = ReturnType<typeof readCollector> & { limit: number; until: number }

async function postPatiently(body: string, sending: Sending): Promise<Answer> {
  const leftMs = (): number => sending.until - performance.now()
  try {
    return await pRetry(
      async () => {
        const answer = await withinLimit(sending.limit, undefined, ({ signal }) => post(body, sending, signal))
        if (busy.has(answer.status)) throw new Busy(answer)
        return answer
      },
      {
        ...backOff,
        shouldRetry: ({ error }) => error instanceof Busy && (error.answer.askedMs ?? 0) < leftMs(),
        async onFailedAttempt({ error }) {
          const askedMs = error instanceof Busy ? (error.answer.askedMs ?? 0) : 0
          if (askedMs > 0 && askedMs < leftMs()) await new Promise((resolve) => setTimeout(resolve, askedMs))
        },
      },
    )
  } catch (error) {
    if (error instanceof Busy) return error.answer
    throw error
  }
}

async function post(body: string, { url, headers }: Sending, signal: AbortSignal): Promise<Answer> {
  const answer = await guardedFetch({ live: true })(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body,
    signal,
  })
  const { status, ok } = answer
  if (ok) return { status, ok, said: await readStart(answer), askedMs: null, to: null }
  await answer.body?.cancel()
  const location = answer.headers.get('location')
  const leads = location !== null && URL.canParse(location, url) ? new URL(location, url) : null
  const askedMs = readRetryAfter({ headers: Object.fromEntries(answer.headers) })
  return { status, ok, said: '', askedMs, to: leads === null ? null : `${leads.origin}${leads.pathname}` }
}

/** The most to read of an answer: a collector's has a few words. */
const mostSaid = 100_000

async function readStart(answer: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const bytes of answer.body ?? []) {
    text += decoder.decode(bytes, { stream: true })
    if (text.length > mostSaid) break
  }
  return text + decoder.decode()
}

/** A success of OTLP is an empty body or an object that rejects nothing: null. */
function lostBy(text: string): string | null {
  if (text.trim() === '') return null
  const answer = parseIfJson(text)
  if (!isJsonObject(answer)) return "its answer is not a collector's"
  const partial = answer.partialSuccess ?? answer.partial_success ?? null
  if (partial === null) return null
  if (!isJsonObject(partial)) return "its answer is not a collector's"
  const rejected = Number(partial.rejectedSpans ?? partial.rejected_spans ?? 0)
  if (rejected === 0) return null
  return rejected > 0 ? `it rejected ${count(rejected, 'span')}` : "its answer is not a collector's"
}

/** The time limit of a request: ten seconds, unless the environment says otherwise. */
function limitOf(environment: NodeJS.ProcessEnv): number {
  const ms = Number(environment.OTEL_EXPORTER_OTLP_TRACES_TIMEOUT ?? environment.OTEL_EXPORTER_OTLP_TIMEOUT)
  return ms > 0 && ms <= 600_000 ? ms : 10_000
}
