import type { Message, TranscriptEntry } from '../../wire/api/transcript-entry.ts'
import { speechMs } from './speech-time.ts'

/** Samples per second; one byte each. */
const rate = 8_000

/** The longest recording, in seconds: of longer calls only the start is served. */
const longest = 3_600

/**
 * A WAV file of a call: silence, with a low tone while the customer speaks and a higher one while the agent does.
 * `began` is in milliseconds, `duration` in seconds.
 */
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
  const view = new DataView(new ArrayBuffer(44))
  const text = (at: number, word: string): void => {
    for (let index = 0; index < word.length; index += 1) view.setUint8(at + index, word.charCodeAt(index))
  }
  text(0, 'RIFF')
  view.setUint32(4, 36 + length, true)
  text(8, 'WAVEfmt ')
  view.setUint32(16, 16, true)
  view.setUint16(20, 1, true)
  view.setUint16(22, 1, true)
  view.setUint32(24, rate, true)
  view.setUint32(28, rate, true)
  view.setUint16(32, 1, true)
  view.setUint16(34, 8, true)
  text(36, 'data')
  view.setUint32(40, length, true)
  return new Uint8Array(view.buffer)
}
