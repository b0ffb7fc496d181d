import { dictionary, type NamedEntry } from '../../suite/yaml/collections.ts'
import { literalObject } from '../../suite/yaml/literal.ts'
import type { YamlNode } from '../../suite/yaml/node.ts'
import type { Place, Placed } from '../../suite/yaml/place.ts'
import { optional, record, required } from '../../suite/yaml/record.ts'
import { flag, placed, text, wholeNumber } from '../../suite/yaml/scalar.ts'
import { type Reading, refuse, refuseType, type Shape } from '../../suite/yaml/shape.ts'
import { findModel, type ModelEntries } from '../../wire/models/find-model.ts'
import type { ModelSettings } from '../../wire/models/model-settings.ts'

/** A model as stated in a file, with the place of its name, which must exist elsewhere. */
export interface StatedModel {
  use: Placed<string>
  settings: ModelSettings
}

/** A number that is not negative, with or without decimals. */
const amount: Shape<number> = {
  read(node, reading) {
    if (node.kind === 'scalar' && typeof node.value === 'number' && node.value >= 0) return node.value
    return refuseType(reading, node, 'a number that is not negative', 'write it in digits, without quotes')
  },
  schema: () => ({ type: 'number', minimum: 0 }),
}

/** The name of a variable of the environment. What else stands there may be a key, so it is not repeated. */
const variable: Shape<string> = {
  read(node, reading) {
    if (node.kind === 'scalar' && /^[A-Z_][A-Z0-9_]*$/.test(node.source)) return node.source
    const hint = 'write key: OPENAI_API_KEY, and set that variable; a key itself never stands in a file'
    return refuse(reading, 'wrong-value', node.at, 'key is the name of an environment variable, in capitals', hint)
  },
  schema: () => ({ type: 'string', pattern: '^[A-Z_][A-Z0-9_]*$' }),
}

const address: Shape<string> = {
  read(node, reading) {
    const read = text.read(node, reading)
    if (read === undefined || /^https?:\/\/[^/]|^\{\{\s*env\./.test(read)) return read
    const hint = 'write it with its protocol, such as http://127.0.0.1:11434/v1'
    return refuse(reading, 'wrong-value', node.at, 'base url is an address of http or https', hint)
  },
  schema: () => ({ type: 'string' }),
}

/** A header; what names a key or token takes its value from the environment, so that no file holds one. */
function readHeaders(entries: NamedEntry<string>[], reading: Reading): Record<string, string> | undefined {
  const bare = entries.filter(
    ({ name, value }) => /auth|key|token|secret|cookie/i.test(name) && !value.includes('{{env.'),
  )
  for (const { name, at } of bare) {
    const hint = `write ${name}: "{{env.NAME}}", and set that variable`
    refuse(reading, 'wrong-value', at, `the header ${name} takes its value from the environment`, hint)
  }
  return bare.length > 0 ? undefined : Object.fromEntries(entries.map(({ name, value }) => [name, value]))
}

const headers: Shape<Record<string, string>> = {
  read(node, reading) {
    const entries = dictionary('headers', text).read(node, reading)
    return entries === undefined ? undefined : readHeaders(entries, reading)
  },
  schema: (definitions) => dictionary('headers', text).schema(definitions),
}

const modelRecord = record('a model', {
  use: required('use', placed(text), 'provider/model, or the name of an entry of models: in workspace.yaml.'),
  baseUrl: optional('base url', address, 'The address of its API, where it is not the provider’s own.'),
  key: optional('key', variable, 'The environment variable that holds its key.'),
  headers: optional('headers', headers, 'Further headers of each request; {{env.NAME}} is filled in.'),
  temperature: optional('temperature', amount, 'How freely it chooses its words; 0 is the least.'),
  seed: optional('seed', wholeNumber(0), 'Where its chance begins, for models that take one.'),
  maxOutputTokens: optional('max output tokens', wholeNumber(1), 'The most tokens of one answer.'),
  images: optional('images', flag, 'true: it is given pictures as such (openai-compatible), not as links.'),
  options: optional('options', literalObject, 'Further settings, as the provider package names them.'),
  price: optional(
    'price',
    record('a price', {
      input: required('input', amount, 'For a million tokens that it is given.'),
      output: required('output', amount, 'For a million tokens that it gives.'),
    }),
    'What its tokens cost.',
  ),
})

/** A model: its name alone, or with settings. */
export const modelShape: Shape<StatedModel> = {
  read(node: YamlNode, reading) {
    if (node.kind !== 'map') {
      const use = text.read(node, reading)
      return use === undefined ? undefined : { use: { value: use, at: node.at }, settings: { use } }
    }
    const read = modelRecord.read(node, reading)
    if (read === undefined) return undefined
    const { at: _, use, price, ...settings } = read
    const costs = price === undefined ? {} : { price: { input: price.input, output: price.output } }
    return { use, settings: { ...settings, ...costs, use: use.value } }
  },
  schema: (definitions) => ({ anyOf: [{ type: 'string' }, modelRecord.schema(definitions)] }),
}

/** The entries of `models:`. */
export const modelsShape: Shape<NamedEntry<StatedModel>[]> = dictionary('models', modelShape)

/** The entries by name; one that uses no provider that there is, or lacks its address, is a problem. */
export function readModels(stated: readonly NamedEntry<StatedModel>[], reading: Reading): ModelEntries {
  for (const { name, value } of stated) {
    const { use, settings } = value
    if (use.value === 'openai-compatible' || use.value.startsWith('openai-compatible/')) {
      const hint = 'add base url: http://127.0.0.1:11434/v1, or wherever it listens'
      if (settings.baseUrl === undefined)
        refuse(reading, 'wrong-value', use.at, `the model ${name} needs a base url`, hint)
    }
    // A provider alone is an entry of its own: its models are named by those who use it.
    checkUse(/\//.test(use.value) ? settings : { ...settings, use: `${use.value}/any` }, use.at, {}, reading)
  }
  return Object.fromEntries(stated.map(({ name, value }) => [name, value.settings]))
}

/** Reports a model that is neither an entry nor of a provider that there is. */
export function checkModel({ use, settings }: StatedModel, entries: ModelEntries, reading: Reading): void {
  checkUse(settings, use.at, entries, reading)
}

function checkUse(settings: ModelSettings, at: Place, entries: ModelEntries, reading: Reading): void {
  const found = findModel(settings, entries)
  if (!found.ok) refuse(reading, 'wrong-value', at, found.reason, found.hint)
}
