import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Verb } from '../src/app/cli/command.ts'
import { commands } from '../src/app/cli/commands.ts'
import { configShape } from '../src/app/config/config.ts'
import { type Flag, helpOf, longOf } from '../src/app/flags/flag.ts'
import { groups, sharedFlags } from '../src/app/flags/shared-flags.ts'

const path = join(import.meta.dirname, '../docs/commands.md')
const shared: Readonly<Record<string, Flag>> = sharedFlags

/** A flag as a row of the page: how it is written, and what it does. */
function rowOf(name: string, flag: Flag): string {
  const spelling = flag.written.replace(/, /g, '`, `')
  const off = flag.off === undefined ? '' : `, \`${longOf({ [name]: flag }, name).replace('--', '--no-')}\``
  const choices = flag.choices === undefined ? '' : `: ${flag.choices.map((each) => `\`${each}\``).join(', ')}`
  const more = flag.off === undefined ? '' : `; or ${flag.off}`
  const page = flag.page === undefined ? '' : `; [more](${flag.page})`
  return `| \`${spelling}\`${off} | ${(helpOf(flag) + choices + more + page).replaceAll('|', '\\|').replace(/\{\{.*?\}\}/g, '`$&`')} |`
}

/** The flags that a verb has alone, or in its own words. */
const ownFlags = ({ flags }: Verb): [string, Flag][] =>
  Object.entries(flags).filter(
    ([name, flag]) => shared[name] === undefined || rowOf(name, flag) !== rowOf(name, shared[name]),
  )

function tablesOf(verb: Verb): string {
  const own = ownFlags(verb)
  const rows = own.map(([name, flag]) => rowOf(name, flag))
  const others = sharedOf(verb, new Set(own.map(([name]) => name)))
  const lines = [
    ...(rows.length === 0 ? [] : ['| flag | means |', '| --- | --- |', ...rows, '']),
    ...(others.length === 0 ? [] : [`[Shared flags](#shared-flags): ${others.join('; ')}.`, '']),
  ]
  return lines.join('\n')
}

const spelt = (names: readonly string[]): string => names.map((name) => `\`${longOf(shared, name)}\``).join(', ')

/** The shared flags that a verb has beside its own, group by group: those it has, or those it lacks, whichever is shorter. */
function sharedOf(verb: Verb, own: ReadonlySet<string>): string[] {
  return Object.entries(groups).flatMap(([head, flags]) => {
    const has = (name: string): boolean => Object.hasOwn(verb.flags, name) && !Object.hasOwn(verb.without, name)
    const those = Object.keys(flags).filter((name) => has(name) && !own.has(name))
    if (those.length === 0) return []
    const lacks = Object.keys(flags).filter((name) => !has(name))
    const link = `[${head.toLowerCase()}](#${head.toLowerCase().replaceAll(' ', '-')})`
    const whole = lacks.length === 0 ? link : `${link} but ${spelt(lacks)}`
    const words = (text: string): number => text.split(' ').length
    return [words(whole) < words(spelt(those)) ? whole : spelt(those)]
  })
}

const sharedTables = Object.entries(groups)
  .map(
    ([head, flags]) =>
      `### ${head}\n\n| flag | means |\n| --- | --- |\n${Object.entries(flags)
        .map(([name, flag]) => rowOf(name, flag))
        .join('\n')}\n`,
  )
  .join('\n')

function withoutTable(): string {
  const rows = new Map<string, { flags: string[]; verbs: string[] }>()
  for (const { name, without } of commands)
    for (const reason of new Set(Object.values(without))) {
      const flags = Object.keys(without)
        .filter((flag) => without[flag as keyof typeof without] === reason)
        .map((flag) => `\`${longOf(shared, flag)}\``)
        .join(', ')
      const row = rows.get(`${flags} | ${reason}`) ?? { flags: [flags], verbs: [] }
      row.verbs.push(`\`${name}\``)
      rows.set(`${flags} | ${reason}`, row)
    }
  const lines = [...rows].map(([key, { verbs }]) => `| ${verbs.join(', ')} | ${key} |`)
  return `| command | has no | because |\n| --- | --- | --- |\n${lines.join('\n')}\n`
}

/** Each part of the page that is written from the declarations, by the words of its marks. */
const parts: Record<string, string> = {
  'shared flags': sharedTables,
  without: withoutTable(),
  ...Object.fromEntries(
    commands.filter(({ flags }) => Object.keys(flags).length > 0).map((verb) => [verb.name, tablesOf(verb)]),
  ),
}

function write(page: string): string {
  return page.replace(
    /<!-- (.+?) -->\n[\s\S]*?<!-- end -->/g,
    (_, name: string) => `<!-- ${name} -->\n\n${parts[name] ?? ''}\n<!-- end -->`,
  )
}

describe('docs/commands.md', () => {
  it('has the flags as they are declared', () => {
    const page = readFileSync(path, 'utf8')
    if (process.env.UPDATE_GOLDENS === '1') writeFileSync(path, write(page))
    else expect(page).toBe(write(page))
  })
  it('has a place for every verb', () => {
    const page = readFileSync(path, 'utf8')
    expect(Object.keys(parts).filter((name) => !page.includes(`<!-- ${name} -->`))).toEqual([])
  })
  it('has every key of the config, and none that is gone', () => {
    const [, section = ''] = /^## The config\n([\s\S]*?)^## /m.exec(readFileSync(path, 'utf8')) ?? []
    const flags = [...section.matchAll(/^\| (`.+?`) \|/gm)].flatMap(([, cell = '']) =>
      cell.replaceAll('`', '').split(', '),
    )
    const { properties } = configShape.schema(new Map()) as { properties: object }
    expect(flags.toSorted()).toEqual(Object.keys(properties).toSorted())
  })
})
