import type { Message, TranscriptEntry } from '../../wire/api/transcript-entry.ts'
import { speechMs } from './speech-time.ts'

/** A grey pixel in each image format. */
const pixels: Record<string, string> = {
  'image/png': 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==',
  'image/gif': 'R0lGODlhAQABAIAAAICAgAAAACwAAAAAAQABAAACAkQBADs=',
  'image/jpeg':
    '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wgALCAABAAEBAREA/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQABPxA=',
}

const pixelOfLines =
  '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"><rect width="1" height="1" fill="#808080"/></svg>\n'

/** What is behind a made-up media link, of its item's type: a grey pixel, silence, a page or text; video is empty. */
export function placeholderFile(name: string, type: string): { type: string; bytes: Uint8Array<ArrayBuffer> } {
  const pixel = pixels[type]
  if (pixel !== undefined) return { type, bytes: new Uint8Array(Buffer.from(pixel, 'base64')) }
  if (type === 'audio/wav') return { type, bytes: recordSpeech([], 0, 1) }
  if (type === 'audio/mpeg') return { type, bytes: silentFrames() }
  return { type, bytes: new Uint8Array(Buffer.from(textOf(name, type), 'latin1')) }
}

function textOf(name: string, type: string): string {
  if (type === 'application/pdf') return emptyPdf()
  if (type === 'image/svg+xml') return pixelOfLines
  return /^(image|audio|video)\//.test(type) ? '' : `${name}, as the local service makes it up\n`
}

/** A second of MPEG audio: 38 frames of 32 kbit/s and 44.1 kHz, one channel, whose side information encodes silence. */
function silentFrames(): Uint8Array<ArrayBuffer> {
  const [frames, length] = [38, 104]
  const bytes = new Uint8Array(frames * length)
  for (let index = 0; index < frames; index += 1) bytes.set([0xff, 0xfb, 0x10, 0xc4], index * length)
  return bytes
}

/** The smallest PDF with one empty page and a correct cross-reference table. */
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

/** Samples per second; one byte each. */
const rate = 8_000

/** The longest recording, in seconds: of longer calls only the start is served. */
const longest = 3_600

/** A call as WAV: silence, a low tone for the customer, a higher for the agent. `began` in ms, `duration` in s. */
export function recordSpeech(
  transcript: readonly TranscriptEntry[],
  began: number,
  duration: number,
): Uint8Array<ArrayBuffer> {
  const samples = new Uint8Array(Math.round(Math.min(duration, longest) * rate)).fill(128)
  for (const entry of transcript) {
    if (entry.type !== 'message') continue
    const { role, timestamp } = entry as Message
    const from = Math.round(((Date.parse(timestamp) - began) / 1_000) * rate)
    const to = Math.min(samples.length, from + Math.round((speechMs(entry) / 1_000) * rate))
    const pitch = role === 'user' ? 180 : 300
    for (let at = Math.max(0, from); at < to; at += 1) {
      samples[at] = 128 + Math.round(24 * Math.sin((2 * Math.PI * pitch * at) / rate))
    }
  }
  const file = new Uint8Array(44 + samples.length)
  file.set(header(samples.length))
  file.set(samples, 44)
  return file
}

function header(length: number): Uint8Array {
  const number = (value: number, size: 2 | 4): Buffer => {
    const bytes = Buffer.alloc(size)
    bytes.writeUIntLE(value, 0, size)
    return bytes
  }
  const form = [number(16, 4), number(1, 2), number(1, 2), number(rate, 4), number(rate, 4), number(1, 2), number(8, 2)]
  const riff = [Buffer.from('RIFF'), number(36 + length, 4), Buffer.from('WAVEfmt ')]
  return Buffer.concat([...riff, ...form, Buffer.from('data'), number(length, 4)])
}
