import type { JsonObject } from '../../base/json.ts'
import { dictionary, type NamedEntry } from '../../suite/yaml/collections.ts'
import { literalObject } from '../../suite/yaml/literal.ts'
import type { Place, Placed } from '../../suite/yaml/place.ts'
import { optional, record, required } from '../../suite/yaml/record.ts'
import { flag, placed, text, wholeNumber } from '../../suite/yaml/scalar.ts'
import type { Shape } from '../../suite/yaml/shape.ts'
import { findModel, type ModelEntries } from '../../wire/models/find-model.ts'
import type { ModelSettings, Price } from '../../wire/models/model-settings.ts'
import type { ModelBehaviour } from './agent.ts'
import type { StatedVersion } from './agent-shape.ts'
import { type AgentSource, refuseAt } from './loading.ts'
import { decimal } from './scalar-shapes.ts'

/** A model as stated in a file: an entry of `models:`, or the `model:` of a version. */
export interface StatedModel {
  at: Place
  use: Placed<string>
  baseUrl?: string
  key?: string
  headers?: NamedEntry<string>[]
  temperature?: number
  seed?: number
  maxOutputTokens?: number
  images?: boolean
  options?: JsonObject
  price?: Price
}

const modelRecord: Shape<StatedModel> = record('a model', {
  use: required(
    'use',
    placed(text),
    'The model: provider/model, such as openai/gpt-5-mini or openai-compatible/qwen3, or an entry of models:.',
  ),
  baseUrl: optional('base url', text, "The address of the API, where it is not the provider's own."),
  key: optional('key', text, 'The name of the environment variable that holds the key.'),
  headers: optional('headers', dictionary('headers', text), 'Headers of each request, with secrets as {{env.NAME}}.'),
  temperature: optional('temperature', decimal, 'How freely it words its answers: 0 is the least.'),
  seed: optional('seed', wholeNumber(0), 'A number with which a provider that can answers alike.'),
  maxOutputTokens: optional('max output tokens', wholeNumber(1), 'The most tokens of one answer.'),
  images: optional('images', flag, 'Whether an openai-compatible model takes pictures.'),
  options: optional('options', literalObject, 'Further settings, by the names of the provider package.'),
  price: optional(
    'price',
    record('a price', {
      input: required('input', decimal, 'For a million tokens that it is given.'),
      output: required('output', decimal, 'For a million tokens that it gives.'),
    }),
    'What its tokens cost.',
  ),
})

/** `model:` of a version: a name, or the settings. */
export const modelShape: Shape<StatedModel> = {
  read(node, reading) {
    if (node.kind !== 'scalar') return modelRecord.read(node, reading)
    const use = placed(text).read(node, reading)
    return use === undefined ? undefined : { use, at: node.at }
  },
  schema: (definitions) => ({ anyOf: [text.schema(definitions), modelRecord.schema(definitions)] }),
}

/** `models:` of a workspace. */
export const modelsShape: Shape<NamedEntry<StatedModel>[]> = dictionary('models', modelShape)

/** The entries of `models:` by name. */
export function buildModels(stated: readonly NamedEntry<StatedModel>[]): ModelEntries {
  return Object.fromEntries(stated.map(({ name, value }) => [name, settingsOf(value)]))
}

function settingsOf({ at, use, headers, ...rest }: StatedModel): ModelSettings {
  const named = headers?.map(({ name, value }) => [name, value] as const)
  return { use: use.value, ...rest, ...(named === undefined ? {} : { headers: Object.fromEntries(named) }) }
}

/** What a version of a model says besides tools and prompt, over the version that it is based on. */
export function modelOf(
  stated: StatedVersion,
  earlier: ModelBehaviour | null,
  source: AgentSource,
): Pick<ModelBehaviour, 'model' | 'models' | 'folder' | 'steps' | 'tokens' | 'foldAfter' | 'mayEnd'> {
  const { loading, path } = source
  const { model, limits } = stated
  const models = loading.models ?? {}
  const entries = Object.keys(models)
  // whoever can put an agent over HTTP must not send the key of somebody's model to an address of their own
  const isForeign = model !== undefined && loading.remote === true && !entries.includes(model.use.value)
  const isSet = model !== undefined && loading.remote === true && Object.keys(model).length > 2
  if (isForeign || isSet) {
    const names = entries.length === 0 ? 'it has none' : `they are ${entries.join(', ')}`
    const hint = `write the name of a model of the workspace; ${names}`
    refuseAt(source, model.use, 'an agent that came over HTTP has a model of the workspace', hint)
  }
  const asked = model === undefined ? earlier?.model : settingsOf(model)
  const found = model === undefined || isForeign || asked === undefined ? null : findModel(asked, models)
  if (found?.ok === false) refuseAt(source, model?.use, found.reason, found.hint)
  return {
    model: asked ?? { use: '' },
    models,
    folder: path,
    steps: limits?.steps ?? earlier?.steps ?? 12,
    tokens: limits?.tokens ?? earlier?.tokens ?? null,
    foldAfter: stated.foldAfter ?? earlier?.foldAfter ?? null,
    mayEnd: stated.mayEnd ?? earlier?.mayEnd ?? false,
  }
}
