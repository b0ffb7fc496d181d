import type { Layer } from '../api/layer.ts'

/**
 * What kept a model from answering. *name*: no such provider, entry or setting. *package*: a library is not installed.
 * *key*: none is set, or it was refused. *unknown*: the host has no such model. *refused*: the request was turned down.
 * *busy*: too many requests. *failing*: the host broke. *unreachable*: there is no way to it. *garbled*: what came is no
 * answer, or was cut off. *timed out*: it took too long.
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

/** In which layer a model came to nothing: what was set up, the way to its host, or the host. */
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

/** What an answer took that cannot be used: its tokens are to be paid all the same. */
interface Taken {
  model: string
  inputTokens: number
  outputTokens: number
}

/**
 * The reason why a model did not answer, as a sentence that names the model and its host and says how to mend it. It never
 * holds a key or a header: errors of the libraries do, together with the whole request, so none of them is ever its cause.
 */
export class ModelError extends Error {
  override name = 'ModelError'

  constructor(
    readonly kind: ModelErrorKind,
    message: string,
    readonly usage: Taken | null = null,
  ) {
    super(message)
  }

  /** In which layer it came to nothing. */
  get layer(): Layer {
    return layerOf[this.kind]
  }
}
