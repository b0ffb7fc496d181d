import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { labelsSchema } from '../src/records/licence/label-shape.ts'
import { suiteSchema } from '../src/suite/language/script.ts'
import { buildOpenApi } from '../src/wire/openapi/build-openapi.ts'

const root = resolve(import.meta.dirname, '..')
const file = resolve(root, 'schema/suite.json')
const suites = readdirSync(resolve(root, 'suites')).filter((name) => name.endsWith('.yaml'))
const validate = new Ajv2020({ strict: false, allErrors: false }).compile(suiteSchema())
const read = (path: string): unknown => parse(readFileSync(resolve(root, path), 'utf8'))

describe('schema/suite.json', () => {
  it('is the schema of the language as it stands', () => {
    const text = `${JSON.stringify(suiteSchema(), null, 2)}\n`
    if (process.env.UPDATE_GOLDENS === '1') writeFileSync(file, text)
    expect(readFileSync(file, 'utf8')).toBe(text)
  })
  it('stands beside that of labels', () => {
    const text = `${JSON.stringify(labelsSchema(), null, 2)}\n`
    const path = resolve(root, 'schema/labels.json')
    if (process.env.UPDATE_GOLDENS === '1') writeFileSync(path, text)
    expect(readFileSync(path, 'utf8')).toBe(text)
  })
  it.each(suites)('accepts suites/%s', (name) => {
    expect([validate(read(`suites/${name}`)), validate.errors]).toEqual([true, null])
  })
  it.each(['unknown-key', 'wrong-type', 'empty-file'])('refuses the structure of tests/bad-input/%s.yaml', (name) => {
    expect(validate(read(`tests/bad-input/${name}.yaml`))).toBe(false)
  })
  it('describes every key for the hover of editors, however deep', () => {
    const [bare, described]: [string[], string[]] = [[], []]
    const walk = (value: unknown, path: string): void => {
      if (Array.isArray(value)) for (const [index, each] of value.entries()) walk(each, `${path}[${index}]`)
      else if (typeof value === 'object' && value !== null)
        for (const [key, each] of Object.entries(value)) {
          const keys = key === 'properties' ? Object.entries(each as Record<string, { description?: string }>) : []
          for (const [name, { description }] of keys)
            (description === undefined || description === '' ? bare : described).push(`${path} > ${name}`)
          walk(each, `${path} > ${key}`)
        }
    }
    walk(suiteSchema(), 'suite')
    expect(bare).toEqual([])
    expect(described.length).toBeGreaterThan(250)
  })
})

describe('schema/openapi.json', () => {
  it('is the document of the service interface as it stands', () => {
    const path = resolve(root, 'schema/openapi.json')
    const text = `${JSON.stringify(buildOpenApi(), null, 2)}\n`
    if (process.env.UPDATE_GOLDENS === '1') writeFileSync(path, text)
    expect(readFileSync(path, 'utf8')).toBe(text)
  })
})
