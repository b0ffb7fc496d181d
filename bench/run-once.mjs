import { join } from 'node:path'
import { checkCounts } from './check-counts.mjs'
import { measure } from './measure.mjs'

/**
 * Runs one work with one contender, whose files must be written already, and checks the stub's counts.
 * @throws Error when the contender ends with another code than `work.code` (default 0), takes too long, or
 * the stub heard anything but the work
 */
export async function runOnce({ work, contender, stub, folder }) {
  const { code, output, ...measured } = await start({ work, contender, stub, folder, lie: null })
  const wrong = checkCounts(await stub.counts(), work, contender.fetches)
  if (code === (work.code ?? 0) && wrong.length === 0) return measured
  throw new Error([`${contender.name} on ${work.name} ended with ${code}`, ...wrong, output].join('\n'))
}

/** Whether a contender ends with an error when the stub lies; the work's files must be written already. */
export async function notices({ work, contender, stub, folder, lie }) {
  const { code } = await start({ work, contender, stub, folder, lie })
  return code !== 0
}

async function start({ work, contender, stub, folder, lie }) {
  await stub.begin(work, lie)
  const { modules } = contender
  const { command = process.execPath, args, env } = contender.command({ work, url: stub.url, folder, modules })
  const environment = { ...process.env, NODE_OPTIONS: '', ...env }
  const log = join(folder, 'output.txt')
  return await measure({ command, args, env: environment, cwd: folder, log, limitMs: work.limitMs ?? 300_000 })
}
