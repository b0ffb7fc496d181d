import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { groupBy } from '../src/base/group-by.ts'

const root = resolve(import.meta.dirname, '../src')
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .map((name) => name.replaceAll('\\', '/'))
  .filter((name) => /(?<!\.test|\.fixture)\.ts$/.test(name))

interface Exported {
  name: string
  isType: boolean
  file: string
}

const declaration =
  /^export (?:declare )?(?:abstract )?(?:async )?(function\*?|const|let|class|interface|type|enum) (\w+)/gm
const everything: readonly Exported[] = sources.flatMap((file) =>
  [...readFileSync(join(root, file), 'utf8').matchAll(declaration)].map(([, kind = '', name = '']) => ({
    name,
    isType: kind === 'interface' || kind === 'type',
    file,
  })),
)

/** The room of a file; the suites in code mirror the words of the language, and are a room by themselves. */
const roomOf = (file: string): string => /^suite\/builder\/|^[^/]+/.exec(file)?.[0] ?? ''

/** Names that several of these files declare, with the files. Overloads of one function are one. */
function sharedNames(of: readonly Exported[], groupOf: (file: string) => string): string[] {
  const groups = groupBy(of, ({ name, file }) => `${name} in ${groupOf(file)}`)
  return groups.flatMap((same) => {
    const files = new Set(same.map(({ file }) => file))
    return files.size < 2 ? [] : [`${same[0].name}: ${[...files].join(', ')}`]
  })
}

const irregular =
  /^(?:told|shown|kept|came|given|said|seen|made|sent|held|known|written|taken|left|found|lost|read|drawn|chosen|broken|done|met|put)$/i
/** What has a reason to be called by a participle. */
const participles = new Map([
  ['Said', 'what somebody else said: the word of the door'],
  ['said', 'makes a Said'],
  ['Toned', 'words with a tone, beside Said'],
  ['toned', 'makes a Toned'],
  ['required', 'a key of a record, beside `optional`'],
  ['Need', 'a noun'],
])

/**
 * Verbs that once meant several things each: what one still means, and where that is done (ARCHITECTURE.md, Names).
 * Null: it is gone.
 */
const verbs: Readonly<Record<string, RegExp | null>> = {
  tell: null,
  say: null,
  note: null,
  give: null,
  put: /^wire\/contract\/world\/contract-request\.ts putMember$|^service\/workspace\/pull\/state-blueprint\.ts putAt$/,
  take: /^compare\/take-up\.ts takeUp$/,
  keep: /^app\/cli\/output\//,
  settle: /^app\/(?:config|open|vitest\/settings)\//,
  show: /: string(?: \| null)?$/,
}

/** Every exported function that begins with one of these verbs: `file name`, with what it returns if it is `show`. */
const functionsOf = (verb: string): string[] =>
  sources.flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8')
    const matches = text.matchAll(
      new RegExp(`^export (?:async )?function\\*? (${verb}(?=[A-Z(])\\w*)[^]*?\\): ([^{]+) \\{`, 'gm'),
    )
    return [...matches].map(([, name, returns]) => `${file} ${name}${verb === 'show' ? `: ${returns}` : ''}`)
  })

describe('verbs of exported functions', () => {
  it.each(Object.entries(verbs))('mean one thing: %s', (verb, where) => {
    const all = functionsOf(verb)
    expect(all.filter((each) => where?.test(each) !== true)).toEqual([])
    expect(all.length > 0).toBe(where !== null)
  })
})

describe('local values', () => {
  it('are nouns of the field, and no bare participles', () => {
    const bare =
      /^(?! \*).*\b(?:const|let) (?:told|shown|kept|came|found|asked|given|said|made|taken|heard|drawn|known)\b/gm
    expect(sources.flatMap((file) => readFileSync(join(root, file), 'utf8').match(bare) ?? [])).toEqual([])
  })
})

describe('exported names', () => {
  it('are found', () => expect(everything.length).toBeGreaterThan(4_000))
  it('of types are unique', () => {
    const types = everything.filter(({ isType }) => isType)
    expect(sharedNames(types, (file) => (roomOf(file) === 'suite/builder/' ? 'suite/builder' : 'src'))).toEqual([])
  })
  it('of values are unique in their room', () => {
    expect(sharedNames(everything, roomOf)).toEqual([])
  })
  it('are no bare participles', () => {
    const bare = everything.filter(({ name }) => /^[A-Za-z][a-z]+ed$/.test(name) || irregular.test(name))
    expect(bare.filter(({ name }) => !participles.has(name))).toEqual([])
    expect([...participles.keys()].filter((name) => bare.every((each) => each.name !== name))).toEqual([])
  })
})
