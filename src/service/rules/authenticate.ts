import { createHash, timingSafeEqual } from 'node:crypto'
import type { OperationId } from '../../wire/api/operation.ts'
import { type Refusal, refuse } from '../answer/answer.ts'
import type { Ambiguity } from '../context/ambiguity.ts'
import type { Directory, Workspace } from '../workspace/workspace.ts'
import { readChatBody } from './chat-body.ts'
import { readBody } from './read-body.ts'

export type Authentication = { ok: true; workspace: Workspace } | { ok: false; refusal: Refusal }

/** Compares each key in constant time, by digests of equal length. An empty key counts as missing (AUT-17). */
export function createAuthenticator(directory: Directory): (key: string | null) => Authentication {
  const digests = new Map<string, Buffer>()
  const answerByKey = new Map<string, Authentication>()
  let edition = 0
  return (key) => {
    if (key === null || key.trim() === '') return { ok: false, refusal: key === null ? missing : empty }
    if (edition !== directory.edition()) {
      answerByKey.clear()
      edition = directory.edition()
    }
    const before = answerByKey.get(key)
    if (before !== undefined) return before
    const hash = digestOf(key)
    let match: Workspace | undefined
    for (const workspace of directory.all()) {
      for (const each of workspace.keys) {
        const digest = digests.get(each) ?? digestOf(each)
        digests.set(each, digest)
        if (timingSafeEqual(digest, hash)) match = workspace
      }
    }
    if (match === undefined) return { ok: false, refusal: invalid }
    const authenticated: Authentication = { ok: true, workspace: match }
    answerByKey.set(key, authenticated)
    return authenticated
  }
}

const missing: Refusal = { errorCode: 'apiKeyMissing', message: 'the API key is missing' }
const invalid: Refusal = { errorCode: 'apiKeyInvalid', message: 'the API key is not valid' }
const empty: Refusal = { ...missing, decision: 'AUT-17', others: [invalid] }

function digestOf(key: string): Buffer {
  return createHash('sha256').update(key).digest()
}

/** The decisions behind a refused key where the interface shows no answer; it states all others. */
const decisions: Partial<Record<OperationId, { missing: string; invalid: string }>> = {
  'call.trigger': { missing: 'AUT-05', invalid: 'AUT-06' },
  'workflow.call': { missing: 'AUT-07', invalid: 'AUT-08' },
  'workflow.delete': { missing: 'AUT-09', invalid: 'AUT-10' },
  'blueprints.get': { missing: 'AUT-11', invalid: 'AUT-12' },
  'node.trigger': { missing: 'AUT-14', invalid: 'AUT-13' },
}

/** Answers a missing or invalid key. The blueprint listing leaves errorCode out when the key is missing (AUT-11). */
export async function refuseKey(
  id: OperationId,
  refusal: Refusal,
  ambiguity: Ambiguity,
  request: Request,
): Promise<Response> {
  if (id === 'chat.trigger' && ambiguity.choose('ENV-23', ['key first', 'body first']) === 'body first') {
    const read = await readBody(request)
    const checked = read.ok ? readChatBody(read.body) : read
    if (!checked.ok) return refuse({ ...checked.refusal, decision: 'ENV-23' })
  }
  const keyDecisions = decisions[id]
  if (keyDecisions === undefined || refusal.decision !== undefined) return refuse(ambiguity.settle(refusal) ?? refusal)
  const missing = refusal.errorCode === 'apiKeyMissing'
  const bare: Refusal = { ...refusal, bare: true }
  const decision = missing ? keyDecisions.missing : keyDecisions.invalid
  if (id === 'blueprints.get' && missing) return refuse({ ...ambiguity.choose(decision, [bare, refusal]), decision })
  if (id === 'node.trigger' && missing) {
    const bad: Refusal = { errorCode: 'localBadRequest', message: refusal.message }
    return refuse({ ...ambiguity.choose(decision, [refusal, bad]), decision })
  }
  return refuse({ ...ambiguity.choose(decision, [refusal, bare]), decision })
}
