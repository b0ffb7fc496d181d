import { isJsonObject, type JsonObject } from '../../../base/json.ts'
import { expectEqual } from '../scenarios/messages.ts'
import { entriesIn } from '../scenarios/turns.ts'
import type { Bench } from '../world/bench.ts'
import { demandOf } from './broken-rule-error.ts'
import type { ModelSession, ServiceModel } from './service-model.ts'

/** How what the customer said differs in the stored session, or null. */
export function findLost({ said }: ModelSession, stored: JsonObject): string | null {
  const users = entriesIn(stored).filter(({ role }) => role === 'user')
  return expectEqual('what the customer said', said, users.map(textOf))
}

function textOf({ content }: JsonObject): string {
  const items = Array.isArray(content) ? content.filter(isJsonObject) : []
  return items.map(({ text }) => (typeof text === 'string' ? text : '')).join('')
}

/** Every conversation is as it was. */
export async function demandTalks(rule: string, { sessions }: ServiceModel, bench: Bench): Promise<void> {
  for (const session of sessions) demandOf(rule, findLost(session, await bench.fetch(session.id, session.owner)))
}
