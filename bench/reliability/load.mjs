import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { runMany } from './load/run-many.mjs'
import { serveMany } from './load/serve-many.mjs'

const options = {
  /** `runs`: many conversations in one run; `sessions`: many sessions at once in the local service; or both. */
  part: { type: 'string', default: 'both' },
  conversations: { type: 'string', default: '10000' },
  sessions: { type: 'string', default: '1000' },
  minutes: { type: 'string', default: '10' },
  /** The customers' average think time between two turns, in milliseconds. */
  think: { type: 'string', default: '2000' },
}

/**
 * Measures the load that one run and one local service can take. Ends with 1 if anything was lost, mixed up
 * or not passed.
 */
export async function run(args) {
  const { values } = parseArgs({ args, options })
  const folder = mkdtempSync(join(tmpdir(), 'tableread-load-'))
  try {
    const wrong = []
    if (values.part !== 'sessions') wrong.push(...(await runMany({ conversations: +values.conversations, folder })))
    if (values.part !== 'runs') {
      const { sessions, minutes, think } = values
      wrong.push(...(await serveMany({ sessions: +sessions, minutes: +minutes, thinkMs: +think, folder })))
    }
    for (const each of wrong.slice(0, 20)) console.log(`WRONG  ${each}`)
    console.log(wrong.length === 0 ? 'nothing was lost or mixed' : `${wrong.length} things went wrong`)
    return wrong.length === 0 ? 0 : 1
  } finally {
    rmSync(folder, { recursive: true })
  }
}
