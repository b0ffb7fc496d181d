import { execFileSync } from 'node:child_process'
import { lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { table } from '../table.mjs'

const root = join(import.meta.dirname, '../..')
/** The limit that `npm run check:pack` enforces. */
const { install: limit } = JSON.parse(readFileSync(join(root, 'scripts/size-limits.json'), 'utf8'))

/**
 * Packs Tableread as published and installs it into an empty folder, without Vitest: the size of the result, in MB.
 */
export async function measureInstall({ folder }) {
  const place = join(folder, 'install')
  mkdirSync(place)
  const npm = (cwd, ...args) => execFileSync('npm', [...args, '--loglevel', 'error'], { cwd, encoding: 'utf8' })
  const [{ filename, size }] = JSON.parse(npm(root, 'pack', '--json', '--ignore-scripts', '--pack-destination', place))
  writeFileSync(join(place, 'package.json'), '{"private":true}')
  npm(place, 'install', join(place, filename), '--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock')
  const modules = join(place, 'node_modules')
  const sizes = packagesIn(modules).map((name) => ({ name, mb: sizeOf(join(modules, name)) }))
  return { tarballMb: size / 1e6, sizes }
}

function packagesIn(modules) {
  const names = readdirSync(modules).filter((name) => !name.startsWith('.'))
  return names.flatMap((name) =>
    name.startsWith('@') ? readdirSync(join(modules, name)).map((each) => `${name}/${each}`) : [name],
  )
}

function sizeOf(path) {
  const found = lstatSync(path)
  if (!found.isDirectory()) return found.size / 1e6
  return readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0)
}

/** The total and its largest parts. */
export function reportInstall({ tarballMb, sizes }) {
  const actual = sizes.reduce((sum, { mb }) => sum + mb, 0)
  const largest = sizes.toSorted((a, b) => b.mb - a.mb).slice(0, 8)
  const rows = [
    ['all', actual.toFixed(1)],
    ...largest.map(({ name, mb }) => [name, mb.toFixed(1)]),
    ['the package itself, packed', tarballMb.toFixed(1)],
  ]
  const targets = [{ what: 'an install without Vitest', limit, actual, unit: ' MB' }]
  return { targets, text: `### Install\n\n${sizes.length} packages.\n\n${table(['', 'MB'], rows)}`, pictures: {} }
}
