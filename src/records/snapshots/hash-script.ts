import { hashJson } from '../../base/json/hash-json.ts'
import type { JsonObject, JsonValue } from '../../base/json/json.ts'
import type { Capture } from '../../suite/language/script/capture.ts'
import { fillVariables } from '../../suite/language/script/fill-variables.ts'
import type { HistoryTurn } from '../../suite/language/script/history.ts'
import type { Turn } from '../../suite/language/script/turn.ts'
import { type Plan, refillPlan } from '../../suite/plan/plan.ts'

/** A sixteen-digit hash of all a conversation sends; not of expectations, the run's conditions, or the version. */
export function hashScript(plan: Plan): string {
  const { agent, metadata, customer, variables, numerals, conversation } = refillPlan(plan, {})
  const { history, before = [], turns, after = [] } = conversation
  const sent = fillVariables(
    {
      agent: agent.value,
      metadata,
      customer: { number: customer.number ?? null, email: customer.email ?? null },
      before: before.map(sentBy),
      ...(history === undefined ? {} : { history: history.exchanges.map(givenIn) }),
      turns: turns.map(sentBy),
      after: after.map(sentBy),
    },
    variables,
    numerals,
  )
  return hashJson(sent)
}

function sentBy({ user, context, attachments, metadata, step, capture = [] }: Turn): JsonObject {
  return {
    user: user?.value ?? null,
    context: context?.value ?? null,
    attachments: attachments ?? [],
    metadata: metadata ?? {},
    step: step === undefined ? null : { kind: step.kind, body: step.body.value },
    capture: Object.fromEntries(capture.map(({ name, value }) => [name, hashedCapture(value)])),
  }
}

function givenIn({ turn, entries }: HistoryTurn): JsonObject {
  const history = entries.map((entry): JsonValue => {
    if ('stored' in entry) return JSON.parse(JSON.stringify({ ...entry.stored, timestamp: null }))
    if ('by' in entry) return { by: entry.by, words: entry.words.value, agentName: entry.agentName?.value ?? null }
    return { tool: entry.tool, body: entry.body, isError: entry.isError, phase: entry.phase }
  })
  return { capture: sentBy(turn).capture ?? {}, given: history }
}

function hashedCapture({ value, pattern }: Capture): JsonValue {
  return pattern?.kind === 'matches' ? { [value]: pattern.patterns.map((each) => ({ ...each.pattern })) } : value
}
