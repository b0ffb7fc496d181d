import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'

interface Group {
  text: string
  items: { text: string; link: string }[]
}

it('the site of the docs leads to each page once, and names none that is not there', async () => {
  // @ts-expect-error the settings of the site are plain JavaScript
  const { default: settings } = await import('../site/.vitepress/config.mjs')
  const groups = settings.themeConfig.sidebar as Group[]
  const links = groups
    .filter(({ text }) => text !== 'The project')
    .flatMap(({ items }) => items.map(({ link }) => link))
  const pages = readdirSync(resolve(import.meta.dirname, '../docs')).filter((name) => name.endsWith('.md'))
  expect(links.toSorted()).toEqual(pages.map((name) => `/${name.slice(0, -3)}`).toSorted())
  expect(groups.flatMap(({ items }) => items).filter(({ text }) => text.endsWith('.md'))).toEqual([])
  expect(settings.themeConfig.search).toEqual({ provider: 'local' })
})

it('the notes of a release are its section of the changelog, and there is no release without one', () => {
  const notes = (version: string) =>
    spawnSync(process.execPath, [resolve(import.meta.dirname, '../scripts/release-notes.mjs'), version], {
      encoding: 'utf8',
    })
  expect(notes('Unreleased').stdout).toMatch(/^- /)
  expect([notes('v77.0.0').status, notes('v77.0.0').stderr]).toEqual([
    1,
    'CHANGELOG.md says nothing of v77.0.0: give it a section "## v77.0.0"\n',
  ])
})
