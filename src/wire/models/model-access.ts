import { findModel, type ModelEntries } from './find-model.ts'
import type { Model, ModelSettings, ModelSurroundings } from './model.ts'
import { ModelError } from './model-error.ts'
import { openModel } from './open-model.ts'

export interface ModelAccess {
  /** Opens a model once for all requests of its settings, which share its host's waits. @throws ModelError */
  open(asked: ModelSettings): Promise<Model>
}

/** Access to a workspace's models, and the providers' by name. Nothing is loaded until the first is opened. */
export function accessModels(entries: ModelEntries, surroundings: ModelSurroundings): ModelAccess {
  const modelByKey = new Map<string, Promise<Model>>()
  return {
    async open(settings) {
      const match = findModel(settings, entries)
      if (!match.ok) throw new ModelError('name', `${match.reason}: ${match.hint}`)
      const key = JSON.stringify(match.plan)
      const model = modelByKey.get(key) ?? openModel(match.plan, surroundings)
      modelByKey.set(key, model)
      // Failures are not cached: a package may have been installed meanwhile.
      return model.catch((error: unknown) => {
        modelByKey.delete(key)
        throw error
      })
    },
  }
}
