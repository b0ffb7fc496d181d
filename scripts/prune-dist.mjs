// Removes files from dist/ that nobody can reach in the package, before it is packed: declarations behind no
// export, and modules of the command line, which are bundled in dist/start/. That saves about three megabytes
// per install. The build info is removed as well, so the next build recreates everything.
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

const root = join(import.meta.dirname, '..')
const dist = join(root, 'dist')
const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const exported = (kind) =>
  Object.values(exports).flatMap((each) => (each[kind] === undefined ? [] : [resolve(root, each[kind])]))
const built = readdirSync(dist, { recursive: true })

/** These files and everything they import, at once or later. */
function closureOf(files, ending) {
  const reached = new Set()
  const left = [...files]
  while (left.length > 0) {
    const file = left.pop()
    if (reached.has(file)) continue
    if (!existsSync(file)) throw new Error(`${file} is needed and was not built`)
    reached.add(file)
    for (const [, named] of readFileSync(file, 'utf8').matchAll(/(?:from|import)\s*\(?\s*["'](\.[^"']+)["']/g))
      left.push(resolve(dirname(file), named).replace(/\.[jt]s$/, ending))
  }
  return reached
}

const types = closureOf(exported('types'), '.d.ts')
/**
 * Besides the exports: Vitest is given paths of the plugin's modules, and a worker thread the path of its own module.
 */
const modules = closureOf(
  [
    ...exported('default'),
    ...built
      .filter((path) => /^(app\/vitest\/|service\/agents\/code\/)[\w-]+\.js$/.test(path))
      .map((path) => join(dist, path)),
  ],
  '.js',
)
/** Folders that only the command line uses. */
const bundled = /^(app\/(cli|chat|mcp)|import)\/.*\.js$/

for (const path of built) {
  const file = join(dist, path)
  if (path.endsWith('.d.ts') ? !types.has(file) : bundled.test(path) && !modules.has(file)) rmSync(file)
}
rmSync(join(dist, '.tsbuildinfo'), { force: true })
