import { readdirSync, readFileSync } from 'node:fs'

/** A file of a process under /proc; null if the process has ended, or there is no /proc. */
function read(pid, file) {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return null // it has ended meanwhile, or this is another system: the measurement is unknown
  }
}

/** The process ids of a process and all its descendants. */
export function descendants(root) {
  const names = read('self', 'stat') === null ? [] : readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const parents = names.map((pid) => [
    +pid,
    +(
      read(pid, 'stat')
        ?.replace(/^.*\) /s, '')
        .split(' ')[1] ?? 0
    ),
  ])
  const found = [root]
  for (const pid of found) for (const [child, parent] of parents) if (parent === pid) found.push(child)
  return found
}

/** The memory of a process in MB, current and peak; null if it has ended. */
export function memoryOf(pid) {
  const status = read(pid, 'status')
  const megabytes = (name) => +(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0) / 1024
  const peak = megabytes('VmHWM')
  return peak === 0 ? null : { now: megabytes('VmRSS'), peak }
}

/**
 * Processor time of all children of this process that have ended and been waited for, in milliseconds; ticks
 * are 10 ms. Null without /proc.
 */
export function childrenTimeMs() {
  const fields = read('self', 'stat')
    ?.replace(/^.*\) /s, '')
    .split(' ')
  return fields === undefined ? null : (+fields[13] + +fields[14]) * 10
}
