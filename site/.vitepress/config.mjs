import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { defineConfig } from 'vitepress'
import { partsOf } from '../parts.mjs'

/** Pages of the repository's root, beside those under docs/. */
const rootPages = ['CHANGELOG.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'SECURITY.md']

const root = join(import.meta.dirname, '../..')
const titleOf = (page) => /^# (.+)$/m.exec(readFileSync(join(root, page), 'utf8'))?.[1] ?? page

function sidebar(pages) {
  const below = partsOf(pages).map(({ title, pages: names }) => ({
    text: title,
    collapsed: false,
    items: names.map((name) => ({ text: titleOf(`docs/${name}.md`), link: `/${name}` })),
  }))
  const project = rootPages.map((page) => ({ text: titleOf(page), link: `/${page.replace('.md', '').toLowerCase()}` }))
  return [...below, { text: 'The project', collapsed: true, items: project }]
}

/** Files that pages link to and that are no pages: they are copied beside them. */
const linked = new Set()

/** Where a link of a page of the repository leads on the site; null where it leads nowhere. */
function resolveLink(href, page) {
  const [path = '', anchor] = href.split('#')
  const file = posix.join(posix.dirname(page), path)
  const hash = anchor === undefined ? '' : `#${anchor}`
  if (file === 'README.md') return `/${hash}`
  if (rootPages.includes(file)) return `/${file.replace('.md', '').toLowerCase()}${hash}`
  if (/^docs\/[^/]+\.md$/.test(file)) return `/${file.slice('docs/'.length, -'.md'.length)}${hash}`
  if (file.endsWith('.md') || !existsSync(join(root, file)) || !statSync(join(root, file)).isFile()) return null
  linked.add(file)
  return `/files/${file}`
}

/** Pages are written for a reader of the repository: links lead to files, and `{{name}}` is text. */
function readAsRepository(md) {
  md.core.ruler.push('links of the repository', ({ tokens, env }) => {
    const page = env.relativePath === 'index.md' ? 'site/index.md' : pageOf(env.relativePath)
    for (const { children } of tokens)
      for (const token of children ?? []) {
        const href = token.attrGet('href')
        if (href === null || /^([a-z]+:|#|\/)/i.test(href)) continue
        const target = resolveLink(href, page)
        if (target === null) token.attrs = token.attrs.filter(([name]) => name !== 'href')
        else token.attrSet('href', target)
      }
  })
  for (const kind of ['text', 'code_inline']) {
    const usual = md.renderer.rules[kind]
    md.renderer.rules[kind] = (...args) => usual(...args).replaceAll('{{', '&#123;&#123;')
  }
}

const pageOf = (path) => rootPages.find((page) => page.toLowerCase() === path) ?? `docs/${path}`

export default defineConfig({
  title: 'Tableread',
  description:
    'Table reads for conversational agents: YAML conversations run against an agent version and judged line by line.',
  lang: 'en',
  srcDir: root,
  srcExclude: [
    '!(docs|site)/**/*.md',
    'docs/*/**/*.md',
    `!(${rootPages.map((page) => page.slice(0, -'.md'.length)).join('|')}).md`,
  ],
  outDir: join(root, 'site/dist'),
  cacheDir: join(root, 'site/.vitepress/cache'),
  rewrites: (path) =>
    path === 'site/index.md' ? 'index.md' : rootPages.includes(path) ? path.toLowerCase() : path.replace(/^docs\//, ''),
  cleanUrls: false,
  ignoreDeadLinks: [/^\/files\//], // resolveLink has found these files, and they are copied at the end
  lastUpdated: false,
  vite: { publicDir: join(root, 'site/public') },
  markdown: { html: false, config: readAsRepository },
  themeConfig: {
    sidebar: sidebar(
      readdirSync(join(root, 'docs')).flatMap((name) => (name.endsWith('.md') ? [name.slice(0, -3)] : [])),
    ),
    search: { provider: 'local' },
    outline: [2, 3],
    nav: [
      { text: 'Tutorial', link: '/tutorial' },
      { text: 'Language', link: '/language' },
      { text: 'Commands', link: '/commands' },
      { text: 'Changes', link: '/changelog' },
    ],
  },
  buildEnd: ({ outDir }) => {
    for (const file of linked) {
      const copy = join(outDir, 'files', file)
      mkdirSync(dirname(copy), { recursive: true })
      copyFileSync(join(root, file), copy)
    }
    for (const file of ['llms.txt', 'llms-full.txt']) copyFileSync(join(root, file), join(outDir, file))
  },
})
