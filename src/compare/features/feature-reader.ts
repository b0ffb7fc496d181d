import type { ConversationResult } from '../../engine/verdict/conversation-result.ts'
import { maskByKind } from '../diff/bind-names.ts'
import { collectFeatures, type Features } from './collect-features.ts'

/** Reads the features of a run. Values that look like ids are masked unless they are `shared`. */
export type ReadFeatures = (run: ConversationResult, shared: ReadonlySet<string>) => Features

/** Caches each run's features for as long as the same values are shared: reading them is most of the work. */
export function createFeatureReader(): ReadFeatures {
  const known = new Map<ConversationResult, { shared: ReadonlySet<string>; features: Features }>()
  return (run, shared) => {
    const found = known.get(run)
    if (found !== undefined && found.shared.size === shared.size && [...shared].every((each) => found.shared.has(each)))
      return found.features
    const features = collectFeatures(run, maskByKind(run, shared))
    known.set(run, { shared, features })
    return features
  }
}
