/** The side of a comparison: `a` is the trusted one (usually default), `b` the one in question (usually draft). */
export type SideKey = 'a' | 'b'

/**
 * What one side ran against. `label` is its name in reports: `default`, `draft`, `2`, or with the agent or target where
 * these differ.
 */
export interface Side {
  label: string
  /** The agent used instead of the scripts' own; null where each script's agent was used. */
  agent: string | null
  version: string
  target: string
}
