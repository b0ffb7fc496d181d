import type { TestProject } from 'vitest/node'
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
export function runAgain(project: TestProject, local: LocalService | undefined, settings: Settings): () => void {
  const { folder, configFile } = settings
  const { vitest } = project
  const watching: FileWatch[] = []
  if (configFile !== null && typeof vitest.vite.config.configFile === 'string')
    watching.push(
      watchFiles([configFile], (changed) => {
        if (changed.length === 0) return
        printChanged(changed, folder, 'everything begins again')
        void vitest.vite.restart()
      }),
    )
  if (local !== undefined) watching.push(watchWorkspace(project, local, folder))
  return () => {
    for (const each of watching) each.stop()
  }
}

function watchWorkspace(project: TestProject, local: LocalService, folder: string): FileWatch {
  const { vitest } = project
  let isBroken = false
  let reading: Promise<void> = Promise.resolve()
  const runAll = async (changed: string[], what: string): Promise<void> => {
    await vitest.waitForTestRunEnd()
    const files = [...new Set(vitest.state.getFilepaths())]
    const running = vitest.rerunTestSpecifications(
      files.flatMap((file) => vitest.getModuleSpecifications(file)),
      true,
    )
    if (changed.length > 0) printChanged(changed, folder, what) // after Vitest cleared the screen
    await running
  }
  const readAgain = async (changed: string[]): Promise<void> => {
    // A broken workspace may be repaired by a new file, which is not among the known ones.
    if (changed.length === 0 && !isBroken) return
    const problems = await reload(local, watched)
    if (changed.length === 0 && problems !== null) return
    isBroken = problems !== null
    project.provide('tableread:broken', problems ?? '')
    const what = isBroken ? 'it is broken, and nothing is judged until it is mended' : 'everything runs again'
    void runAll(changed, what).catch(complainOf)
  }
  const watched = watchFiles(local.files, (changed) => {
    reading = reading.then(() => readAgain(changed)).catch(complainOf)
  })
  // What runs since a suite changed must not meet agents as they were before they changed with it.
  vitest.onTestsRerun(() => {
    watched.look()
    return reading
  })
  void local.modules().then(({ files }) => watched.add(files))
  return watched
}

const complainOf = (error: unknown): void => complain(`${(error as Error).message}\n`)

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
