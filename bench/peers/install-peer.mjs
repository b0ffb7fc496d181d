import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const home = join(import.meta.dirname, '../.peers')
const versions = JSON.parse(readFileSync(join(import.meta.dirname, 'package.json'), 'utf8')).dependencies

/**
 * Installs what a third-party tool needs under bench/.peers, in its own folder and in the version that
 * peers/package.json names. Gives its modules folder and its versions, or why it is not available here.
 * Install scripts do not run: what they download comes from outside the registry, and we do not need it.
 */
export function installPeer({ name, packages }) {
  if (packages.length === 0) return { modules: null, versions: '' }
  const folder = join(home, packages[0])
  const modules = join(folder, 'node_modules')
  const wanted = Object.fromEntries(packages.map((each) => [each, versions[each]]))
  const told = packages.map((each) => `${each} ${versions[each]}`).join(' on ')
  if (packages.every((each) => versionIn(modules, each) === versions[each])) return { modules, versions: told }
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies: wanted }))
  process.stderr.write(`installing ${name}…\n`)
  const flags = ['--ignore-scripts', '--no-package-lock', '--no-audit', '--no-fund', '--loglevel', 'error']
  const { status, stderr, error } = spawnSync('npm', ['install', ...flags], { cwd: folder, encoding: 'utf8' })
  if (status === 0) return { modules, versions: told }
  const reason = error?.message ?? /^npm (?:error|ERR!) code (\w+)/m.exec(stderr)?.[1] ?? `npm ended with ${status}`
  return { modules: null, versions: told, failure: `not installable here: ${reason}` }
}

function versionIn(modules, name) {
  const file = join(modules, name, 'package.json')
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).version : null
}
