// Removes files from dist/ that nobody can reach in the package, before it is packed: declarations behind no
// export, and modules that only the bundles in dist/start/ and dist/pages/ hold. That saves about five megabytes
// per install. Comments of modules go too. The build info is removed as well, so the next build recreates everything.
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { minifySync } from 'rolldown/experimental'

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
    for (const [, named] of readFileSync(file, 'utf8').matchAll(/(?:from|import)\s*\(?\s*["'](\.\.?\/[^"']+)["']/g))
      left.push(resolve(dirname(file), named).replace(/\.[jt]s$/, ending))
  }
  return reached
}

/** Printed with tabs and without comments, statement by statement; the declarations keep theirs, and editors read those. */
const compact = (file) =>
  minifySync(file, readFileSync(file, 'utf8'), { compress: false, mangle: false, codegen: { removeWhitespace: false } })
    .code

const types = closureOf(exported('types'), '.d.ts')
/**
 * Besides the exports: what is found by a path, and so by no import. The bundled command line, Vitest's own modules,
 * the thread of a workspace's code, the pages of the service, and the script of a report.
 */
const byPath = /^(start\/|app\/vitest\/|service\/agents\/code\/|pages\/console\/)[\w-]+\.js$|^pages\/report\/page\.js$/
const placed = built.filter((path) => byPath.test(path.replaceAll('\\', '/'))).map((path) => join(dist, path))
const modules = closureOf([...exported('default'), ...placed], '.js')

for (const path of built) {
  const file = join(dist, path)
  if (path.endsWith('.d.ts') ? !types.has(file) : path.endsWith('.js') && !modules.has(file)) rmSync(file)
}
for (const file of modules) if (!file.startsWith(join(dist, 'start'))) writeFileSync(file, compact(file))
rmSync(join(dist, '.tsbuildinfo'), { force: true })
