import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'

/** Identifies a process to others: host, process id and, where the system reports it, its start time. */
export function markProcess(pid: number = process.pid): string {
  return `${hostname()} ${pid} ${startOf(pid)}`
}

/** Whether the process of this mark still runs on this machine; this very process does not count. */
export function isRunning(mark: string): boolean {
  const pid = Number(mark.split(' ').at(-2))
  if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid) return false
  return !mark.endsWith(` ${ended}`) && mark === markProcess(pid) && answers(pid)
}

function answers(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM' // it exists, but belongs to another user
  }
}

/** Used in place of a start time; no mark of a running process contains it. */
const ended = 'ended'

/** The start time from Linux, in ticks since boot: ids are reused. One that ended unreaped counts as ended. */
function startOf(pid: number): string {
  try {
    const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'latin1').split(/\) (?!.*\) )/s)
    const all = fields.split(' ')
    return /^[ZX]/i.test(all[0] ?? '') ? ended : (all[19] ?? '-')
  } catch {
    return '-' // no /proc, or no such process: the id alone must do
  }
}
