import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'

/** Names a process so that another one can tell whether it still runs: host, process id and, where the system says it, when it began. */
export function markProcess(pid: number = process.pid): string {
  return `${hostname()} ${pid} ${startOf(pid)}`
}

/** Whether the process of this mark still runs on this machine. One of another machine does not count, and neither does this very one. */
export function isRunning(mark: string): boolean {
  const pid = Number(mark.split(' ').at(-2))
  if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid) return false
  return mark === markProcess(pid) && answers(pid)
}

function answers(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM' // somebody else's process
  }
}

/** Ticks since the machine started, from Linux; ids of processes are used again, these are not. */
function startOf(pid: number): string {
  try {
    const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'latin1').split(/\) (?!.*\) )/s)
    return fields.split(' ')[19] ?? '-'
  } catch {
    return '-' // no /proc, or no such process: the id alone must do
  }
}
