import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { decodeContent } from './content-coding.ts'

const text = 'a reply, '.repeat(100)
const bytes = Buffer.from(text)

describe('a compressed answer', () => {
  it.each<[coding: string, body: Buffer]>([
    ['gzip', gzipSync(bytes)],
    ['GZIP', gzipSync(bytes)],
    ['x-gzip', gzipSync(bytes)],
    ['deflate', deflateSync(bytes)],
    ['deflate', deflateRawSync(bytes)],
    ['br', brotliCompressSync(bytes)],
    ['identity', bytes],
    ['gzip, br', brotliCompressSync(gzipSync(bytes))],
  ])('is decoded: %s', (coding, body) => {
    expect(decodeContent(body, coding, 10_000)?.toString()).toBe(text)
    if (coding !== 'identity') expect(decodeContent(body, coding, 100)).toBe('oversized')
  })
  it('is left as it is where its coding is not known, or there are too many', () => {
    expect(decodeContent(bytes, 'zstd', 10_000)).toBeNull()
    expect(decodeContent(bytes, 'gzip,gzip,gzip,gzip', 10_000)).toBeNull()
  })
  it('throws where it is not what it is said to be, or was cut off', () => {
    expect(() => decodeContent(bytes, 'gzip', 10_000)).toThrow()
    expect(() => decodeContent(gzipSync(bytes).subarray(0, 20), 'gzip', 10_000)).toThrow()
  })
})
