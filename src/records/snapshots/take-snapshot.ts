import type { JsonValue } from '../../base/json.ts'
import { maskText } from '../../engine/transcript/mask-text.ts'
import { maskEntry } from '../../engine/transcript/mask-volatile.ts'
import { startMasking, type VolatileFacts } from '../../engine/transcript/volatile-facts.ts'
import type { ConversationResult } from '../../engine/verdict/conversation-result.ts'
import type { TurnResult } from '../../engine/verdict/turn-result.ts'
import { isGivenName } from '../../suite/language/given-values.ts'
import type { Plan } from '../../suite/plan/plan.ts'
import type { TranscriptEntry } from '../../wire/api/transcript-entry.ts'
import { hashScript } from './hash-script.ts'
import { createHider, type KnownValue } from './hide-private.ts'
import { createLeafWriter, type LeafWriter } from './leaf-writer.ts'
import { showEntries } from './show-entries.ts'
import { lead } from './show-message.ts'
import type { Snapshot, SnapshotLine } from './snapshot.ts'
import { suiteOf } from './snapshot-path.ts'

/** Where suites and snapshots are, and the key that must not get into a file. */
export interface SnapshotContext {
  /** Paths of suites start here, and `snapshots/` is here: the current folder, or the root of Vitest. */
  folder: string
  apiKey: string | null
}

/**
 * The transcript of a result as a snapshot: what changes from run to run has names, and nothing private is in it. The
 * result must have its transcript, so take it before a long run lets go of those that passed.
 */
export function takeSnapshot(plan: Plan, result: ConversationResult, context: SnapshotContext): Snapshot {
  const { turns, afterTurns, sessionId } = result
  const facts = startMasking([...turns.flatMap(({ entries }) => entries), ...afterTurns], [sessionId])
  const write = createLeafWriter(createHider(knownValues(plan), context.apiKey))
  const lines = turns.flatMap((turn) => inSection(nameTurn(turn), showTurn(turn, facts, write)))
  const late = inSection('after the last turn', showMasked(afterTurns, facts, write))
  return {
    header: {
      suite: plan.suite,
      conversation: plan.conversation.name.value,
      file: suiteOf(plan.file, context.folder),
      agent: plan.agent.value,
      version: plan.version,
      script: hashScript(plan),
    },
    lines: [...lines, ...late],
  }
}

function inSection(section: string, texts: readonly string[]): SnapshotLine[] {
  return texts.map((text) => ({ section, text }))
}

function nameTurn({ index, step }: TurnResult): string {
  return `turn ${index + 1}${step === undefined ? '' : ` (${step})`}`
}

/** What was said and no entry shows, as in a turn that is refused, stands there all the same. */
function showTurn(
  { entries, user, step, failure, verdict }: TurnResult,
  facts: VolatileFacts,
  write: LeafWriter,
): string[] {
  if (verdict === 'not reached') return []
  const said = user === null || entries.some((entry) => entry.type === 'message' && entry.role === 'user')
  const code = failure?.kind !== 'refused' || failure.errorCode === null ? '' : ` ${write.name(failure.errorCode)}`
  const refused = failure?.kind === 'refused' ? ` ${failure.status}${code}` : ''
  return [
    ...(said ? [] : [lead('user:', write.text(maskText(user, facts)))]),
    ...showMasked(entries, facts, write),
    ...(failure === null ? [] : [`(${failure.kind})${refused}`]),
    ...(failure === null && step !== undefined && entries.length === 0 ? ['(done)'] : []),
  ]
}

function showMasked(entries: readonly TranscriptEntry[], facts: VolatileFacts, write: LeafWriter): string[] {
  return showEntries(
    entries.map((entry) => maskEntry(entry, facts)),
    write,
  )
}

/** What the environment and chance gave to the script, and who the customer is. */
function knownValues({ variables, customer }: Plan): KnownValue[] {
  const given = Object.entries(variables).filter(([name]) => isGivenName(name))
  const textOf = (value: JsonValue): string => (typeof value === 'string' ? value : JSON.stringify(value))
  return [
    ...given.map(([name, value]) => ({ name, value: textOf(value) })),
    ...(customer.number === undefined ? [] : [{ name: 'customer number', value: customer.number }]),
    ...(customer.email === undefined ? [] : [{ name: 'customer email', value: customer.email }]),
  ]
}
