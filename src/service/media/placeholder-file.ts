import { mediaTypeOf } from './media-type.ts'
import { recordSpeech } from './record-speech.ts'

/** A file that stands for a media item. */
export interface PlaceholderFile {
  type: string
  bytes: Uint8Array<ArrayBuffer>
}

/** A grey pixel. */
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg=='

/** What a made-up media link gives: a grey pixel, a second of silence, an empty page, or a line of text; video is empty. */
export function placeholderFile(name: string): PlaceholderFile {
  const type = mediaTypeOf(name) ?? 'application/octet-stream'
  if (type.startsWith('image/')) return { type: 'image/png', bytes: new Uint8Array(Buffer.from(png, 'base64')) }
  if (type.startsWith('audio/')) return { type: 'audio/wav', bytes: recordSpeech([], 0, 1) }
  const text =
    type === 'application/pdf'
      ? emptyPdf()
      : type.startsWith('video/')
        ? ''
        : `${name}, as the local service makes it up\n`
  return { type, bytes: new Uint8Array(Buffer.from(text, 'latin1')) }
}

/** The smallest PDF of one empty page, with a right cross-reference table. */
function emptyPdf(): string {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] >>',
  ]
  let body = '%PDF-1.4\n'
  const places = objects.map((object, index) => {
    const at = body.length
    body += `${index + 1} 0 obj\n${object}\nendobj\n`
    return `${String(at).padStart(10, '0')} 00000 n \n`
  })
  const table = `xref\n0 4\n0000000000 65535 f \n${places.join('')}`
  return `${body}${table}trailer\n<< /Size 4 /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`
}
