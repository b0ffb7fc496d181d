import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const bin = resolve(import.meta.dirname, '../../bin/tableread.js')

/**
 * Runs the built command line and counts the hidden classes that V8 makes for objects that get one more member, by the
 * line and column of the code and the member's name. @throws Error when the command fails or nothing was logged
 */
export async function countHiddenClasses(folder: string, ...args: string[]): Promise<Map<string, number>> {
  const log = join(folder, 'maps.log')
  const flags = ['--log-maps', '--no-log-maps-details', '--no-logfile-per-isolate', `--logfile=${log}`]
  const { NODE_OPTIONS, ...rest } = process.env
  const env = { ...rest, TABLEREAD_API_KEY: 'stub-key' }
  const child = spawn(process.execPath, [...flags, bin, ...args], { cwd: folder, env, stdio: 'ignore' })
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}`)
  const counts = new Map<string, number>()
  for (const line of readFileSync(log, 'utf8').split('\n')) {
    if (!line.startsWith('map,Transition,')) continue
    const [, , , , , , row, column, , name] = line.split(',')
    const place = `${row}:${column} ${name}`
    counts.set(place, (counts.get(place) ?? 0) + 1)
  }
  if (counts.size === 0) throw new Error(`V8 logged nothing to ${log}`)
  return counts
}
