import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type CreateNodeOptions, type DocumentOptions, type SchemaOptions, stringify, type ToStringOptions } from 'yaml'
import type { JsonValue } from '../src/base/json/json.ts'
import { parseScript } from '../src/suite/language/script/parse.ts'
import { outputValue } from './corpus/output-value.ts'
import { readRecorded } from './round-trip/recorded.ts'
import { findShared } from './shared-data.ts'

/** The real data, or the committed sample if that is missing. */
const { there, at } = findShared('dialogues', 'trajectories.jsonl')
const { texts, values } = readRecorded(there ? at('') : resolve(import.meta.dirname, 'corpus/sample'))

/**
 * Turns per suite: most suites are long, so that duplicate keys are searched for in another way; the last one
 * is shorter.
 */
const batch = 400

/**
 * The ways to write a suite: everything quoted, or plain, quoted and block text as the writer chooses. It
 * chooses by YAML 1.1, because Tableread rejects a plain 16:30 or yes instead of reading it as text.
 */
const styles: Record<string, ToStringOptions & CreateNodeOptions & DocumentOptions & SchemaOptions> = {
  quoted: { defaultStringType: 'QUOTE_DOUBLE', defaultKeyType: 'PLAIN', doubleQuotedMinMultiLineLength: 1_000_000 },
  'as the writer likes': { version: '1.1' },
}

/** Everything that was read back differently from how it was written. */
function changed(jsonValues: readonly JsonValue[], kind: 'user' | 'equals', style: string): unknown[] {
  const batches = Array.from({ length: Math.ceil(jsonValues.length / batch) }, (_, index) =>
    jsonValues.slice(index * batch, (index + 1) * batch),
  )
  return batches.flatMap((chunk): unknown[] => {
    const turns = chunk.map((value) =>
      kind === 'user'
        ? { user: value, expect: { calls: ['look'] } }
        : { user: 'Hi', expect: { calls: [{ look: { with: { value: { equals: value } } } }] } },
    )
    const suite = { suite: 'All', agent: 'desk', conversations: [{ name: 'one', turns }] }
    const parsed = parseScript(
      stringify(suite, { ...styles[style], lineWidth: 0, aliasDuplicateObjects: false }),
      'all.yaml',
    )
    if (!parsed.ok) return parsed.problems.slice(0, 3)
    const read = parsed.script.conversations[0]?.turns ?? []
    return chunk.flatMap((value, index) => {
      const { user, expect: expected } = read[index] ?? {}
      const fields = expected?.calls?.inOrder?.[0]?.with
      const matcher = fields?.kind === 'fields' ? fields.fields[0]?.matcher : undefined
      const back = kind === 'user' ? user?.value : matcher?.kind === 'equals' ? matcher.value : undefined
      return JSON.stringify(back) === JSON.stringify(value) ? [] : [{ written: value, back }]
    })
  })
}

describe.each(Object.keys(styles))('YAML %s', (style) => {
  it('carries every recorded text unchanged, as what the user says and as a matcher', { tags: 'stress' }, () => {
    console.log(`round trip, ${style}: ${texts.length} texts, each as user: and as equals:`)
    expect(texts.length).toBeGreaterThan(there ? 5_000 : 100)
    expect(changed(texts, 'user', style).slice(0, 5)).toEqual([])
    expect(changed(texts, 'equals', style).slice(0, 5)).toEqual([])
  })

  it('carries every recorded argument and output unchanged', { tags: 'stress' }, () => {
    const outputs = values.map((value) => (typeof value === 'string' ? outputValue(value) : value))
    console.log(`round trip, ${style}: ${outputs.length} arguments and outputs as JSON values`)
    expect(outputs.length).toBeGreaterThan(there ? 2_000 : 50)
    expect(changed(outputs, 'equals', style).slice(0, 5)).toEqual([])
  })
})
