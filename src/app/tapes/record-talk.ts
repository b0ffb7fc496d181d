import { existsSync } from 'node:fs'
import { mostKept, readText } from '../../base/files/files.ts'
import { writeWhole } from '../../base/files/write-whole.ts'
import { isJsonObject, type JsonValue } from '../../base/json/json.ts'
import type { AttemptMeans } from '../../engine/perform/perform.ts'
import { nameService } from '../../engine/target-name.ts'
import type { ConversationResult } from '../../engine/verdict/conversation-result.ts'
import { nameVerdict } from '../../engine/verdict/verdict.ts'
import { formatTape } from '../../records/tape/format-tape.ts'
import { parseTape } from '../../records/tape/read-tape.ts'
import { type Recorder, recordThrough } from '../../records/tape/record-exchanges.ts'
import { redactTape, swapsInTape } from '../../records/tape/redact-tape.ts'
import type { Tape, TapedBlueprint, TapedExchange } from '../../records/tape/tape.ts'
import { nameKey } from '../../records/tape/told-keys.ts'
import type { Plan } from '../../suite/plan/plan.ts'
import { tablereadVersion } from '../edge/package-version.ts'
import type { Target } from '../target/target.ts'
import { recordJudges } from './judged-tape.ts'
import type { PlanFacts } from './tape-facts.ts'

/** Writes the tape once it is judged; if it could not be judged, the existing tape stays. */
export function recordTalk(
  plan: Plan,
  facts: PlanFacts,
  target: Target,
  blueprint: TapedBlueprint | null,
  fail: (trouble: string) => void,
): TapedTalk {
  const recorders: Recorder[] = []
  // For a run with a service of its own, the shared service's recorder has no exchanges.
  const attemptsSoFar = (): TapedExchange[][] =>
    recorders.map(({ exchanges }) => exchanges).filter(({ length }) => length > 0)
  const swapsSoFar = remembered(
    () => attemptsSoFar().flat().length,
    () => swapsInTape(tapeOf(plan, facts, target, blueprint, attemptsSoFar(), ''), facts.facts, originOf(target)),
  )
  const judges = recordJudges(swapsSoFar, target.apiKey)
  return {
    open() {
      const client = target.clientThrough((send) => {
        const recorder = recordThrough(send, target.apiKey)
        recorders.push(recorder)
        return recorder.send
      })
      return { client, judged: judges.tape }
    },
    notComparable: () => false,
    close(result) {
      const loss = judges.lost()
      if (loss !== null) return [`not recorded, since a criterion was not judged: ${loss}`]
      if (!isJudged(result) && !lacksJudgesAlone(result))
        return result.verdict === 'skipped' ? [] : [`not recorded, since it is ${nameVerdict(result.verdict)}`]
      const keys = recorders.flatMap((recorder) => recorder.passages)
      const judged = judges.judged()
      const tape = redactTape(
        {
          ...tapeOf(plan, facts, target, blueprint, attemptsSoFar(), result.startedAt),
          redacted: nameKey(keys, target.apiKey),
          ...(judged.length === 0 ? {} : { judged }),
        },
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

/** A run that could not be judged, or did not finish, gets no tape. */
function isJudged({ verdict }: ConversationResult): boolean {
  return verdict === 'passed' || verdict === 'failed' || verdict === 'flaky' || verdict === 'expected fail'
}

/** Everything was said, and only judges lack a licence or a finding: such a tape is as good as any. */
function lacksJudgesAlone({ verdict, turns, outcomes, failure, problems }: ConversationResult): boolean {
  const all = [...turns.flatMap((turn) => turn.outcomes), ...outcomes]
  return (
    verdict === 'errored' &&
    failure === null &&
    problems.length === 0 &&
    turns.every((turn) => turn.verdict !== 'not reached' && turn.failure === null) &&
    all.some(({ kind }) => kind === 'judge') &&
    all.every(({ kind, verdict }) => verdict !== 'not judged' || kind === 'judge')
  )
}

/** Caches the result of `work` until `change` returns something else. */
function remembered<T>(change: () => number, work: () => T): () => T {
  let memory: { at: number; value: T } | undefined
  return () => {
    const at = change()
    if (memory?.at !== at) memory = { at, value: work() }
    return memory.value
  }
}

function tapeOf(
  plan: Plan,
  { agent, version, script, privateValues }: PlanFacts,
  target: Target,
  blueprint: TapedBlueprint | null,
  attempts: TapedExchange[][],
  startedAt: string,
): Tape {
  return {
    header: {
      tableread: tablereadVersion(),
      suite: plan.suite,
      conversation: plan.conversation.name.value,
      agent,
      version,
      answered: attempts.flat().reduce<string | null>((last, each) => versionIn(each) ?? last, null),
      script,
      service: nameService(target.name),
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

/** The address of a local service, whose port changes every time; null for any other service. */
function originOf({ baseUrl }: Target): string | null {
  return /^https?:\/\/(?:127\.|localhost|\[::1\])/.test(baseUrl) ? baseUrl : null
}

/** @throws Error if another file is in its place, it would not read back unchanged, or the file system fails */
export function saveTape({ path, shown }: PlanFacts, tape: Tape): void {
  if (existsSync(path) && !/^tableread tape:/m.test(readText(path, mostKept).slice(0, 2_000)))
    throw new Error('another file is there, and stays')
  const text = formatTape(tape)
  const read = parseTape(text, shown)
  if (read.kind !== 'read' || JSON.stringify(read.tape) !== JSON.stringify(tape))
    throw new Error('it would not read back as it is: the service answers something that a tape cannot hold')
  writeWhole(path, text)
}

/** A conversation in progress, recorded to a tape, played from one, or neither. */
export interface TapedTalk {
  /** Opens an attempt at the conversation, counted from 0. */
  open(index: number): AttemptMeans
  /** Ends the talk once the conversation is judged: writes its tape or releases it. Returns notes for the user. */
  close(result: ConversationResult): string[]
  /** Whether the tape did not fully match what ran. */
  notComparable(): boolean
}
