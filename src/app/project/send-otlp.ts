import { isJsonObject, type JsonValue } from '../../base/json.ts'
import { count, showTime } from '../../base/wording.ts'
import { guardedFetch, troubleOf } from '../../wire/client/guard.ts'
import { readCollector } from './collector.ts'
import { UsageError } from './usage-error.ts'

/**
 * Posts documents of spans to a collector, one after the other; the first that fails ends it.
 * @throws UsageError that says what came of it, without the address's query and without headers
 */
export async function sendOtlp(value: string, documents: Iterable<string>): Promise<void> {
  const { url, headers } = readCollector(value)
  const shown = `${url.origin}${url.pathname}`
  const limit = limitOf(process.env)
  for (const body of documents) {
    const { status, ok, said } = await post(body).catch((error: unknown) => {
      const late = (error as Error).name === 'TimeoutError'
      const why = late ? `no answer came within ${showTime(limit)}` : troubleOf(error)
      throw new UsageError(
        `the spans could not be sent to ${shown}: ${why}`,
        'is the collector up, and does it take OTLP over HTTP?',
      )
    })
    if (!ok)
      throw new UsageError(
        `the spans could not be sent to ${shown}: it answered with ${status}`,
        'look at what the collector says of it; keys go into OTEL_EXPORTER_OTLP_HEADERS',
      )
    const lost = lostBy(said)
    if (lost !== null)
      throw new UsageError(
        `the spans could not be sent to ${shown}: ${lost}`,
        'look at what the collector says of it, and whether this is the address for OTLP/JSON',
      )
  }

  async function post(body: string): Promise<{ status: number; ok: boolean; said: string }> {
    const answer = await guardedFetch({ live: true })(url, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body,
      signal: AbortSignal.timeout(limit),
    })
    const { status, ok } = answer
    if (ok) return { status, ok, said: await readStart(answer) }
    await answer.body?.cancel()
    return { status, ok, said: '' }
  }
}

/** How much of an answer is read: that of a collector has a few words. */
const mostSaid = 100_000

async function readStart(answer: Response): Promise<string> {
  const decoder = new TextDecoder()
  let said = ''
  for await (const bytes of answer.body ?? []) {
    said += decoder.decode(bytes, { stream: true })
    if (said.length > mostSaid) break
  }
  return said + decoder.decode()
}

/** Why an answer is no success of OTLP, which is an object that rejects nothing, or nothing at all; null where it is one. */
function lostBy(said: string): string | null {
  if (said.trim() === '') return null
  const answer = readJson(said)
  if (!isJsonObject(answer)) return 'its answer is none of a collector'
  const partial = answer.partialSuccess ?? answer.partial_success ?? null
  if (partial === null) return null
  if (!isJsonObject(partial)) return 'its answer is none of a collector'
  const rejected = Number(partial.rejectedSpans ?? partial.rejected_spans ?? 0)
  if (rejected === 0) return null
  return rejected > 0 ? `it rejected ${count(rejected, 'span')}` : 'its answer is none of a collector'
}

/** How long a request may take: ten seconds, unless the environment says otherwise. */
function limitOf(environment: NodeJS.ProcessEnv): number {
  const given = Number(environment.OTEL_EXPORTER_OTLP_TRACES_TIMEOUT ?? environment.OTEL_EXPORTER_OTLP_TIMEOUT)
  return given > 0 && given <= 600_000 ? given : 10_000
}

function readJson(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
