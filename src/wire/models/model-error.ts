import type { Layer } from '../api/layer.ts'

/**
 * What kept a model from answering. *name*: no such provider, entry or setting. *package*: a library is not
 * installed. *key*: none is set, or none that can be sent. *unknown*: the host has no such model. *refused*: the host
 * rejected the request, or its key. *busy*: too many requests. *failing*: the host broke. *unreachable*: no connection to
 * the host. *garbled*: what came is not an answer, or was cut off. *timed out*: it took too long.
 */
export type ModelErrorKind =
  | 'name'
  | 'package'
  | 'key'
  | 'unknown'
  | 'refused'
  | 'busy'
  | 'failing'
  | 'unreachable'
  | 'garbled'
  | 'timed out'

/** The layer that failed: the setup, the connection to the host, or the host. */
const layerOf: Record<ModelErrorKind, Layer> = {
  name: 'script',
  package: 'script',
  key: 'script',
  unknown: 'script',
  refused: 'service',
  busy: 'service',
  failing: 'service',
  unreachable: 'network',
  garbled: 'service',
  'timed out': 'service',
}

/**
 * Why a model did not answer, in a sentence of model, host and remedy, without a key or header: errors of libraries
 * hold those, along with the whole request, so none of them is ever its cause.
 */
export class ModelError extends Error {
  override name = 'ModelError'

  constructor(
    readonly kind: ModelErrorKind,
    message: string,
    readonly usage: { model: string; inputTokens: number; outputTokens: number } | null = null,
  ) {
    super(message)
  }

  /** The layer that failed. */
  get layer(): Layer {
    return layerOf[this.kind]
  }
}
