import { findModel, type ModelEntries } from './find-model.ts'
import type { Model, ModelSettings, ModelSurroundings } from './model.ts'
import { ModelError } from './model-error.ts'
import { openModel } from './open-model.ts'

/** The models of a workspace. */
export interface ModelAccess {
  /**
   * Opens a model once: all who ask for one with the same settings share it, and so the time that its host asks to wait.
   * @throws ModelError
   */
  open(asked: ModelSettings): Promise<Model>
}

/** Access to the models that a workspace names, and to those of the providers by name. Nothing is loaded before the first is opened. */
export function accessModels(entries: ModelEntries, surroundings: ModelSurroundings): ModelAccess {
  const opened = new Map<string, Promise<Model>>()
  return {
    async open(asked) {
      const found = findModel(asked, entries)
      if (!found.ok) throw new ModelError('name', `${found.reason}: ${found.hint}`)
      const key = JSON.stringify(found.plan)
      const known = opened.get(key) ?? openModel(found.plan, surroundings)
      opened.set(key, known)
      // What failed is tried again: a package may have been installed meanwhile.
      return known.catch((error: unknown) => {
        opened.delete(key)
        throw error
      })
    },
  }
}
