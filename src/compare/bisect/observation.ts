import type { Problem } from '../../suite/yaml/problem.ts'

/** The result of one attempt at one version. `turns` counts the turns that were sent. */
export type Observation = { turns: number } & (
  | { kind: 'passed' }
  | { kind: 'failed'; reason: string | null; sessionId: string | null }
  /** The service has no such version, or another one answered. */
  | { kind: 'missing'; reason: string }
  /** It could not be judged. */
  | { kind: 'errored'; reason: string }
  /** The request was blocked before it could reach a live service. */
  | { kind: 'unsafe'; reason: string }
  | { kind: 'broken'; problems: Problem[] }
  | { kind: 'interrupted' }
)

/** Runs a conversation once against a version. Does not reject. */
export type Probe = (version: string) => Promise<Observation>
