import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runBuilt } from './run-built.ts'

/**
 * Runs the built command line and counts the hidden classes that V8 creates when an object gets one more
 * member, by line and column of the code and the member's name. @throws Error when the command fails or
 * nothing was logged
 */
export async function countHiddenClasses(folder: string, ...args: string[]): Promise<Map<string, number>> {
  const log = join(folder, 'maps.log')
  const flags = ['--log-maps', '--no-log-maps-details', '--no-logfile-per-isolate', `--logfile=${log}`]
  const { code, output } = await runBuilt(folder, flags, args)
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}:\n${output}`)
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
