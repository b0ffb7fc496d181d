import { execFileSync } from 'node:child_process'

/**
 * Packs the package twice, each time from a build of its own, and compares every byte; `--built` takes the build that is
 * there and only packs. Prints the hash of the package; exits with 1 where the two differ.
 */
const built = process.argv.includes('--built')

/** What npm would publish: its name, its hash, and the files in it with their sizes. */
function pack() {
  const flags = ['pack', '--dry-run', '--json', ...(built ? ['--ignore-scripts'] : [])]
  const out = execFileSync('npm', flags, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    maxBuffer: 64_000_000,
  })
  const [{ filename, integrity, files }] = Object.values(JSON.parse(out.slice(out.search(/^[[{]/m))))
  return { filename, integrity, files: files.map(({ path, size, mode }) => `${path} ${size} ${mode}`) }
}

const [first, second] = [pack(), pack()]
const differing = first.files.filter((file) => !second.files.includes(file))
if (first.integrity !== second.integrity) {
  process.stderr.write(
    `two packages of one commit differ:\n${differing.join('\n') || 'the same files with other bytes'}\n`,
  )
  process.exitCode = 1
}
process.stdout.write(`${first.filename} ${first.integrity} (${first.files.length} files)\n`)
