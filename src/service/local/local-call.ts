import type { z } from 'zod'
import { redactKeysIn } from '../../base/secrets/secret-keys.ts'
import { checkShape } from '../../wire/api/shape.ts'
import { refuse } from '../answer/answer.ts'
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
export function workspaceOf(
  { directory }: ServiceContext,
  agent: string,
  workspaceName?: string,
): Workspace | undefined {
  if (workspaceName !== undefined) return directory.find(workspaceName)
  const all = directory.all()
  return all.find(({ agents }) => agents.some(({ name }) => name === agent)) ?? all[0]
}

export const refuseUnknown = (message: string): Response => refuse({ errorCode: 'localNotFound', message })

/** A plain JSON answer, redacted: somebody may have told an agent a key. */
export function answerJson(value: unknown): Response {
  return new Response(`${JSON.stringify(redactKeysIn(value))}\n`, {
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
  })
}

/** A handler of requests whose body is a value of a shape; any other body is refused. */
export function withBody<T>(
  shape: z.ZodType<T>,
  handle: (call: LocalCall, body: T) => Response | Promise<Response>,
): LocalHandler {
  return async (call) => {
    const read = await readBody(call.request)
    if (!read.ok) return refuse(read.refusal)
    const checked = checkShape(shape, read.body)
    if (checked.ok) return handle(call, checked.value)
    return refuse({ errorCode: 'validationError', message: explainViolations(checked.violations).message })
  }
}

/** Shows records one by one; one that cannot be shown is replaced by the reason. */
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
