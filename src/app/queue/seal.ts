import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { hideKey } from '../../base/secrets/secret-keys.ts'

/** AES-256-GCM by a key derived per run: a value opens for one run and one purpose, against others at the Redis. */
export interface Seal {
  /** Whether the key is secret. Without one, a seal detects mistakes but protects from nobody. */
  isSecret: boolean
  close(about: readonly string[], value: unknown): string
  /** Undefined if the text was not sealed for this run and purpose with the same key. */
  open(about: readonly string[], text: string): unknown
}

/** The secret that others with access to the Redis do not have; '' if there is none. */
export function queueKeyOf(environment: NodeJS.ProcessEnv): string {
  const key = environment.TABLEREAD_QUEUE_KEY || environment.TABLEREAD_API_KEY || ''
  if (key !== '') hideKey(key)
  return key
}

/** The seal of a run. With the key '' anybody can make it. */
export function sealOf(run: string, key: string): Seal {
  const own = Buffer.from(hkdfSync('sha256', key, run, 'tableread queue', 32))
  return {
    isSecret: key !== '',
    close(about, value) {
      const once = randomBytes(nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', own, once).setAAD(joinParts(about))
      const packed = deflateRawSync(JSON.stringify(value), { level: 1 })
      const closed = [cipher.update(packed), cipher.final()]
      return Buffer.concat([once, cipher.getAuthTag(), ...closed]).toString('base64')
    },
    open(about, text) {
      const closed = Buffer.from(text, 'base64')
      if (closed.length < nonceBytes + tagBytes) return undefined
      const decipher = createDecipheriv('aes-256-gcm', own, closed.subarray(0, nonceBytes), { authTagLength: tagBytes })
      decipher.setAAD(joinParts(about)).setAuthTag(closed.subarray(nonceBytes, nonceBytes + tagBytes))
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

/** A size limit that no real value reaches, against values inflated to exhaust memory. */
const mostBytes = 500_000_000

/** A mark by which holders of the key can tell whether two values are equal; it reveals nothing to others. */
export function markValue(key: string, name: string, value: string): string {
  return createHmac('sha256', key)
    .update(joinParts(['value', name, value]))
    .digest('hex')
}

/** Joins parts unambiguously. */
const joinParts = (parts: readonly string[]): Buffer => Buffer.from(JSON.stringify(parts))
