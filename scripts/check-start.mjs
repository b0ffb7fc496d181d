import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Starts as a new user does: in an empty folder, with the packed packages, `npm create tableread`, `npm
 * install`, `npx tableread run`. Prints the time of each step; exits with 1 unless the last one shows a
 * failure with its line in the suite, all within a minute.
 */
const most = 60
const failure = 'suites/my-desk.yaml:20:20: the reply is what it must not be'

const root = join(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'tableread-start-'))
const project = join(folder, 'project')
mkdirSync(project)

/** Packs the package of a folder; gives the path of the tarball. */
function pack(from) {
  const out = execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: from, encoding: 'utf8' })
  return join(folder, out.trim().split('\n').at(-1))
}

let seconds = 0

/** One command of the new user. */
function step(name, [command, ...args], { code = 0, says = '' } = {}) {
  const begun = performance.now()
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: project,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1', TABLEREAD_HISTORY: 'off' },
  })
  const took = (performance.now() - begun) / 1000
  seconds += took
  process.stdout.write(`${took.toFixed(1).padStart(6)} s  ${name}\n`)
  if (status === code && stdout.includes(says)) return
  process.stderr.write(
    `${name} ended with ${status} instead of ${code}, or does not say "${says}":\n${stdout}${stderr}`,
  )
  process.exitCode = 1
}

try {
  const [tableread, create] = [pack(root), pack(join(root, 'packages/create-tableread'))]
  const brought = ['--package', tableread, '--package', create]
  step('npm create tableread', ['npm', 'exec', '--yes', ...brought, '--', 'create-tableread', '--yes'])
  // Unpublished packages come from files; `npm install` alone would ask the registry.
  step('npm install', ['npm', 'install', '--no-audit', '--no-fund', '--save-dev', tableread])
  step('npx tableread run', ['npx', '--no-install', 'tableread', 'run'], { code: 1, says: failure })
  process.stdout.write(`${seconds.toFixed(1).padStart(6)} s  from an empty folder to a failure at its line\n`)
  if (seconds > most) {
    process.stderr.write(`at most ${most} s are meant\n`)
    process.exitCode = 1
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
