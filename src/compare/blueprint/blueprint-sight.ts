import type { JsonObject } from '../../base/json.ts'

/** What can be seen of an agent at a version: its configuration, cleaned, and what it is called; or why nothing can. */
export type BlueprintSight = { kind: 'seen'; label: string; config: JsonObject } | { kind: 'unseen'; reason: string }
