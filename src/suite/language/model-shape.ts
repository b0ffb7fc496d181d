import type { ModelSettings } from '../../wire/models/model.ts'
import { dictionary, type NamedEntry } from '../yaml/collections.ts'
import { literalObject } from '../yaml/literal.ts'
import { optional, record, required } from '../yaml/record.ts'
import { flag, text, wholeNumber, withPlace } from '../yaml/scalar.ts'
import { type ReadOf, refuse, refuseType, type Shape, withCheck } from '../yaml/shape.ts'

const amount: Shape<number> = {
  read(node, reading) {
    const hint = 'write a number, such as 0.25, without a sign of a currency'
    if (node.kind !== 'scalar' || typeof node.value !== 'number') return refuseType(reading, node, 'a price', hint)
    if (Number.isFinite(node.value) && node.value >= 0) return node.value
    return refuse(reading, 'wrong-value', node.at, `${node.source} is no price`, hint)
  },
  schema: () => ({ type: 'number', minimum: 0 }),
}

const priceRecord = record('a price', {
  input: required(amount, 'What a million tokens cost that the model takes.'),
  output: required(amount, 'What a million tokens cost that it gives.'),
})

/** Token prices: `{ input: 0.25, output: 2 }` per million. */
export const priceShape: Shape<{ input: number; output: number }> = withCheck(priceRecord, (read) => ({
  input: read.input,
  output: read.output,
}))

const decimal: Shape<number> = {
  read(node, reading) {
    if (node.kind === 'scalar' && /^\d{1,12}(\.\d{1,12})?$/.test(node.source)) return Number(node.source)
    return refuseType(reading, node, 'a number such as 0.25')
  },
  schema: () => ({ type: 'number', minimum: 0 }),
}

const modelRecord = record('a model', {
  use: required(
    withPlace(text),
    'The model: provider/model, such as openai/gpt-5-mini or openai-compatible/qwen3, or an entry of models:.',
  ),
  baseUrl: optional('base url', text, "The address of the API, where it is not the provider's own."),
  key: optional(text, 'The name of the environment variable that holds the key.'),
  headers: optional(dictionary('headers', text), 'Headers of each request, with secrets as {{env.NAME}}.'),
  temperature: optional(decimal, 'How freely it words its answers: 0 is the least.'),
  seed: optional(wholeNumber(0), 'A number with which a provider that can answers alike.'),
  maxOutputTokens: optional('max output tokens', wholeNumber(1), 'The most tokens of one answer.'),
  images: optional(flag, 'Whether an openai-compatible model takes pictures.'),
  options: optional(literalObject, 'Further settings, by the names of the provider package.'),
  price: optional(priceShape, 'What a million of its tokens cost: { input: 0.25, output: 2 }.'),
})

/** A model as written in a file: an entry of `models:`, or the `model:` of a version. */
export interface StatedModel extends ReadOf<typeof modelRecord> {}

export const modelShape: Shape<StatedModel> = {
  read(node, reading) {
    if (node.kind !== 'scalar') return modelRecord.read(node, reading)
    const use = withPlace(text).read(node, reading)
    return use === undefined ? undefined : { use, at: node.at }
  },
  schema: (definitions) => ({ anyOf: [text.schema(definitions), modelRecord.schema(definitions)] }),
}

export const modelsShape: Shape<NamedEntry<StatedModel>[]> = dictionary('models', modelShape)

export function settingsOf({ at, use, headers, ...rest }: StatedModel): ModelSettings {
  const headerEntries = headers?.map(({ name, value }) => [name, value] as const)
  return {
    use: use.value,
    ...rest,
    ...(headerEntries === undefined ? {} : { headers: Object.fromEntries(headerEntries) }),
  }
}
