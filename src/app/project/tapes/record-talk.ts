import { existsSync } from 'node:fs'
import { mostKept, readText } from '../../../base/files.ts'
import { isJsonObject, type JsonValue } from '../../../base/json.ts'
import { writeWhole } from '../../../base/write-whole.ts'
import type { ConversationResult } from '../../../engine/verdict/conversation-result.ts'
import type { Attempt } from '../../../engine/verdict/perform-conversation.ts'
import { nameVerdict } from '../../../engine/verdict/verdict.ts'
import { formatTape } from '../../../records/tape/format-tape.ts'
import { parseTape } from '../../../records/tape/read-tape.ts'
import { type Recorder, recordThrough } from '../../../records/tape/record-exchanges.ts'
import { redactTape } from '../../../records/tape/redact-tape.ts'
import type { Tape, TapedBlueprint, TapedExchange } from '../../../records/tape/tape.ts'
import { nameKey } from '../../../records/tape/told-keys.ts'
import type { Plan } from '../../../suite/plan/plan.ts'
import { tablereadVersion } from '../package-version.ts'
import { serviceName } from '../shown-blueprints.ts'
import type { PlanFacts } from '../tape-facts.ts'
import type { Target } from '../target.ts'

/**
 * Records a conversation with the service and writes the tape once it is judged; if it could not be judged, the
 * existing tape stays.
 */
export function recordTalk(
  plan: Plan,
  facts: PlanFacts,
  target: Target,
  blueprint: TapedBlueprint | null,
  fail: (trouble: string) => void,
): Talk {
  const recorders: Recorder[] = []
  return {
    open() {
      const client = target.clientThrough((send) => {
        const recorder = recordThrough(send, target.apiKey)
        recorders.push(recorder)
        return recorder.send
      })
      return { client }
    },
    notComparable: () => false,
    close(result) {
      if (!isJudged(result))
        return result.verdict === 'skipped' ? [] : [`not recorded, since it is ${nameVerdict(result.verdict)}`]
      // A run with a service of its own leaves the recorder of the shared service without exchanges.
      const told = recorders.flatMap((recorder) => recorder.told)
      const attempts = recorders.map(({ exchanges }) => exchanges).filter(({ length }) => length > 0)
      const tape = redactTape(
        { ...tapeOf(plan, facts, target, blueprint, attempts, result), redacted: nameKey(told, target.apiKey) },
        facts.facts,
        originOf(target),
      )
      try {
        saveTape(facts, tape)
      } catch (error) {
        fail(`${facts.shown}: ${(error as Error).message}`)
      }
      return []
    },
  }
}

/** A run that could not be judged, or did not come to its end, is worth no tape. */
function isJudged({ verdict }: ConversationResult): boolean {
  return verdict === 'passed' || verdict === 'failed' || verdict === 'flaky' || verdict === 'expected fail'
}

function tapeOf(
  plan: Plan,
  { agent, version, script, privateValues }: PlanFacts,
  target: Target,
  blueprint: TapedBlueprint | null,
  attempts: TapedExchange[][],
  { startedAt }: ConversationResult,
): Tape {
  return {
    header: {
      tableread: tablereadVersion(),
      suite: plan.suite,
      conversation: plan.conversation.name.value,
      agent,
      version,
      answered: attempts.flat().reduce<string | null>((found, each) => versionIn(each) ?? found, null),
      script,
      service: serviceName(target.name),
      recorded: startedAt.replace(/\.\d+Z$/, 'Z'),
      privateValues,
      blueprint,
    },
    redacted: {},
    attempts,
  }
}

/** The version that a stored session names (SES-12). */
function versionIn({ request, answer }: TapedExchange): string | null {
  if (answer.kind !== 'json' || !request.path.startsWith('/api/session/fetch/')) return null
  const member = (value: JsonValue | undefined, name: string): JsonValue | undefined =>
    isJsonObject(value) ? value[name] : undefined
  const version = member(member(member(answer.body, 'data'), 'agentDetails'), 'version')
  return typeof version === 'string' ? version : null
}

/** The address of a local service, whose port changes every time; null for any other. */
function originOf({ baseUrl }: Target): string | null {
  return /^https?:\/\/(?:127\.|localhost|\[::1\])/.test(baseUrl) ? baseUrl : null
}

/** @throws Error where something else is in the place of the tape, it would not read back as it is, or the file system fails */
function saveTape({ path, shown }: PlanFacts, tape: Tape): void {
  if (existsSync(path) && !/^tableread tape:/m.test(readText(path, mostKept).slice(0, 2_000)))
    throw new Error('another file is there, and stays')
  const text = formatTape(tape)
  const read = parseTape(text, shown)
  if (read.kind !== 'read' || JSON.stringify(read.tape) !== JSON.stringify(tape))
    throw new Error('it would not read back as it is: the service answers something that a tape cannot hold')
  writeWhole(path, text)
}

/** One conversation on its way through a tape: recorded, played, or neither. */
export interface Talk {
  /** What the attempt of this number works with; they count from 0. */
  open(index: number): Attempt
  /** Ends it, once it is judged: a tape is written or put away. Gives what a person should know of it. */
  close(result: ConversationResult): string[]
  /** Whether its tape was no recording of what ran, or not of all of it. */
  notComparable(): boolean
}
