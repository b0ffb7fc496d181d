import { resolve } from 'node:path'
import type { JsonObject } from '../../base/json.ts'
import { redactKeys } from '../../base/secret-keys.ts'
import { withinLimit } from '../../base/time-limit.ts'
import type { ReportDocument } from '../../report/document/report-document.ts'
import { complain, print } from './print.ts'
import { UsageError } from './usage-error.ts'

/** How long a reporter may take, in milliseconds. */
const mostMs = 60_000

/**
 * Gives what a study found to a function of the user's own, in the thread of user code, and prints the text that it
 * returns.
 * @throws UsageError for what it throws, and where it gives no answer in time
 */
export async function reportToOwn(name: string, document: ReportDocument): Promise<void> {
  const { createAgentCode } = await import('../../service/agents/code/agent-code.ts')
  const { plainDocument } = await import('../../report/json/plain-document.ts')
  const code = createAgentCode((line) => complain(`${line}\n`)).now()
  try {
    const [path = '', exported = 'default'] = name.split('#')
    const ask = await code.check({ file: resolve(path), name: exported })
    const given = JSON.parse(redactKeys(JSON.stringify(plainDocument(document)))) as JsonObject
    const late = (): Error => new Error(`it was not done within ${mostMs / 1_000} s`)
    const answer = JSON.parse(await withinLimit(mostMs, undefined, ({ signal }) => ask(given, signal), late)) as unknown
    if (typeof answer === 'string') print(answer)
  } catch (error) {
    throw new UsageError(
      `--reporter ${name}: ${(error as Error).message}`,
      'the verdict and the other reports stand; a reporter is export default (report) => text, or nothing',
    )
  } finally {
    code.close()
  }
}
