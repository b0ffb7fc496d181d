import { createHmac, timingSafeEqual } from 'node:crypto'
import type { ContentItem, TranscriptEntry } from '../../wire/api/transcript-entry.ts'
import type { Clock } from '../time/clock.ts'
import { localMedia } from './local-media.ts'

/** How long a signed link works, in milliseconds on the service's clock (SES-31). */
const linkLifetimeMs = 15 * 60_000

/** Makes links that work from now on for as long as a signed link does. */
export function linkFrom({ clock, secret }: { clock: Clock; secret: string }, origin: string) {
  const expires = clock.now() + linkLifetimeMs
  return (path: string): string => signLink(origin, path, expires, secret)
}

/** A path below the origin with its expiry and signature in the query. */
export function signLink(origin: string, path: string, expires: number, secret: string): string {
  return `${origin}${path}?expires=${expires}&signature=${signatureOf(path, expires, secret)}`
}

/** Whether we issued a link and it is still valid at an instant. Signatures are compared in constant time. */
export function isLinkValid(url: URL, now: number, secret: string): boolean {
  const expires = Number(url.searchParams.get('expires') ?? Number.NaN)
  const signature = Buffer.from(url.searchParams.get('signature') ?? '')
  const right = Buffer.from(signatureOf(url.pathname, expires, secret))
  return expires > now && signature.length === right.length && timingSafeEqual(signature, right)
}

function signatureOf(path: string, expires: number, secret: string): string {
  return createHmac('sha256', secret).update(`${path}\n${expires}`).digest('base64url').slice(0, 32)
}

/** Adds origin, expiry and signature to every link to our own media. `link` makes one from a path. */
export function signEntries(entries: readonly TranscriptEntry[], link: (path: string) => string): TranscriptEntry[] {
  return entries.map((entry) => {
    if (entry.type !== 'message') return entry
    const { content } = entry as { content: ContentItem[] }
    if (!content.some(isLocal)) return entry
    return {
      ...entry,
      content: content.map((item) =>
        isLocal(item) ? { ...item, url: link(`/_local/media/${item.url.slice(localMedia.length)}`) } : item,
      ),
    }
  })
}

function isLocal(item: ContentItem): item is ContentItem & { url: string } {
  return 'url' in item && typeof item.url === 'string' && item.url.startsWith(localMedia)
}
