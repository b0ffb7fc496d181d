import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const script = (path, ...args) => ({ command: process.execPath, args: [join(root, path), ...args] })

/**
 * Who is measured. `fetches` is how often a contender fetches each stored session; `command` gives what to run for a
 * work, its suite file and the stub's URL. The first one is what the others are held against.
 */
export const contenders = [
  { name: 'bare loop', fetches: 0, command: (run) => bare(run) },
  { name: 'bare loop, fetching sessions', fetches: 1, command: (run) => bare(run, '--fetch') },
  { name: 'tableread run', fetches: 1, command: (run) => tableread(run) },
  { name: 'tableread run --no-reconcile', fetches: 0, command: (run) => tableread(run, '--no-reconcile') },
]

function bare({ work, url }, ...flags) {
  const sizes = ['conversations', 'turns', 'concurrency'].flatMap((name) => [`--${name}`, String(work[name])])
  return script('bench/bare.mjs', '--url', url, ...sizes, ...flags)
}

function tableread({ work, url, suite }, ...flags) {
  const settings = ['--target', url, '-c', String(work.concurrency), '--reporter', 'plain']
  return {
    ...script('bin/tableread.js', 'run', suite, ...settings, ...flags),
    env: { TABLEREAD_API_KEY: 'stub-key' },
  }
}
