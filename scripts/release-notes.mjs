import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Prints the section of CHANGELOG.md about a version (`node scripts/release-notes.mjs 1.2.0`), for its
 * release notes. Exits with 1 if there is none: a release that does not say what changed is not finished.
 */
const [version = ''] = process.argv.slice(2)
const text = readFileSync(join(import.meta.dirname, '../CHANGELOG.md'), 'utf8')
const section = text
  .split(/^## /m)
  .slice(1)
  .find((each) => each.split(/[\s,]/)[0] === version.replace(/^v/, ''))
const notes = section?.slice(section.indexOf('\n')).trim() ?? ''
if (notes === '') {
  process.stderr.write(
    `CHANGELOG.md says nothing of ${version || 'which version?'}: give it a section "## ${version}"\n`,
  )
  process.exitCode = 1
} else process.stdout.write(`${notes}\n`)
