import { breathing } from '../../base/breathe.ts'
import type { RunListener } from '../../engine/run-result.ts'
import { jsonParts } from '../text/json-parts.ts'
import type { ReportContext } from '../text/reporter.ts'

export function reportAsJson({ output, wholeOf = (result) => result }: ReportContext): RunListener {
  return async (event) => {
    const breathe = breathing(1)
    if (event.kind === 'done')
      for (const part of jsonParts(event.result, wholeOf)) {
        output.write(part)
        await breathe()
      }
  }
}
