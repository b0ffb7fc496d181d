import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Packs the package twice, each time from a fresh build, and compares every byte; `--built` uses the existing
 * build and only packs. Prints the hash of the package and the size of its install; exits with 1 if the two
 * differ, or if an install would be larger than allowed.
 */
/**
 * The size limits of the package alone and of an install, in MB of a million bytes; the language tables are
 * 1.6 of them. The bench and docs/performance.md take these numbers from the same file.
 */
const most = JSON.parse(readFileSync(join(import.meta.dirname, 'size-limits.json'), 'utf8'))

const built = process.argv.includes('--built')

/** What npm would publish: its name, its hash, and its files with their sizes. */
function pack() {
  const flags = ['pack', '--dry-run', '--json', ...(built ? ['--ignore-scripts'] : [])]
  const out = execFileSync('npm', flags, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    maxBuffer: 64_000_000,
  })
  const [{ filename, integrity, files }] = Object.values(JSON.parse(out.slice(out.search(/^[[{]/m))))
  return {
    filename,
    integrity,
    bytes: files.reduce((sum, { size }) => sum + size, 0),
    files: files.map(({ path, size, mode }) => `${path} ${size} ${mode}`),
  }
}

/**
 * The bytes of all packages that an install brings: those in the lock file that are neither for development
 * nor peers.
 */
function bytesOfPackages() {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'))
  const brought = Object.entries(packages).filter(
    ([path, { dev, devOptional, optional, peer }]) =>
      path !== '' && !(dev || devOptional || optional || peer) && existsSync(path),
  )
  return brought.reduce((sum, [path]) => sum + bytesBelow(path), 0)
}

function bytesBelow(folder) {
  return readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return entry.name === 'node_modules' ? sum : sum + bytesBelow(path)
    return sum + statSync(path).size
  }, 0)
}

const [first, second] = [pack(), pack()]
const differing = first.files.filter((file) => !second.files.includes(file))
if (first.integrity !== second.integrity) {
  process.stderr.write(
    `two packages of one commit differ:\n${differing.join('\n') || 'the same files with other bytes'}\n`,
  )
  process.exitCode = 1
}
const sizes = { package: first.bytes / 1e6, install: (first.bytes + bytesOfPackages()) / 1e6 }
for (const [what, megabytes] of Object.entries(sizes)) {
  if (built || megabytes <= most[what]) continue // an existing build was not pruned
  process.stderr.write(`the ${what} has ${megabytes.toFixed(1)} MB, at most ${most[what]} are meant\n`)
  process.exitCode = 1
}
const shown = `package ${sizes.package.toFixed(1)} MB, install ${sizes.install.toFixed(1)} MB`
process.stdout.write(`${first.filename} ${first.integrity} (${first.files.length} files; ${shown})\n`)
