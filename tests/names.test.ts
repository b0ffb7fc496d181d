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
  const found = groupBy(of, ({ name, file }) => `${name} in ${groupOf(file)}`)
  return found.flatMap((same) => {
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
