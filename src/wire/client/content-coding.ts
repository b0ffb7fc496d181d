import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync, type ZlibOptions } from 'node:zlib'

type Decoder = (bytes: Buffer, options: ZlibOptions) => Buffer

/** Some servers send deflate without the header of zlib, whose first byte ends in 8. */
const inflate: Decoder = (bytes, options) => ((bytes[0] ?? 0) % 16 === 8 ? inflateSync : inflateRawSync)(bytes, options)

const decoders: Readonly<Record<string, Decoder>> = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  deflate: inflate,
  br: brotliDecompressSync,
  identity: (bytes) => bytes,
}

/** How many codings on top of each other are undone. */
const mostCodings = 3

/** The body behind its Content-Encoding, which gateways use unasked; null for an unknown one. @throws Error */
export function decodeContent(bytes: Buffer, coding: string, maxBytes: number): Buffer | 'oversized' | null {
  const steps = coding.split(',').map((name) => decoders[name.trim().toLowerCase()])
  if (steps.length > mostCodings || steps.includes(undefined)) return null
  try {
    return steps.reduceRight((body, decode) => decode?.(body, { maxOutputLength: maxBytes }) ?? body, bytes)
  } catch (error) {
    if ((error as { code?: unknown }).code === 'ERR_BUFFER_TOO_LARGE') return 'oversized'
    throw error
  }
}
