import { unescapeText } from '../../base/secrets/secret-keys.ts'

/** The scheme of our own media in the store; origin and signature are added whenever a link is shown (CNT-07). */
export const localMedia = 'local-media:'

/** The address of our own file: its name, plus its media type where the name does not imply it. */
export function localAddress(name: string, mimeType: string): string {
  const type = mediaTypeOf(name) === mimeType ? '' : `;${encodeURIComponent(mimeType)}`
  return `${localMedia}${encodeURIComponent(name)}${type}`
}

/** Reads the name and media type from the last part of such an address. */
export function readLocalAddress(part: string): { name: string; type: string } {
  const [name = '', type] = part.split(';').map(unescapeText)
  const mediaType = type ?? mediaTypeOf(name) ?? ''
  return { name, type: /^[\w.+-]+\/[\w.+-]+$/.test(mediaType) ? mediaType : 'application/octet-stream' }
}

const types: Record<string, string> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  svg: 'image/svg+xml',
  mp4: 'video/mp4',
  mp3: 'audio/mpeg',
  ogg: 'audio/ogg',
  wav: 'audio/wav',
  pdf: 'application/pdf',
  csv: 'text/csv',
  txt: 'text/plain',
}

/** The media type for a file name's extension. */
export function mediaTypeOf(name: string): string | undefined {
  return types[name.split('.').at(-1)?.toLowerCase() ?? '']
}
