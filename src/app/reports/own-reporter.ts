import { resolve } from 'node:path'
import { isExportPlace } from '../../base/files/module-place.ts'
import type { JsonObject } from '../../base/json/json.ts'
import { redactKeys } from '../../base/secrets/secret-keys.ts'
import { withinLimit } from '../../base/time-limit.ts'
import type { ReportDocument } from '../../report/document/report-document.ts'
import { loadConfig } from '../config/load-config.ts'
import { print, warn } from '../edge/print.ts'
import { UsageError } from '../edge/usage-error.ts'

/** How long a reporter may take, in milliseconds. */
const mostMs = 60_000

/** A reporter of the user's own: the place as written, the folder that it counts from, and what names it. */
interface OwnReporter {
  place: string
  from: string
  by: string
}

/** The reporter that the flags name, and those of the config. @throws UsageError for a broken config */
export async function ownReporters({ reporter = '', config: configPath }: ReporterFlags): Promise<OwnReporter[]> {
  const { config, folder } = await loadConfig(process.cwd(), configPath)
  const places = isExportPlace(reporter) ? [{ place: reporter, from: process.cwd(), by: '--reporter' }] : []
  return [
    ...places,
    ...(config.reporters ?? []).map((place) => ({ place, from: folder, by: 'reporters of the config:' })),
  ]
}

export interface ReporterFlags {
  /** Ours, or the place of a reporter of one's own. */
  reporter?: string
  config?: string
}

/** In the thread of user code; prints what it returns. @throws UsageError for what it throws, or no answer in time */
export async function reportToOwn({ place, from, by }: OwnReporter, document: ReportDocument): Promise<void> {
  const { createAgentCode } = await import('../../service/agents/code/agent-code.ts')
  const { plainDocument } = await import('../../report/json/plain-document.ts')
  const code = createAgentCode((line) => warn(line)).now()
  try {
    const [path = '', exported = 'default'] = place.split('#')
    const ask = await code.check({ file: resolve(from, path), name: exported })
    const json = JSON.parse(redactKeys(JSON.stringify(plainDocument(document)))) as JsonObject
    const late = (): Error => new Error(`it was not done within ${mostMs / 1_000} s`)
    const answer = JSON.parse(await withinLimit(mostMs, undefined, ({ signal }) => ask(json, signal), late)) as unknown
    if (typeof answer === 'string') print(answer)
  } catch (error) {
    throw new UsageError(
      `${by} ${place}: ${(error as Error).message}`,
      'the verdict and the other reports stand; a reporter is export default (report) => text, or nothing',
    )
  } finally {
    code.close()
  }
}
