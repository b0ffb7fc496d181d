import type { Rule } from '../rules.ts'
import type { World } from '../world.ts'

/** Holds the local service against one rule; throws when it does not keep it. */
export type Check = (world: World, rule: Rule) => Promise<void>

/** Checks by rule id. */
export type Checks = Record<string, Check>
