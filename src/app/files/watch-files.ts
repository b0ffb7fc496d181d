import { type FSWatcher, watch } from 'node:fs'
import { dirname } from 'node:path'
import { lookAt } from '../../base/files/files.ts'

export interface FileWatch {
  /** Watches more files; each path is watched once. */
  add(paths: readonly string[]): void
  /** Looks for changes now, and says them if there are some. */
  look(): void
  stop(): void
}

/** Editors write a file in several steps; the change is handled this many milliseconds after the last one. */
const settleMs = 100

/** Watches folders, since a replaced or missing file cannot be watched; `onChange` gets [] for changes beside them. */
export function watchFiles(paths: readonly string[], onChange: (changed: string[]) => void): FileWatch {
  const marks = new Map<string, string>()
  const watchers = new Map<string, FSWatcher>()
  let timer: NodeJS.Timeout | undefined
  const changesNow = (): string[] => {
    const changed = [...marks].filter(([path, mark]) => markOf(path) !== mark).map(([path]) => path)
    for (const path of changed) marks.set(path, markOf(path))
    return changed
  }
  const again = (): void => {
    clearTimeout(timer)
    timer = setTimeout(() => onChange(changesNow()), settleMs)
  }
  const watchFolder = (folder: string): void => {
    if (watchers.has(folder)) return
    try {
      watchers.set(
        folder,
        watch(folder, again).on('error', () => watchers.delete(folder)),
      )
    } catch {
      // The folder does not exist; whatever reads it has said so.
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
    look() {
      const changed = stopped ? [] : changesNow()
      if (changed.length > 0) onChange(changed)
    },
    stop() {
      stopped = true
      clearTimeout(timer)
      for (const watcher of watchers.values()) watcher.close()
    },
  }
}

/** Identifies a file's state, to detect changes; empty if there is no file. */
function markOf(path: string): string {
  const stats = lookAt(path)
  return stats === undefined ? '' : `${stats.mtimeMs} ${stats.size} ${stats.ino}`
}
