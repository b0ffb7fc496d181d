import { join } from 'node:path'
import type { JsonValue } from '../../base/json/json.ts'
import { hashScript } from '../../records/snapshots/hash-script.ts'
import { standing } from '../../records/snapshots/snapshot-path.ts'
import { digestPrivate, type ScriptFacts } from '../../records/tape/redact-tape.ts'
import { givenTexts, type Plan, refillPlan } from '../../suite/plan/plan.ts'
import { findersOf } from '../config/concealer.ts'
import type { RunSettled } from '../config/settings.ts'
import { showPath } from '../files/find-suites.ts'

/** What a plan's tape is named after, and what it is checked against. */
export interface PlanFacts {
  /** The absolute path of the tape file, and the path as messages show it. */
  path: string
  shown: string
  agent: string
  version: string
  script: string
  privateValues: string | null
  facts: ScriptFacts
  /** The flags with which a command does it again, quoted. */
  again: readonly string[]
}

export type TapeSettings = Pick<RunSettled, 'folder' | 'tapes' | 'redact' | 'again'>

/** Shorter environment values could match by accident. */
const shortest = 4

/** The tape of a plan, whether it exists or not. */
export function planFacts(plan: Plan, { folder, tapes, redact, again }: TapeSettings): PlanFacts {
  const { file, conversation, agent, version } = plan
  const subject = { file, conversation: conversation.name.value, version }
  const path = standing(subject, (place) => join(tapes, `${place}.yaml`), folder)
  const facts: ScriptFacts = {
    script: scriptOf(plan),
    rules: {
      named: givenTexts(plan).flatMap(({ name, value, attempt }) => {
        const own = attempt === 0 ? name : `${name} of attempt ${attempt + 1}`
        return value.length >= shortest ? [{ name: own, value }] : []
      }),
      custom: findersOf(redact),
    },
  }
  const privateValues = digestPrivate(facts)
  return {
    path,
    shown: showPath(path, folder),
    agent: agent.value,
    version,
    script: hashScript(plan),
    privateValues,
    facts,
    again,
  }
}

/** What a script sends, followed by what it expects. */
function scriptOf(plan: Plan): JsonValue {
  const { customer, metadata, variables, conversation, everyTurn } = refillPlan(plan, {})
  const { before, turns, after, session } = conversation
  const steps = [...(before ?? []), ...turns, ...(after ?? [])].map(
    ({ expect: _, requires: __, at: ___, ...turn }) => turn,
  )
  const sent = {
    customerNumber: customer.number,
    customerEmail: customer.email,
    metadata,
    variables,
    said: steps,
  }
  return JSON.parse(JSON.stringify([sent, turns, session ?? null, everyTurn])) as JsonValue
}
