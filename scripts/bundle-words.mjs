// Copies what word conditions need from two libraries into dist/words/, with their licences: the language
// detector comes with four data sets of which we use one, and would weigh more than all of Tableread. They
// are loaded for the first text that needs them (src/engine/expect/words/word-library.ts).
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { rolldown } from 'rolldown'

const root = join(import.meta.dirname, '..')
const target = join(root, 'dist/words')
const copies = { 'languages.cjs': 'eld/small', 'syllables.cjs': 'syllable' }
const packages = ['eld', 'syllable', 'pluralize', 'normalize-strings']

mkdirSync(target, { recursive: true })
for (const [name, input] of Object.entries(copies)) {
  const bundle = await rolldown({ input, cwd: root, platform: 'node', logLevel: 'warn' })
  const { output } = await bundle.generate({ format: 'cjs', exports: 'named', minify: true })
  write(name, output[0].code)
}
write('licences.txt', packages.map(licenceOf).join('\n\n'))

/** The text of a licence, or what a package says about its licence if it comes without the text. */
function licenceOf(name) {
  const home = join(root, 'node_modules', name)
  const file = readdirSync(home).find((each) => /^licen[cs]e/i.test(each))
  if (file !== undefined) return `${name}\n\n${readFileSync(join(home, file), 'utf8').trim()}\n`
  const { license, homepage, version } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'))
  return `${name}\n\n${name} ${version}, ${homepage ?? 'without a homepage'}, is under the ${license} licence.\n`
}

/** Writes a file atomically: a concurrent reader gets either the old file or the new one. */
function write(name, text) {
  const fresh = join(target, `.${name}.${process.pid}`)
  writeFileSync(fresh, text)
  renameSync(fresh, join(target, name))
}
