// Bundles the command line (dist/app/cli/main.js and everything it loads, at once or later) into a few files,
// dist/start/*.js: reading one file is faster than finding twenty. What every run loads is in one file, what
// a lint loads too in another, and what a lint alone loads in a third. With them come packages that are small or
// consist of many files, and their licences.
// Each module starts with a comment that gives its path.
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { rolldown } from 'rolldown'

const root = join(import.meta.dirname, '..')
const built = join(root, 'dist')
const folder = join(built, 'start')
const [fresh, stale] = ['new', 'old'].map((age) => join(built, `.start-${age}-${process.pid}`))

const packages = ['commander', 'zod', 'picocolors', 'fastest-levenshtein']
/** Not bundled: these modules refer to files next to them, which the bundle does not have. */
const placed = ['app/vitest/own-file.js']

/**
 * The bundle files, each with the entry whose startup modules it contains; a module goes into the first that
 * loads it. A run loads *read* too, so what only a lint loads has a file of its own.
 */
const parts = new Map([
  ['start', 'app/cli/main.js'],
  ['read', 'app/cli/verbs/lint.js'],
  ['run', 'app/cli/verbs/run.js'],
])
/** What every verb loads before it begins, and a run asks again later: one file, apart from what a run alone loads. */
const flags = ['app/cli/guard-flags.js', 'app/flags/combinations.js'].map((file) => join(built, file))
/** What a lint loads and a run does not. */
const lintAlone = 'lint'
/**
 * What each of these shares with the service goes into a file of its own, so that a service does not load the
 * suite language.
 */
const service = 'app/cli/verbs/serve.js'
const shared = (name) => `${name}-shared`
const partOf = new Map()

/** The file for a module that is loaded by the entry of `name`, and by no part before it. */
function partFor(name, { isServed, isRun }) {
  if (name === 'read' && !isRun) return lintAlone
  return isServed && name !== 'start' ? shared(name) : name
}

/** A module and everything it loads at startup. */
function closureOf(id, importedBy, known = new Set()) {
  if (known.has(id)) return known
  known.add(id)
  for (const imported of importedBy(id)) closureOf(imported, importedBy, known)
  return known
}

function licenceOf(name) {
  const home = join(root, 'node_modules', name)
  const file = readdirSync(home).find((each) => /^licen[cs]e/i.test(each))
  return `${name}\n\n${readFileSync(join(home, file), 'utf8').trim()}\n`
}

for (const name of placed)
  if (!existsSync(join(built, name)))
    throw new Error(`${name} is not there any more, and the bundle would not find its files`)

process.chdir(root)
const bundle = await rolldown({
  input: join(built, parts.get('start')),
  platform: 'node',
  logLevel: 'warn',
  preserveEntrySignatures: 'allow-extension', // bin/tableread.js uses the exports of the entry
  plugins: [
    {
      name: 'the command line',
      resolveId(source, importer) {
        if (importer === undefined || packages.some((name) => source === name)) return null
        if (!source.startsWith('.')) return { id: source, external: true }
        const path = relative(built, resolve(importer, '..', source)).replaceAll('\\', '/')
        return placed.includes(path) ? { id: `../${path}`, external: true } : null
      },
      buildEnd() {
        const importedBy = (id) => this.getModuleInfo(id)?.importedIds ?? []
        const startupOf = (file) => closureOf(join(built, file), importedBy)
        for (const id of flags) partOf.set(id, 'guard-flags')
        const [served, ran] = [startupOf(service), startupOf(parts.get('run'))]
        for (const [name, file] of parts)
          for (const id of startupOf(file))
            if (!partOf.has(id)) partOf.set(id, partFor(name, { isServed: served.has(id), isRun: ran.has(id) }))
      },
    },
  ],
})
const names = [...parts.keys()]
  .flatMap((name) => (name === 'start' ? [name] : [shared(name), name]))
  .concat(lintAlone, 'guard-flags')
const groups = names.map((name) => ({
  name,
  test: (id) => partOf.get(id) === name,
  includeDependenciesRecursively: false,
}))
try {
  await bundle.write({
    dir: fresh,
    format: 'esm',
    entryFileNames: 'start.js',
    chunkFileNames: '[name]-[hash].js',
    comments: { jsdoc: false },
    codeSplitting: { groups },
  })
  writeFileSync(join(fresh, 'licences.txt'), packages.map(licenceOf).join('\n\n'))
  if (existsSync(folder)) renameSync(folder, stale)
  renameSync(fresh, folder)
} finally {
  for (const each of [fresh, stale]) rmSync(each, { recursive: true, force: true })
}
