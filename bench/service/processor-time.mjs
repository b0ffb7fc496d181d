import { existsSync, readFileSync } from 'node:fs'

/**
 * The processor time that a process has used so far, in all its threads, in milliseconds; ticks are 10 ms.
 * Null without /proc.
 */
export function processorTimeMs(pid) {
  const file = `/proc/${pid}/stat`
  if (!existsSync(file)) return null
  const fields = readFileSync(file, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
  return (+fields[11] + +fields[12]) * 10
}
