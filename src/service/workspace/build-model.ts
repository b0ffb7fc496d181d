import { dirname } from 'node:path'
import { type StatedModel, settingsOf } from '../../suite/language/model-shape.ts'
import type { NamedEntry } from '../../suite/yaml/collections.ts'
import { findModel, type ModelEntries } from '../../wire/models/find-model.ts'
import type { ModelBehaviour } from './agent.ts'
import type { StatedVersion } from './agent-shape.ts'
import { type AgentSource, refuseAt } from './loading.ts'

/**
 * The entries of `models:` by name. An entry that cannot be resolved is a problem, whether or not a version uses it.
 */
export function buildModels(stated: readonly NamedEntry<StatedModel>[], source: AgentSource): ModelEntries {
  const entries = Object.fromEntries(stated.map(({ name, value }) => [name, settingsOf(value)]))
  for (const { name, value } of stated) {
    // an entry may name only a provider, as the first half of `gateway/model`
    const whole = value.use.value.includes('/') ? name : `${name}/any`
    const found = findModel({ use: whole }, entries)
    if (!found.ok) refuseAt(source, value.use, found.reason, found.hint)
  }
  return entries
}

/** What a version states about its model, besides tools and prompt, on top of the version it is based on. */
export function modelOf(
  stated: StatedVersion,
  earlier: ModelBehaviour | null,
  source: AgentSource,
): Pick<ModelBehaviour, 'model' | 'models' | 'folder' | 'steps' | 'tokens' | 'foldAfter' | 'mayEnd'> {
  const { loading, path } = source
  const { model, limits } = stated
  const models = loading.models ?? {}
  const entries = Object.keys(models)
  // whoever can save an agent over HTTP must not be able to send a user's model key to an address of their own
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
    folder: dirname(path),
    steps: limits?.steps ?? earlier?.steps ?? 12,
    tokens: limits?.tokens ?? earlier?.tokens ?? null,
    foldAfter: stated.foldAfter ?? earlier?.foldAfter ?? null,
    mayEnd: stated.mayEnd ?? earlier?.mayEnd ?? false,
  }
}
