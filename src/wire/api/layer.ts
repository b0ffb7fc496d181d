/** The layers in which an agent of the local service can fail, by who can fix it. */
export const layers = ['agent', 'service', 'network', 'script'] as const

/**
 * One of `layers`. *agent*: its own code, words or limits. *service*: what it depends on, such as the host of its
 * model. *network*: the connection to that. *script*: what the user wrote and set up, such as a key that is missing.
 */
export type Layer = (typeof layers)[number]

/**
 * The header in which the local service names the layer when it refuses a turn with `localAgentErrored`. Only
 * the local service sends it.
 */
export const layerHeader = 'x-local-layer'

/** The layer in a header; undefined if the header is missing or names no layer. */
export function readLayer(header: string | null): Layer | undefined {
  return layers.find((layer) => layer === header)
}
