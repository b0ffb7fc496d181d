/** The result of a gate: `open` (go on), `shut` (a rule is broken), `not judged` (too little was comparable). */
export interface GateResult {
  verdict: 'open' | 'shut' | 'not judged'
  rules: GateRule[]
}

/** One rule of the policy. */
export interface GateRule {
  /** As the config spells it: `hard breaks`, `pass rate`, `latency.turn p95`. */
  name: string
  verdict: 'held' | 'broken' | 'not judged'
  wanted: string
  seen: string
}
