import { resolve } from 'node:path'
import { refuseRevisions } from '../../project/revisions.ts'
import type { RunSettled } from '../../project/settings.ts'
import { UsageError } from '../../project/usage-error.ts'
import { exitCodeOf, stay } from '../../vitest/stay.ts'
import { chooseConversations } from '../../vitest/suite-files.ts'

/** The flags of `tableread run` that matter in Vitest. */
export interface VitestFlags {
  name?: string
  tags?: string[]
  ui?: boolean
  quarantine?: string
  trace?: boolean
}

/**
 * `tableread run --watch` and `--ui`: runs the suites in Vitest and stays, until `q`, Ctrl-C or a signal. Neither a
 * config file nor a package.json is needed. Vitest prints where its UI is. Gives the exit code of the last state, or
 * 130 and 143 when it was interrupted.
 * @throws UsageError when Vitest or its UI is not installed, or when nothing matches
 */
export async function runInVitest(given: RunSettled, flags: VitestFlags, partial: boolean): Promise<number> {
  const quarantine = flags.quarantine === undefined ? given.quarantine : resolve(flags.quarantine)
  const settled = { ...given, quarantine }
  refuseRevisions(settled)
  const chosen = chooseConversations(settled, flags)
  const { left, onInit } = stay()
  try {
    const { startVitest } = await import('vitest/node')
    const { mergeConfig } = await import('vitest/config')
    const { configure } = await import('../../vitest/configure.ts')
    const vitest = await startVitest(
      'test',
      [],
      {
        root: settled.folder,
        config: false,
        watch: true,
        ui: flags.ui === true,
        open: false,
        allowOnly: settled.allowOnly,
        cache: false,
      },
      mergeConfig(configure(settled, chosen, flags.trace, undefined, partial), { test: { reporters: [{ onInit }] } }),
    )
    return vitest.shouldKeepServer() ? left : exitCodeOf(vitest, false)
  } catch (error) {
    throw isMissing(error) ? new UsageError('--watch needs vitest, and --ui @vitest/ui', install) : error
  }
}

const install = 'npm install --save-dev vitest @vitest/ui, both of the same version'

function isMissing(error: unknown): boolean {
  const { code, message } = error as NodeJS.ErrnoException
  return code === 'ERR_MODULE_NOT_FOUND' && /'(vitest|@vitest\/ui)'/.test(message)
}
