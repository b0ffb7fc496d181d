import type { JsonObject } from '../../base/json.ts'

/**
 * What is visible of an agent at a version: its cleaned configuration and what the version is called, or why nothing
 * can be seen.
 */
export type BlueprintSight = { kind: 'seen'; label: string; config: JsonObject } | { kind: 'unseen'; reason: string }
