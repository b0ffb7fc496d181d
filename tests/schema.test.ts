import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { commands } from '../src/app/cli/commands.ts'
import { packagedSchema, schemaKinds, writtenKinds } from '../src/app/files/packaged-schemas.ts'
import { verbOf } from '../src/records/schema/result-kinds.ts'
import { suiteSchema } from '../src/suite/language/script/script.ts'
import { bare, fileSchemas, otherSchemas } from './editor/file-schemas.ts'

const root = resolve(import.meta.dirname, '..')
const suites = readdirSync(resolve(root, 'suites')).filter((name) => name.endsWith('.yaml'))
const validate = new Ajv2020({ strict: false, allErrors: false, formats: { date: true, 'date-time': true } }).compile(
  suiteSchema(),
)
const read = (path: string): unknown => parse(readFileSync(resolve(root, path), 'utf8'))
const hovered = fileSchemas()
const all: Record<string, unknown> = {
  ...Object.fromEntries(Object.entries(hovered).map(([kind, { schema }]) => [kind, schema])),
  ...otherSchemas(),
}

describe('the schemas of the package', () => {
  it('are those that the program knows', () => {
    expect(Object.keys(all)).toEqual([...schemaKinds])
    expect(Object.keys(bare)).toEqual(Object.keys(writtenKinds))
    expect(
      readdirSync(resolve(root, 'schema'))
        .map((name) => name.replace('.json', ''))
        .sort(),
    ).toEqual([...schemaKinds].sort())
  })
  it('and what reports are made of are named by the help', () => {
    const textOf = (name: string): string => JSON.stringify(commands.find((verb) => verb.name === name)?.takes)
    expect(schemaKinds.filter((kind) => !textOf('schema').includes(kind))).toEqual([])
    expect(Object.values(verbOf).filter((verb) => !textOf('report').includes(verb))).toEqual([])
  })
  it.each(schemaKinds)('describe what the program reads and writes as it stands: %s', (kind) => {
    const text = `${JSON.stringify(all[kind], null, 2)}\n`
    if (process.env.UPDATE_GOLDENS === '1') writeFileSync(resolve(root, `schema/${kind}.json`), text)
    expect(packagedSchema(kind)).toBe(text)
  })
  it.each(Object.keys(bare))('have an example for each key of a file, for the hover of editors: %s', (kind) => {
    expect(hovered[kind]?.without).toEqual([])
  })
  it.each(Object.keys(bare))('say of every key what it is for, however deep: %s', (kind) => {
    const [without, described]: [string[], string[]] = [[], []]
    const walk = (value: unknown, path: string): void => {
      if (Array.isArray(value)) for (const [index, each] of value.entries()) walk(each, `${path}[${index}]`)
      else if (typeof value === 'object' && value !== null)
        for (const [key, each] of Object.entries(value)) {
          const keys = key === 'properties' ? Object.entries(each as Record<string, { description?: string }>) : []
          for (const [name, { description }] of keys)
            (description === undefined || description === '' ? without : described).push(`${path} > ${name}`)
          walk(each, `${path} > ${key}`)
        }
    }
    walk(bare[kind], kind)
    expect(without).toEqual([])
    expect(described.length).toBeGreaterThan(1)
  })
})

describe('schema/suite.json', () => {
  it.each(suites)('accepts suites/%s', (name) => {
    expect([validate(read(`suites/${name}`)), validate.errors]).toEqual([true, null])
  })
  it.each(['unknown-key', 'wrong-type', 'empty-file'])('refuses the structure of tests/bad-input/%s.yaml', (name) => {
    expect(validate(read(`tests/bad-input/${name}.yaml`))).toBe(false)
  })
})
