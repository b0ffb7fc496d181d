import { constants, inflateRawSync } from 'node:zlib'
import type { TestRedis } from './redis-server.ts'

/**
 * Everything in a Redis that others can read: all values by key, and whatever their base64-like parts decode
 * and inflate to.
 */
export function readRedis({ ask }: Pick<TestRedis, 'ask'>): string {
  const json = (...words: string[]): unknown => JSON.parse(ask('--json', ...words))
  const readers: Record<string, (key: string) => unknown> = {
    string: (key) => json('get', key),
    hash: (key) => json('hgetall', key),
    list: (key) => json('lrange', key, '0', '-1'),
    set: (key) => json('smembers', key),
    zset: (key) => json('zrange', key, '0', '-1'),
    stream: (key) => json('xrange', key, '-', '+'),
  }
  const texts = (json('keys', '*') as string[]).map(
    (key) => `${key} ${JSON.stringify(readers[ask('type', key)]?.(key) ?? null)}`,
  )
  const packed = texts.flatMap((text) =>
    [...text.matchAll(/[\w+/-]{16,}={0,2}/g)].map(([each]) => Buffer.from(each, 'base64')),
  )
  const contents = packed.flatMap((bytes) => [
    bytes.toString('latin1'),
    ...Array.from({ length: 40 }, (_, from) => inflated(bytes.subarray(from))).flat(), // after a header of any length
  ])
  return [...texts, ...contents].join('\n')
}

/** What the bytes inflate to, if they do. That they inflate at all says nothing: random bytes may. */
function inflated(bytes: Buffer): string[] {
  try {
    return [inflateRawSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH }).toString('utf8')]
  } catch {
    return []
  }
}
