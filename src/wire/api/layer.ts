/** The layers in which an agent of the local service can fail, by who can fix it. */
export const layers = ['agent', 'service', 'network', 'script', 'worker'] as const

/**
 * One of `layers`: the agent's own program, what it depends on, the way there, what the user wrote and set up, or what
 * carried out the turn: another turn ended the thread that all code shares.
 */
export type Layer = (typeof layers)[number]

/** Only the local service sends it: the layer of a turn that it refuses with `localAgentErrored`. */
export const layerHeader = 'x-local-layer'

/** The layer in a header; undefined if the header is missing or names no layer. */
export function readLayer(header: string | null): Layer | undefined {
  return layers.find((layer) => layer === header)
}
