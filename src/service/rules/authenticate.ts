import { createHash, timingSafeEqual } from 'node:crypto'
import type { Refusal } from '../answer/answer.ts'
import type { Directory } from '../workspace/directory.ts'
import type { Workspace } from '../workspace/workspace.ts'

/** The workspace of a key, or the refusal (Authentication). */
export type Authenticated = { ok: true; workspace: Workspace } | { ok: false; refusal: Refusal }

/** Compares each key in constant time, by digests of equal length. An empty key counts as missing (AUT-17). */
export function createAuthenticator(directory: Directory): (key: string | null) => Authenticated {
  const digests = new Map<string, Buffer>()
  const known = new Map<string, Authenticated>()
  let edition = 0
  return (key) => {
    if (key === null || key.trim() === '') return { ok: false, refusal: key === null ? missing : empty }
    if (edition !== directory.edition()) {
      known.clear()
      edition = directory.edition()
    }
    const before = known.get(key)
    if (before !== undefined) return before
    const given = digestOf(key)
    let found: Workspace | undefined
    for (const workspace of directory.all()) {
      for (const each of workspace.keys) {
        const digest = digests.get(each) ?? digestOf(each)
        digests.set(each, digest)
        if (timingSafeEqual(digest, given)) found = workspace
      }
    }
    if (found === undefined) return { ok: false, refusal: invalid }
    const authenticated: Authenticated = { ok: true, workspace: found }
    known.set(key, authenticated)
    return authenticated
  }
}

const missing: Refusal = { errorCode: 'apiKeyMissing', message: 'the API key is missing' }
const invalid: Refusal = { errorCode: 'apiKeyInvalid', message: 'the API key is not valid' }
const empty: Refusal = { ...missing, decision: 'AUT-17', others: [invalid] }

function digestOf(key: string): Buffer {
  return createHash('sha256').update(key).digest()
}
