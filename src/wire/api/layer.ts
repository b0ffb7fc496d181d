/** The layers in which an agent of the local service can come to nothing, by who can mend it. */
export const layers = ['agent', 'service', 'network', 'script'] as const

/**
 * One of `layers`. *agent*: its own code, words or limits. *service*: what it rests on, such as the host of its model.
 * *network*: the way there. *script*: what was written and set up, such as a key that is missing.
 */
export type Layer = (typeof layers)[number]

/**
 * The header in which the local service tells the layer, where it refuses a turn with `localAgentErrored`. It is an addition
 * of the local service; no other one sends it.
 */
export const layerHeader = 'x-local-layer'

/** The layer that a header tells; undefined where there is none, or what is none. */
export function readLayer(header: string | null): Layer | undefined {
  return layers.find((layer) => layer === header)
}
