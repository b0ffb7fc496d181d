import type { JsonValue } from '../../base/json/json.ts'
import { cutJson } from '../../base/privacy/cut.ts'
import type {
  CheckExpectation,
  CheckedConversation,
  CheckedTurn,
} from '../../suite/language/expectations/check-expectation.ts'
import type { Plan } from '../../suite/plan/plan.ts'
import type { Outcome } from '../expect/outcome/outcome.ts'
import type { AnsweredTurn, ConversationRun } from '../run/conversation-run.ts'
import { outputOf } from '../transcript/values-in-text.ts'
import type { JudgedRun } from './judge-run.ts'

export interface Checks {
  /** @throws Error that says why it gave nothing: it cannot be loaded, threw, or took too long */
  run(check: CheckExpectation, given: CheckedTurn | CheckedConversation, signal?: AbortSignal): Promise<JsonValue>
}

/** The outcomes of checks, by turn index and for the whole conversation. */
type CheckedRun = Pick<JudgedRun, 'turns' | 'conversation'>

/** Does not reject: what throws, takes too long or gives something else is *not judged*. */
export async function checkRun(
  plan: Plan,
  run: ConversationRun,
  checks: Checks | undefined,
  signal?: AbortSignal,
): Promise<CheckedRun> {
  const answered = run.turns.filter((turn): turn is AnsweredTurn => turn.kind === 'answered')
  const guardrails = plan.everyTurn.flatMap(({ check = [] }) => check)
  const turns = new Map<number, Outcome[]>()
  const ask = async (check: CheckExpectation, input: CheckedTurn | CheckedConversation): Promise<Outcome> => {
    const about = { kind: 'check' as const, check: check.check, at: check.at, given: shortOf(input) }
    if (checks === undefined)
      return { ...about, verdict: 'not judged', message: 'functions of your own cannot be run here' }
    return checks
      .run(check, input, signal)
      .then((answer): Outcome => ({ ...about, ...readAnswer(answer) }))
      .catch((error: unknown): Outcome => ({ ...about, verdict: 'not judged', message: (error as Error).message }))
  }
  for (const turn of answered) {
    const outcomes: Outcome[] = []
    for (const check of turn.turn.expect?.check ?? []) outcomes.push(await ask(check, checkedTurn(plan, turn)))
    for (const check of guardrails)
      outcomes.push({ ...(await ask(check, checkedTurn(plan, turn))), by: 'every turn' } as Outcome)
    if (outcomes.length > 0) turns.set(turn.index, outcomes)
  }
  const conversation: Outcome[] = []
  const whole = (): CheckedConversation => ({
    turns: answered.map((turn) => checkedTurn(plan, turn)),
    session: run.session?.ok === true ? run.session.session : null,
  })
  for (const check of run.expected?.check ?? []) conversation.push(await ask(check, whole()))
  return { turns, conversation }
}

export function addChecks(judged: JudgedRun, checked: CheckedRun): JudgedRun {
  if (checked.turns.size + checked.conversation.length === 0) return judged
  const indexes = new Set([...judged.turns.keys(), ...checked.turns.keys()])
  const outcomesOf = (index: number): Outcome[] => [
    ...(judged.turns.get(index) ?? []),
    ...(checked.turns.get(index) ?? []),
  ]
  return {
    ...judged,
    turns: new Map([...indexes].map((index) => [index, outcomesOf(index)])),
    conversation: [...judged.conversation, ...checked.conversation],
  }
}

function checkedTurn({ agent, version, metadata, variables }: Plan, { index, turn, view }: AnsweredTurn): CheckedTurn {
  return {
    turn: index + 1,
    user: turn.user?.value ?? null,
    reply: view.replyText,
    calls: view.calls.map((call) => ({
      name: call.name,
      arguments: call.arguments,
      output: outputOf(call),
      isError: call.output === null ? null : call.output.isError,
      phase: call.phase,
    })),
    entries: view.entries,
    unseen: view.unseen,
    agent: agent.value,
    version,
    metadata,
    variables,
  }
}

/** `true` and `false`, alone or as `pass` beside a message; anything else says neither. */
function readAnswer(answer: JsonValue): { verdict: 'passed' | 'failed' | 'not judged'; message: string | null } {
  const { pass, message = null } =
    typeof answer === 'object' && answer !== null && !Array.isArray(answer) ? answer : { pass: answer }
  if (typeof pass === 'boolean' && (message === null || typeof message === 'string'))
    return { verdict: pass ? 'passed' : 'failed', message }
  const answerText = answer === null ? 'nothing' : cutJson(answer, 80)
  return {
    verdict: 'not judged',
    message: `it gave ${answerText}: a check returns true, false, or { pass, message }, whose message is a text`,
  }
}

function shortOf(input: CheckedTurn | CheckedConversation): JsonValue {
  if ('session' in input) return { turns: input.turns.length, reply: input.turns.at(-1)?.reply ?? '' }
  const calls = input.calls.map((call): JsonValue => ({ [call.name]: call.arguments }))
  return { reply: input.reply, calls }
}
