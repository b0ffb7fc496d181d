import { createHash, timingSafeEqual } from 'node:crypto'
import type { Refusal } from '../answer.ts'
import type { Workspace } from '../workspace/workspace.ts'

/** The workspace of a key, or the refusal (Authentication). */
export type Authenticated = { ok: true; workspace: Workspace } | { ok: false; refusal: Refusal }

/** Finds keys in constant time for each: what is compared are digests of equal length. An empty key counts as missing (AUT-17). */
export function createAuthenticator(workspaces: readonly Workspace[]): (key: string | null) => Authenticated {
  const known = workspaces.flatMap((workspace) => workspace.keys.map((key) => ({ digest: digestOf(key), workspace })))
  const remembered = new Map<string, Authenticated>()
  return (key) => {
    if (key === null || key.trim() === '')
      return { ok: false, refusal: { errorCode: 'apiKeyMissing', message: 'the header x-api-key is missing' } }
    const before = remembered.get(key)
    if (before !== undefined) return before
    const digest = digestOf(key)
    const found = known.filter((each) => timingSafeEqual(each.digest, digest))[0]
    if (found === undefined)
      return { ok: false, refusal: { errorCode: 'apiKeyInvalid', message: 'the API key is not valid' } }
    const authenticated: Authenticated = { ok: true, workspace: found.workspace }
    remembered.set(key, authenticated)
    return authenticated
  }
}

function digestOf(key: string): Buffer {
  return createHash('sha256').update(key).digest()
}
