import { resolve } from 'node:path'
import { refuseRevisions } from '../../agents/revisions.ts'
import type { RunSettled } from '../../config/settings.ts'
import { complain } from '../../edge/print.ts'
import { interruptible } from '../../edge/process.ts'
import { UsageError } from '../../edge/usage-error.ts'
import { watchFiles } from '../../files/watch-files.ts'
import type { RunFlags } from '../../flags/study-flags.ts'
import { insistFitting } from '../../vitest/fitting-vitest.ts'
import { printChanged } from '../../vitest/run-again.ts'
import { exitCodeOf, stay } from '../../vitest/stay.ts'
import { type ChosenConversations, chooseConversations } from '../../vitest/suite-files.ts'

/** The flags of `tableread run` that apply in Vitest. */
export type VitestFlags = Pick<RunFlags, 'name' | 'tags' | 'ui' | 'quarantine' | 'trace'>

/** Stays until `q`, Ctrl-C or a signal, with the last exit code; `settleAgain` starts over. @throws UsageError */
export async function runInVitest(
  settleAgain: () => Promise<RunSettled>,
  flags: VitestFlags,
  partial: boolean,
): Promise<number> {
  const prepare = async (): Promise<Prepared> => {
    const settings = await settleAgain()
    const runSettings =
      flags.quarantine === undefined ? settings : { ...settings, quarantine: resolve(flags.quarantine) }
    refuseRevisions(runSettings)
    return { settled: runSettings, conversations: chooseConversations(runSettings, flags) }
  }
  let prepared = await prepare()
  for (;;) {
    const outcome = await stayOnce(prepared, flags, partial)
    if (outcome !== 'config changed') return outcome
    const next = await prepareSound(prepare, prepared.settled)
    if (typeof next === 'number') return next
    prepared = next
  }
}

/** What a watch starts with. */
interface Prepared {
  settled: RunSettled
  conversations: ChosenConversations | null
}

/** Runs Vitest with these settings until somebody ends it or the config changes. */
async function stayOnce(
  { settled, conversations }: Prepared,
  flags: VitestFlags,
  partial: boolean,
): Promise<number | 'config changed'> {
  insistFitting(flags.ui === true)
  const { exit, onInit } = stay()
  const keys = process.stdin.listeners('keypress') // Vitest leaves its own listeners behind when it closes
  const { startVitest } = await import('vitest/node')
  const { mergeConfig } = await import('vitest/config')
  const { configure } = await import('../../vitest/configure.ts')
  const change = nextChange(settled)
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
    mergeConfig(configure(settled, conversations, flags.trace, undefined, partial), {
      test: { reporters: [{ onInit }] },
    }),
  )
  if (!vitest.shouldKeepServer()) {
    change.stop()
    return exitCodeOf(vitest, false)
  }
  const ended = await Promise.race([exit, change.happened])
  change.stop()
  if (ended === 'config changed') {
    await vitest.close()
    for (const key of process.stdin.listeners('keypress'))
      if (!keys.includes(key)) process.stdin.off('keypress', key as () => void)
  }
  return ended
}

/** Resolves at the next change of the config. */
function nextChange({ configFile, folder }: RunSettled): { happened: Promise<'config changed'>; stop: () => void } {
  if (configFile === null) return { happened: new Promise(() => undefined), stop: () => undefined }
  let stop = (): void => undefined
  const happened = new Promise<'config changed'>((resolve) => {
    const watched = watchFiles([configFile], (changed) => {
      if (changed.length === 0) return
      printChanged(changed, folder, 'everything begins again')
      resolve('config changed')
    })
    stop = watched.stop
  })
  return { happened, stop }
}

/** While the changed config is broken, reports that and waits for the next change. An exit code if a signal came. */
async function prepareSound(prepare: () => Promise<Prepared>, before: RunSettled): Promise<Prepared | number> {
  const { signal, release } = interruptible()
  const interrupted = new Promise<number>((resolve) => {
    signal.addEventListener('abort', () => resolve(signal.reason))
  })
  try {
    for (;;) {
      const change = nextChange(before)
      try {
        return await prepare()
      } catch (error) {
        if (!(error instanceof UsageError)) throw error
        complain(`${error.message}\n`)
        const next = await Promise.race([change.happened, interrupted])
        if (typeof next === 'number') return next
      } finally {
        change.stop()
      }
    }
  } finally {
    release()
  }
}
