/**
 * What models read of the docs: `llms.txt`, a list of all pages by part, which is in the repository and held to the docs
 * by a test, and `llms-full.txt`, all pages for users and the reference of the language in one file, which the build
 * writes by this script for the site.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { partsOf } from '../site/parts.mjs'

const root = resolve(import.meta.dirname, '..')
const read = (page) => readFileSync(resolve(root, `docs/${page}.md`), 'utf8')
const titleOf = (page) => /^# (.+)$/m.exec(read(page))?.[1] ?? page

const about =
  'Tests conversational agents: YAML conversations run against an agent version, judged turn by turn; a draft is compared with what is published.'
const parts = partsOf(
  readdirSync(resolve(root, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => name.slice(0, -'.md'.length)),
)

/** The list of all pages. */
export function listPages() {
  const lists = parts.map(
    ({ title, pages }) => `## ${title}\n\n${pages.map((page) => `- [${titleOf(page)}](docs/${page}.md)`).join('\n')}\n`,
  )
  return `# Tableread\n\n> ${about} Begin with docs/start.md; the skill for coding agents is templates/agents/SKILL.md; the site has all pages for users in one file, llms-full.txt.\n\n${lists.join('\n')}`
}

/** All pages for users and the reference of the language, each behind a line with its path. */
export function joinPages() {
  const pages = [...parts.filter(({ isForUsers }) => isForUsers).flatMap((part) => part.pages), 'reference', 'texts']
  return `# Tableread\n\n> ${about}\n\n${pages.map((page) => `<!-- docs/${page}.md -->\n\n${read(page).trim()}\n`).join('\n')}`
}

if (process.argv[1] === import.meta.filename) writeFileSync(resolve(root, 'llms-full.txt'), joinPages())
