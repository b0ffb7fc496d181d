import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import { hideKey } from '../../base/secret-keys.ts'
import { type Bundle, isHarmless } from './bundle.ts'

/** What whoever can write to the Redis does not know: '' where there is no key. */
function keyOf(environment: NodeJS.ProcessEnv): string {
  const key = environment.TABLEREAD_QUEUE_KEY ?? environment.TABLEREAD_API_KEY ?? ''
  if (key !== '') hideKey(key)
  return key
}

/** Signs what is carried; '' where there is no key. */
export function sign(environment: NodeJS.ProcessEnv, ...parts: readonly string[]): string {
  const key = keyOf(environment)
  if (key === '') return ''
  return createHmac('sha256', key)
    .update(parts.map((part) => `${part.length}:${part}`).join(''))
    .digest('hex')
}

/** Whether the signature is that of somebody with the same key. */
export function isSigned(signature: string, environment: NodeJS.ProcessEnv, ...parts: readonly string[]): boolean {
  const own = Buffer.from(sign(environment, ...parts))
  const given = Buffer.from(signature)
  return own.length > 0 && own.length === given.length && timingSafeEqual(own, given)
}

/** Keeps what workers say from whoever else reads or writes the Redis: each text is for one name of one run. */
export interface Seal {
  close(name: string, content: Buffer): string
  /** Null for what was not closed under this name with the same key. */
  open(name: string, text: string): Buffer | null
}

/** The seal of a run. One that anybody may carry out has none: its workers may have no key, or another one. */
export function sealOf(run: string, bundle: Pick<Bundle, 'settings'>, environment: NodeJS.ProcessEnv): Seal {
  if (isHarmless(bundle))
    return { close: (_, content) => content.toString('base64'), open: (_, text) => Buffer.from(text, 'base64') }
  const key = Buffer.from(hkdfSync('sha256', keyOf(environment), run, 'tableread queue', 32))
  return {
    close(name, content) {
      const once = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', key, once).setAAD(Buffer.from(name))
      const closed = [cipher.update(content), cipher.final()]
      return Buffer.concat([once, cipher.getAuthTag(), ...closed]).toString('base64')
    },
    open(name, text) {
      const closed = Buffer.from(text, 'base64')
      if (closed.length < 28) return null
      const decipher = createDecipheriv('aes-256-gcm', key, closed.subarray(0, 12), { authTagLength: 16 })
      decipher.setAAD(Buffer.from(name)).setAuthTag(closed.subarray(12, 28))
      try {
        return Buffer.concat([decipher.update(closed.subarray(28)), decipher.final()])
      } catch {
        return null
      }
    },
  }
}
