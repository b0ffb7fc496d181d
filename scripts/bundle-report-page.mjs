// Bundles the page of the HTML report into dist/pages/report/page.js and page.css, which write-html.ts puts
// into each report.
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { rolldown } from 'rolldown'

const root = join(import.meta.dirname, '..')
const source = join(root, 'src/pages/report')
const target = join(root, 'dist/pages/report')

const bundle = await rolldown({ input: join(source, 'frame/main.ts'), platform: 'browser', logLevel: 'warn' })
const { output } = await bundle.generate({ format: 'iife', minify: true })
const [{ code }] = output
// The code is placed inside a script element; only these sequences can end or break it.
if (/<\/script|<!--/i.test(code)) throw new Error('the bundled page holds text that would end its script element')

const style = readdirSync(join(source, 'style'))
  .filter((name) => name.endsWith('.css'))
  .sort()
  .map((name) => readFileSync(join(source, 'style', name), 'utf8'))
  .join('\n')

mkdirSync(target, { recursive: true })
write('page.js', code.trim())
write('page.css', style.trim())

/** Writes a file atomically: a concurrent reader gets either the old file or the new one. */
function write(name, text) {
  const fresh = join(target, `.${name}.${process.pid}`)
  writeFileSync(fresh, text)
  renameSync(fresh, join(target, name))
}
