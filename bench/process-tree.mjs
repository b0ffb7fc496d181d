import { readdirSync, readFileSync } from 'node:fs'

/** The files of a process on Linux; null when it has ended, or where there is no /proc. */
function read(pid, file) {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return null // ended between two looks, or another system: measured as unknown
  }
}

/** A process and everything below it, as process ids. */
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

/** The memory of a process in MB, resident now and at its highest; null when it has ended. */
export function memoryOf(pid) {
  const status = read(pid, 'status')
  const megabytes = (name) => +(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0) / 1024
  const peak = megabytes('VmHWM')
  return peak === 0 ? null : { now: megabytes('VmRSS'), peak }
}

/** Processor time, in milliseconds, of all ended and awaited children of this process; ticks are 10 ms. Null without /proc. */
export function childrenTimeMs() {
  const fields = read('self', 'stat')
    ?.replace(/^.*\) /s, '')
    .split(' ')
  return fields === undefined ? null : (+fields[13] + +fields[14]) * 10
}
