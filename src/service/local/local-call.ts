import type { z } from 'zod'
import { redactKeysIn } from '../../base/secrets/secret-keys.ts'
import { checkShape } from '../../wire/api/shape.ts'
import { type Refusal, refuse } from '../answer/answer.ts'
import { warnOnce } from '../answer/warn-once.ts'
import type { ServiceContext } from '../context/context.ts'
import { explainViolations, readBody } from '../rules/read-body.ts'
import type { Workspace } from '../workspace/workspace.ts'

/** A request to one of the service's own paths; `parameter` is the decoded path parameter. */
export interface LocalCall {
  request: Request
  url: URL
  parameter: string
  context: ServiceContext
}

export type LocalHandler = (call: LocalCall) => Response | Promise<Response>

/** The workspace of this name; without a name, the one that has the agent, or the first. */
export function workspaceOf({ directory }: ServiceContext, agent: string, named?: string): Workspace | undefined {
  if (named !== undefined) return directory.find(named)
  const all = directory.all()
  return all.find(({ agents }) => agents.some(({ name }) => name === agent)) ?? all[0]
}

/** A plain JSON answer, redacted: somebody may have told an agent a key. */
export function answerJson(value: unknown): Response {
  return new Response(`${JSON.stringify(redactKeysIn(value))}\n`, {
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
  })
}

/** The body as a value of a shape, or the refusal. */
export async function readShape<T>(
  request: Request,
  shape: z.ZodType<T>,
): Promise<{ ok: true; value: T } | { ok: false; answer: Response }> {
  const read = await readBody(request)
  if (!read.ok) return { ok: false, answer: refuse(read.refusal) }
  const checked = checkShape(shape, read.body)
  if (checked.ok) return checked
  const refusal: Refusal = { errorCode: 'validationError', message: explainViolations(checked.violations).message }
  return { ok: false, answer: refuse(refusal) }
}

/**
 * Shows records one by one. A record that cannot be shown is replaced by the reason, so that the others still are.
 */
export function listRecords<T>(records: readonly T[], show: (record: T) => object): object[] {
  return records.map((record) => {
    try {
      return show(record)
    } catch (error) {
      const unreadable = `this record cannot be shown: ${(error as Error).message}`
      warnOnce(unreadable)
      return { unreadable }
    }
  })
}
