import { type FSWatcher, watch } from 'node:fs'
import { dirname } from 'node:path'
import { lookAt } from '../../base/files.ts'

/** Files that are watched until it is stopped. */
export interface Watched {
  /** Watches these as well; known ones once. */
  add(paths: readonly string[]): void
  stop(): void
}

/** Editors write a file in several steps; it is looked at this many milliseconds after the last one. */
const settleMs = 100

/**
 * Watches files with all that lies beside them: a file that is replaced, removed or not there yet is none that could be watched
 * by itself. `onChange` is told which of the files changed; none of them, where something beside them did.
 */
export function watchFiles(paths: readonly string[], onChange: (changed: string[]) => void): Watched {
  const marks = new Map<string, string>()
  const watchers = new Map<string, FSWatcher>()
  let timer: NodeJS.Timeout | undefined
  const look = (): void => {
    const changed = [...marks].filter(([path, mark]) => markOf(path) !== mark).map(([path]) => path)
    for (const path of changed) marks.set(path, markOf(path))
    onChange(changed)
  }
  const again = (): void => {
    clearTimeout(timer)
    timer = setTimeout(look, settleMs)
  }
  const watchFolder = (folder: string): void => {
    if (watchers.has(folder)) return
    try {
      watchers.set(
        folder,
        watch(folder, again).on('error', () => watchers.delete(folder)),
      )
    } catch {
      // The folder is not there; whoever reads it has said so.
    }
  }
  let stopped = false
  const add = (more: readonly string[]): void => {
    if (stopped) return
    for (const path of more) if (!marks.has(path)) marks.set(path, markOf(path))
    for (const folder of new Set(more.map((path) => dirname(path)))) watchFolder(folder)
  }
  add(paths)
  return {
    add,
    stop() {
      stopped = true
      clearTimeout(timer)
      for (const watcher of watchers.values()) watcher.close()
    },
  }
}

/** By what a change of a file is seen; empty where there is none. */
function markOf(path: string): string {
  const stats = lookAt(path)
  return stats === undefined ? '' : `${stats.mtimeMs} ${stats.size} ${stats.ino}`
}
