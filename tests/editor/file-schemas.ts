import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { parse, parseAllDocuments } from 'yaml'
import { z } from 'zod'
import { configShape } from '../../src/app/config/config.ts'
import { quarantineShape } from '../../src/app/suites/quarantine.ts'
import { messageShape } from '../../src/app/watch/message-shape.ts'
import type { JsonObject, JsonValue } from '../../src/base/json/json.ts'
import { labelsSchema } from '../../src/records/licence/label-shape.ts'
import { resultKinds, verbOf } from '../../src/records/schema/result-kinds.ts'
import { resultShapes } from '../../src/records/schema/result-shapes.ts'
import { agentShape } from '../../src/service/workspace/agent-shape.ts'
import { workspaceShape } from '../../src/service/workspace/workspace-shape.ts'
import { attackFile } from '../../src/suite/attack/attack-file.ts'
import { includedShape } from '../../src/suite/language/script/include-files.ts'
import { suiteSchema } from '../../src/suite/language/script/script.ts'
import { jsonSchema } from '../../src/suite/yaml/shape.ts'
import { buildOpenApi } from '../../src/wire/openapi/build-openapi.ts'
import { type Examples, type Hovered, noteUses, withExamples } from './hover-examples.ts'

const root = resolve(import.meta.dirname, '../..')

/** The YAML files that people write, each with its schema as the shapes define it. */
export const bare: Record<string, JsonObject> = {
  suite: suiteSchema(),
  config: jsonSchema('Tableread config', configShape),
  workspace: jsonSchema('Tableread workspace', workspaceShape),
  agent: jsonSchema('Tableread agent', agentShape),
  include: jsonSchema('Tableread included file', includedShape),
  quarantine: jsonSchema('Tableread quarantine', quarantineShape),
  labels: labelsSchema(),
  attacks: jsonSchema('Tableread attacks', attackFile),
}

/**
 * The schemas of the package by kind, with an example for each key from the docs, the suites and the files
 * next to this one.
 */
export function fileSchemas(): Record<string, Hovered> {
  const documents = [
    ...yamlFiles('tests/reference'),
    ...yamlFiles('templates'),
    ...yamlFiles('fixtures'),
    ...yamlFiles('tests/editor/examples'),
    ...blocksOfDocs(),
  ]
  const examples: Examples = new Map()
  for (const schema of Object.values(bare)) {
    const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(schema)
    noteUses(
      schema,
      documents.filter((each) => validate(each)),
      examples,
    )
  }
  return Object.fromEntries(Object.entries(bare).map(([kind, schema]) => [kind, withExamples(schema, examples)]))
}

/** The documents that people read: what verbs write with `--json`, and the service's interface. */
export function otherSchemas(): Record<string, unknown> {
  return {
    ...Object.fromEntries(
      resultKinds.map((kind) => {
        const name = kind === 'run' ? 'result' : kind
        return [
          name,
          publish(resultShapes[kind], `Tableread ${name}`, `What \`tableread ${verbOf[kind]} --json\` prints.`),
        ]
      }),
    ),
    message: publish(messageShape, 'Tableread message', 'What a webhook of `tableread watch-service` gets.'),
    openapi: buildOpenApi(),
  }
}

/** Published as the input schema, which leaves objects open, so that documents of a newer Tableread stay valid. */
function publish(shape: z.ZodType, title: string, description: string): Record<string, unknown> {
  const { $schema, ...schema } = z.toJSONSchema(shape, { target: 'draft-2020-12', io: 'input' })
  return { $schema, title, description, ...schema }
}

function yamlFiles(folder: string): JsonValue[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.yaml'))
    .sort()
    .flatMap((name) => parseAllDocuments(readFileSync(join(root, folder, name), 'utf8')))
    .map((document) => document.toJS() as JsonValue)
}

function blocksOfDocs(): JsonValue[] {
  return readdirSync(join(root, 'docs'))
    .filter((name) => name.endsWith('.md') && name !== 'reference.md')
    .sort()
    .flatMap((name) => [...readFileSync(join(root, 'docs', name), 'utf8').matchAll(/^```yaml\n(.*?)^```/gms)])
    .flatMap(([, text = '']) => {
      try {
        return [parse(text) as JsonValue]
      } catch {
        return [] // a block that shows a mistake
      }
    })
}
