import { constants, inflateRawSync } from 'node:zlib'
import type { TestRedis } from './redis-server.ts'

/** All that is in a Redis, by key, and all that whatever looks like base64 in it decodes and inflates to: what others can read. */
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
  const opened = packed.flatMap((bytes) => [
    bytes.toString('latin1'),
    ...Array.from({ length: 40 }, (_, from) => inflated(bytes.subarray(from))).flat(), // behind whatever head
  ])
  return [...texts, ...opened].join('\n')
}

/** What bytes inflate to; nothing is said of the text by bytes that happen to inflate, or not to. */
function inflated(bytes: Buffer): string[] {
  try {
    return [inflateRawSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH }).toString('utf8')]
  } catch {
    return []
  }
}
