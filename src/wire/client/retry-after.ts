import type { WireAnswer } from './transport.ts'

/**
 * How long an answer asks to wait before the next request, in milliseconds: its Retry-After, in seconds or as an HTTP
 * date. A date is held against the answer's own `Date`, where there is one, so that clocks may differ. Null when it asks
 * for nothing that is a time to come.
 */
export function readRetryAfter({ headers }: Pick<WireAnswer, 'headers'>, now: number = Date.now()): number | null {
  const written = first(headers['retry-after'])?.trim() ?? ''
  if (/^\d{1,9}(\.\d+)?$/.test(written)) return positive(Number(written) * 1_000)
  const until = /[a-z]/i.test(written) ? Date.parse(written) : Number.NaN
  if (Number.isNaN(until)) return null
  const said = Date.parse(first(headers.date) ?? '')
  return positive(until - (Number.isNaN(said) ? now : said))
}

function positive(ms: number): number | null {
  return ms > 0 ? ms : null
}

function first(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header
}
