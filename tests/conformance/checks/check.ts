import type { Rule } from '../rules.ts'
import type { World } from '../world.ts'

/** Checks the local service against one rule; throws if the service breaks it. */
export type Check = (world: World, rule: Rule) => Promise<void>

/** Checks by rule id. */
export type Checks = Record<string, Check>
