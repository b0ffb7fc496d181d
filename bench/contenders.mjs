import { join } from 'node:path'
import { botium } from './peers/botium.mjs'
import { newman } from './peers/newman.mjs'
import { promptfooCode, promptfooHttp } from './peers/promptfoo.mjs'
import { stepci } from './peers/stepci.mjs'
import { plainVitest } from './peers/vitest.mjs'
import { writeSuites } from './write-suite.mjs'

const root = join(import.meta.dirname, '..')

/**
 * The contenders. `fetches` is how often a contender fetches each stored session, `packages` what must be installed
 * for it; `one` means that it runs one conversation at a time whatever the concurrency. `write` writes its files
 * for a work into a folder, `command` gives the command to run then. The others are compared with the first one.
 */
export const contenders = [
  { name: 'bare loop', fetches: 0, write: () => {}, command: (run) => bare(run) },
  { name: 'bare loop, fetching sessions', fetches: 1, write: () => {}, command: (run) => bare(run, '--fetch') },
  { name: 'tableread run', fetches: 1, write: suite, command: (run) => tableread(run) },
  {
    name: 'tableread run --no-reconcile',
    fetches: 0,
    write: suite,
    command: (run) => tableread(run, '--no-reconcile'),
  },
  {
    name: 'tableread run, turns and checks alone',
    fetches: 0,
    write: suite,
    command: (run) => tableread(run, '--no-reconcile', '--no-journal', '--no-history'),
  },
  { fetches: 0, ...plainVitest },
]

/** Third-party tools, much slower, so they run fewer rounds. `config` marks those whose work is all configuration. */
export const peers = [
  { fetches: 0, peer: true, config: true, ...botium },
  { fetches: 0, peer: true, config: true, ...stepci },
  { fetches: 0, peer: true, config: true, ...newman },
  { fetches: 0, peer: true, config: true, ...promptfooHttp },
  { fetches: 0, peer: true, config: false, ...promptfooCode },
]

function suite({ work, folder }) {
  writeSuites(folder, { conversations: work.conversations, turns: work.turns })
}

function bare({ work, url }, ...flags) {
  const sizes = ['conversations', 'turns', 'concurrency'].flatMap((name) => [`--${name}`, String(work[name])])
  return { args: [join(root, 'bench/bare.mjs'), '--url', url, ...sizes, ...flags] }
}

function tableread({ work, url }, ...flags) {
  const settings = ['--target', url, '-c', String(work.concurrency), '--reporter', 'plain', ...(work.flags ?? [])]
  return {
    args: [join(root, 'bin/tableread.js'), 'run', 'suites', ...settings, ...flags],
    env: { TABLEREAD_API_KEY: 'stub-key' },
  }
}
