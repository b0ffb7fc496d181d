import type { ConversationResult } from '../../engine/verdict/conversation-result.ts'
import { maskByKind } from '../diff/bind-names.ts'
import { collectFeatures, type Features } from './collect-features.ts'

/** Reads the features of a run. Values that look like ids are masked unless they are `shared`. */
export type ReadFeatures = (run: ConversationResult, shared: ReadonlySet<string>) => Features

/** Caches each run's features for as long as the same values are shared: reading them is most of the work. */
export function createFeatureReader(): ReadFeatures {
  const readingByRun = new Map<ConversationResult, { shared: ReadonlySet<string>; features: Features }>()
  return (run, shared) => {
    const cached = readingByRun.get(run)
    if (
      cached !== undefined &&
      cached.shared.size === shared.size &&
      [...shared].every((each) => cached.shared.has(each))
    )
      return cached.features
    const features = collectFeatures(run, maskByKind(run, shared))
    readingByRun.set(run, { shared, features })
    return features
  }
}
