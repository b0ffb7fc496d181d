import { type FSWatcher, watch } from 'node:fs'
import { dirname } from 'node:path'
import type { LocalService } from '../../project/local-service.ts'
import { complain, print } from '../../project/print.ts'

/** Editors write a file in several steps; this many milliseconds after the last one it is read. */
const settleMs = 100

/** Reads the workspaces again whenever a file beside theirs changes, and says so. A broken one is reported, and the service goes on with what it has. Gives what stops it. */
export function watchWorkspace({ files, reload }: LocalService): () => void {
  let timeout: NodeJS.Timeout | undefined
  const reloadNow = (): void => {
    reload().then(
      () => print('The workspace was read again.\n'),
      (error: Error) => complain(`${error.message}\nThe service goes on with the workspace as it was.\n`),
    )
  }
  const folders = new Set(files.map((file) => dirname(file)))
  const watchers: FSWatcher[] = [...folders].map((folder) =>
    watch(folder, () => {
      clearTimeout(timeout)
      timeout = setTimeout(reloadNow, settleMs)
    }),
  )
  return () => {
    clearTimeout(timeout)
    for (const watcher of watchers) watcher.close()
  }
}
