import { maskToken } from './mask-token.ts'
import { maskUrl } from './mask-url.ts'
import type { VolatileFacts } from './volatile-facts.ts'

/** A link; a date with a time of day; three parts of a JSON Web Token; anything as long as an id. Each is matched in linear time, and without an end a word of megabytes would be more than the engine's stack holds. */
const candidates =
  /(https?:\/\/[^\s"'<>\\^`{|}]+)|(\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?)|(eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]{8,})|[A-Za-z0-9][\w-]{7,100000}/g

/**
 * The text with everything volatile replaced by its name: ids that the transcript declares, UUIDs and other ids that only
 * a machine writes, moments of the talk itself, and the queries of signed links. What could be a fact stays: an order
 * number, a date of another day, a departure time.
 */
export function maskText(text: string, facts: VolatileFacts): string {
  return text.replace(candidates, (found: string, url?: string, moment?: string, token?: string) => {
    if (url !== undefined) return maskLink(url, facts)
    if (moment !== undefined) return maskMoment(moment, facts)
    if (token !== undefined) return facts.names.nameOf('token', token)
    return maskToken(found, facts)
  })
}

/** A link in a sentence ends before the sentence does. */
function maskLink(found: string, facts: VolatileFacts): string {
  let end = found.length
  while (end > 0 && '.,;:!?)]'.includes(found.charAt(end - 1))) end -= 1
  return `${maskUrl(found.slice(0, end), facts)}${found.slice(end)}`
}

/** A moment is the run's own when it falls into the talk, or when it has a fraction of a second, as only clocks have. */
function maskMoment(moment: string, { around, names }: VolatileFacts): string {
  const zoned = /(Z|[+-]\d\d:?\d\d)$/.test(moment.slice(16)) ? moment : `${moment}Z`
  const ms = Date.parse(zoned.replace(' ', 'T'))
  if (Number.isNaN(ms)) return moment
  const inside = around !== null && ms >= around.from && ms <= around.to
  return inside || /\.\d*[1-9]/.test(moment) ? names.nameOf('time', moment) : moment
}
