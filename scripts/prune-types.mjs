// Takes the declarations that nobody can reach from an export of the package out of dist/, before it is packed: an install has some
// two megabytes less for them. The next build makes them anew, since what it remembers of the last one goes as well.
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

const root = join(import.meta.dirname, '..')
const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

const reached = new Set()
const left = Object.values(exports).flatMap(({ types }) => (types === undefined ? [] : [resolve(root, types)]))
while (left.length > 0) {
  const file = left.pop()
  if (reached.has(file)) continue
  if (!existsSync(file)) throw new Error(`${file} is needed and was not built`)
  reached.add(file)
  for (const [, named] of readFileSync(file, 'utf8').matchAll(/(?:from|import)\s*\(?\s*["'](\.[^"']+)["']/g))
    left.push(resolve(dirname(file), named).replace(/\.[jt]s$/, '.d.ts'))
}

const declarations = readdirSync(join(root, 'dist'), { recursive: true }).filter((path) => path.endsWith('.d.ts'))
for (const path of declarations.map((each) => join(root, 'dist', each))) if (!reached.has(path)) rmSync(path)
rmSync(join(root, 'dist/.tsbuildinfo'), { force: true })
