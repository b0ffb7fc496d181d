import type { JsonValue } from '../../../base/json.ts'
import type { PrivateRules, PrivateValue } from '../../../base/privacy/find.ts'
import { redactIn } from '../../../base/privacy/redact.ts'
import { createNames } from '../../../base/privacy/stand-ins.ts'
import { keyMask } from '../../../base/secret-keys.ts'

/** A value without what opens something, and the paths of its members that held any. */
export interface Hidden<T> {
  value: T
  paths: string[]
}

/** What opens something, or what the project calls private. A phone number or an address may well belong into a prompt. */
const kinds = ['key', 'secret', 'signature', 'private']

/** A shorter secret could be an ordinary word elsewhere, as a prompt has it: only a member that is it as a whole is hidden. */
const shortest = 8

/** What stands for each of them, also within a link, and the one that stands for all. */
const standIns = new RegExp(`(<|%3C)(?:${kinds.join('|')})(>|%3E)`, 'g')
const alike = '$1secret$2'

/**
 * Hides keys, passwords and the signatures of links in a value, wherever they stand: `<secret>`. The same value always gives
 * the same text, so that two listings can be compared; a key of this machine has been hidden on its way here already.
 */
export function hideSecrets<T extends JsonValue>(value: T, { custom }: Pick<PrivateRules, 'custom'>): Hidden<T> {
  const short = new Set<string>()
  const isShort = ({ kind, value: each }: PrivateValue): boolean => kind === 'secret' && each.length < shortest
  const { redact } = redactIn(value, {
    named: [],
    custom,
    hides: ({ kind }) => kinds.includes(kind),
    name(found) {
      for (const each of found) if (isShort(each)) short.add(each.value)
      const swaps = createNames(kinds).add(found.filter((each) => !isShort(each)))
      return swaps.map((each) => ({ ...each, to: each.to.replace(standIns, alike) }))
    },
  })
  const paths: string[] = []
  const hide = (each: JsonValue, path: string): JsonValue => {
    if (Array.isArray(each)) return each.map((item, index) => hide(item, `${path}[${index}]`))
    if (typeof each === 'object' && each !== null)
      return Object.fromEntries(
        Object.entries(each).map(([key, member]) => [redact(key), hide(member, path === '' ? key : `${path}.${key}`)]),
      )
    const known = typeof each === 'string' ? each.replaceAll(keyMask, '<secret>') : each
    const hidden = short.has(String(each)) ? '<secret>' : redact(known)
    if (hidden !== each) paths.push(path)
    return hidden
  }
  return { value: hide(value, '') as T, paths }
}
