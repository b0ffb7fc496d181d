import type { Vitest } from 'vitest/node'
import type { LocalService } from '../agents/local-service.ts'
import type { RunSettled } from '../config/settings.ts'
import { complain } from '../edge/print.ts'
import { showPath } from '../files/find-suites.ts'
import { type FileWatch, watchFiles } from '../files/watch-files.ts'

type Settings = Pick<RunSettled, 'folder' | 'configFile'>

/** `shop/agents/desk.yaml changed: everything runs again`. */
export function printChanged(changed: readonly string[], folder: string, what: string): void {
  complain(`\n${changed.map((path) => showPath(path, folder)).join(', ')} changed: ${what}\n`)
}

/** Rereads files and reruns all; a changed config restarts Vitest if its own names ours. Returns what ends it. */
export function runAgain(vitest: Vitest, local: LocalService | undefined, settings: Settings): () => void {
  const { folder, configFile } = settings
  const watching: FileWatch[] = []
  if (configFile !== null && typeof vitest.vite.config.configFile === 'string')
    watching.push(
      watchFiles([configFile], (changed) => {
        if (changed.length === 0) return
        printChanged(changed, folder, 'everything begins again')
        void vitest.vite.restart()
      }),
    )
  if (local !== undefined) watching.push(watchWorkspace(vitest, local, folder))
  return () => {
    for (const each of watching) each.stop()
  }
}

function watchWorkspace(vitest: Vitest, local: LocalService, folder: string): FileWatch {
  let broken = false
  let turn: Promise<void> = Promise.resolve()
  const readAgain = async (changed: string[]): Promise<void> => {
    // A broken workspace may be repaired by a new file, which is not among the known ones.
    if (changed.length === 0 && !broken) return
    const problems = await reload(local, watched)
    if (problems !== null) {
      if (changed.length > 0) {
        printChanged(changed, folder, 'it is broken, and the watch goes on with what was there')
        complain(`${problems}\n`)
      }
      broken = true
      return
    }
    broken = false
    await vitest.waitForTestRunEnd()
    const files = [...new Set(vitest.state.getFilepaths())]
    const running = vitest.rerunTestSpecifications(
      files.flatMap((file) => vitest.getModuleSpecifications(file)),
      true,
    )
    if (changed.length > 0) printChanged(changed, folder, 'everything runs again') // after Vitest cleared the screen
    await running
  }
  const watched = watchFiles(local.files, (changed) => {
    turn = turn.then(() => readAgain(changed)).catch((error: Error) => complain(`${error.message}\n`))
  })
  void local.modules().then(({ files }) => watched.add(files))
  return watched
}

/** What is wrong with the current workspace; null if it could be read. */
async function reload(local: LocalService, watched: FileWatch): Promise<string | null> {
  try {
    const { files, problems } = await local.reload()
    watched.add(files)
    return problems.length === 0 ? null : problems.join('\n')
  } catch (error) {
    return (error as Error).message
  }
}
