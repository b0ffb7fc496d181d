import { mediaTypeOf } from './media-type.ts'

/** How media of our own are stored: without origin and signature, which a link gets whenever it is shown (CNT-07). */
export const localMedia = 'local-media:'

/** The address of a file of our own: its name, and its media type where the name does not say it, so that the link gives what the item promises. */
export function localAddress(name: string, mimeType: string): string {
  const type = mediaTypeOf(name) === mimeType ? '' : `;${encodeURIComponent(mimeType)}`
  return `${localMedia}${encodeURIComponent(name)}${type}`
}

/** The name and the media type that the last part of such an address stands for. */
export function readLocalAddress(part: string): { name: string; type: string } {
  const [name = '', type] = part.split(';').map(decode)
  const said = type ?? mediaTypeOf(name) ?? ''
  return { name, type: /^[\w.+-]+\/[\w.+-]+$/.test(said) ? said : 'application/octet-stream' }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text // only what is signed is served, and that decodes
  }
}
