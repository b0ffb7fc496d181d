import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { hideKey } from '../../base/secret-keys.ts'

/**
 * Keeps what a run and its workers put into Redis from whoever else reads or writes there. Each value is sealed for one run and for
 * what it is about, and opens as nothing else: AES-256-GCM, by a key of the run's own that comes from the key of the queue.
 */
export interface Seal {
  /** Whether its key is one that others do not know. Without it a seal tells mistakes, and keeps nobody away. */
  isSecret: boolean
  close(about: readonly string[], value: unknown): string
  /** Undefined for what was not sealed for this run, about this, with the same key. */
  open(about: readonly string[], text: string): unknown
}

/** What whoever can read or write the Redis does not know; '' where there is no key. */
export function queueKeyOf(environment: NodeJS.ProcessEnv): string {
  const key = environment.TABLEREAD_QUEUE_KEY || environment.TABLEREAD_API_KEY || ''
  if (key !== '') hideKey(key)
  return key
}

/** The seal of a run. With a key of '' anybody can make it. */
export function sealOf(run: string, key: string): Seal {
  const own = Buffer.from(hkdfSync('sha256', key, run, 'tableread queue', 32))
  return {
    isSecret: key !== '',
    close(about, value) {
      const once = randomBytes(nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', own, once).setAAD(joined(about))
      const packed = deflateRawSync(JSON.stringify(value), { level: 1 })
      const closed = [cipher.update(packed), cipher.final()]
      return Buffer.concat([once, cipher.getAuthTag(), ...closed]).toString('base64')
    },
    open(about, text) {
      const closed = Buffer.from(text, 'base64')
      if (closed.length < nonceBytes + tagBytes) return undefined
      const decipher = createDecipheriv('aes-256-gcm', own, closed.subarray(0, nonceBytes), { authTagLength: tagBytes })
      decipher.setAAD(joined(about)).setAuthTag(closed.subarray(nonceBytes, nonceBytes + tagBytes))
      try {
        const packed = Buffer.concat([decipher.update(closed.subarray(nonceBytes + tagBytes)), decipher.final()])
        return JSON.parse(inflateRawSync(packed, { maxOutputLength: mostBytes }).toString('utf8'))
      } catch {
        return undefined
      }
    },
  }
}

const [nonceBytes, tagBytes] = [12, 16]

/** More than a value can have that somebody without the key has made to fill a memory. */
const mostBytes = 500_000_000

/** Tells whether two values are the same to whoever has the key, and nothing to others. */
export function markValue(key: string, name: string, value: string): string {
  return createHmac('sha256', key)
    .update(joined(['value', name, value]))
    .digest('hex')
}

/** Parts as one text that no other parts give. */
function joined(parts: readonly string[]): Buffer {
  return Buffer.from(JSON.stringify(parts))
}
