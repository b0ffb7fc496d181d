import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Writes docs/licences.md: every package that an installation of Tableread brings along, from the lock file
 * and the installed packages' own metadata. `--print` writes to standard output instead. Fails for a licence
 * that requires more than attribution.
 */
const root = join(import.meta.dirname, '..')
const read = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'))
const permissive = ['MIT', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', '0BSD']

const own = Object.keys(read('package.json').dependencies)
const rows = Object.entries(read('package-lock.json').packages)
  .filter(([path, { dev, link }]) => path !== '' && dev !== true && link !== true)
  .map(([path, { version, license }]) => {
    const installed = read(join(path, 'package.json'))
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    if (installed.version !== version)
      throw new Error(`${name}: ${installed.version} is installed, the lock has ${version}`)
    if (installed.license !== license) throw new Error(`${name} says ${installed.license}, the lock ${license}`)
    if (!permissive.includes(license)) throw new Error(`${name} is under ${license}, which nobody has looked at`)
    return `| ${name} | ${version} | ${license} | ${own.includes(name) ? 'direct' : ''} |`
  })

const page = `# Licences of dependencies

For whoever must know what an install brings along. Next: [reliability](reliability.md), [the start page](start.md).

What \`npm install tableread\` brings along, by \`node scripts/list-licences.mjs\` from the lock file and the packages
themselves; a test holds this page to them. Every licence is permissive: it asks to be named, and for nothing else. Vitest
and its UI are optional and come from your own project. Tools of development are in nobody's installation. The bundled
command line holds copies of a few of them, with their licences in \`dist/start/licences.txt\`. Of eld (Apache-2.0) and
syllable (MIT) a part is copied into \`dist/words/\`, with their licences beside it.

| package | version | licence | |
| --- | --- | --- | --- |
${rows.join('\n')}
`
if (process.argv.includes('--print')) process.stdout.write(page)
else writeFileSync(join(root, 'docs/licences.md'), page)
