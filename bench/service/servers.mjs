import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')
const node = (path, ...args) => ({ command: process.execPath, args: [join(root, path), ...args] })

/** The bare route, which answers every turn with the contents of a file. */
export function bareRoute(answer) {
  return node('bench/service/bare-server.mjs', answer)
}

/** A model that answers after so many milliseconds. */
export function stubModel(latencyMs) {
  return node('bench/service/stub-model.mjs', String(latencyMs))
}

/**
 * The service as a user starts it; with `data` it keeps everything in that file. `of` is the checkout whose
 * build to use.
 */
export function localService(workspace, data, of = root) {
  const kept = data === undefined ? [] : ['--data', data]
  const command = ['serve', '--port', '0', '--json', '--workspace', workspace, ...kept]
  return { command: process.execPath, args: [join(of, 'bin/tableread.js'), ...command] }
}

/**
 * The service with a store that already contains sessions; their ids are written to a file. Filling makes V8
 * enlarge the young generation, which is then collected less often. Here it is large from the start, so that
 * a store with few sessions does not look slow for that reason.
 */
export function filledService(workspace, { sessions, ids, data }) {
  const kept = data === undefined ? [] : ['--data', data]
  const flags = ['--workspace', workspace, '--sessions', String(sessions), '--ids', ids]
  const server = node('bench/service/filled-server.mjs', ...flags, ...kept)
  return { ...server, args: ['--min-semi-space-size=16', ...server.args] }
}
