import type { JsonObject } from '../../base/json.ts'

/** The host of a link, and the instant at which it expires where its query names one that there is: `expires` or `Expires` as a Unix time in seconds or milliseconds, or `X-Amz-Date` with `X-Amz-Expires`. */
export function readLink(url: URL): JsonObject {
  const expires = new Date(expiryOf(url.searchParams))
  return { host: url.host, ...(Number.isNaN(expires.getTime()) ? {} : { expires: expires.toISOString() }) }
}

/** Not a number where the query names no instant. */
function expiryOf(query: URLSearchParams): number {
  const unix = Number(query.get('expires') ?? query.get('Expires') ?? Number.NaN)
  if (Number.isFinite(unix) && unix > 0) return unix < 1e11 ? unix * 1_000 : unix
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(query.get('X-Amz-Date') ?? '') ?? []
  const seconds = Number(query.get('X-Amz-Expires') ?? Number.NaN)
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`) + seconds * 1_000
}
