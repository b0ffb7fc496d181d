import { requestChecks } from '../checks/request-checks.ts'
import type { Rule } from '../world/rule.ts'
import { allRules } from './all-rules.ts'

/** The rules about one request and its outcome. */
export const requestRules: readonly Rule[] = allRules.filter(({ id }) => Object.hasOwn(requestChecks, id))
