import type { JsonValue } from '../../base/json/json.ts'
import type { JudgeExpectation } from '../../suite/language/expectations/judge-expectation.ts'
import type { Plan } from '../../suite/plan/plan.ts'
import { sumUsage, type Usage } from '../../wire/api/usage.ts'
import type { Outcome } from '../expect/outcome/outcome.ts'
import type { AnsweredTurn, ConversationRun } from '../run/conversation-run.ts'
import { listEntries } from './compose-question.ts'
import type { JudgeAnswer, Judges, Privacy, Question, ShownTurn } from './judges.ts'

/** The outcomes of criteria, by turn index and for the whole conversation, and the usage of the judges. */
export interface JudgedRun {
  turns: ReadonlyMap<number, Outcome[]>
  conversation: Outcome[]
  usage: Usage[]
}

export const emptyJudgedRun: JudgedRun = { turns: new Map(), conversation: [], usage: [] }

/** Does not reject: what could not be judged is *not judged*. */
export async function judgeRun(
  plan: Plan,
  run: ConversationRun,
  judges: Judges | undefined,
  signal?: AbortSignal,
): Promise<JudgedRun> {
  const answered = run.turns.filter((turn): turn is AnsweredTurn => turn.kind === 'answered')
  const guardrails = plan.everyTurn.flatMap(({ judge = [] }) => judge)
  const isAsked = [run.expected, ...answered.map(({ turn }) => turn.expect)].some((each) => each?.judge !== undefined)
  if (!isAsked && guardrails.length === 0) return emptyJudgedRun
  const turnsShown = shownTurns(answered)
  // What was given is no doing of the agent, but what it says may be about that.
  const historyTurns = shownTurns((run.history?.turns ?? []).filter((turn) => turn.kind === 'answered'))
  const privacy = privacyOf(plan, [...historyTurns, ...turnsShown])
  const usage: Usage[] = []
  const ask = async (
    criterion: JudgeExpectation,
    turns: ShownTurn[],
    inWhole: boolean,
    by?: string,
  ): Promise<Outcome> => {
    const looksAt = criterion.looksAt ?? (inWhole ? 'conversation' : 'turn')
    const answer = await answerTo(
      criterion,
      { ...criterion, expected: criterion.expect, looksAt, turns, privacy },
      judges,
      signal,
    )
    usage.push(...answer.usage)
    return outcomeOf(criterion, looksAt, answer, by)
  }
  const turns = answered.map(async ({ index, turn }, position): Promise<[number, Outcome[]]> => {
    const upToHere = (criterion: JudgeExpectation): ShownTurn[] =>
      criterion.looksAt === 'conversation'
        ? [...historyTurns, ...turnsShown.slice(0, position + 1)]
        : turnsShown.slice(position, position + 1)
    const own = (turn.expect?.judge ?? []).map((criterion) => ask(criterion, upToHere(criterion), false))
    const general = guardrails.map((criterion) => ask(criterion, upToHere(criterion), false, 'every turn'))
    return [index, await Promise.all([...own, ...general])]
  })
  const whole = (run.expected?.judge ?? []).map((criterion) =>
    ask(criterion, criterion.looksAt === 'turn' ? turnsShown.slice(-1) : [...historyTurns, ...turnsShown], true),
  )
  const [byTurn, conversation] = await Promise.all([Promise.all(turns), Promise.all(whole)])
  return { turns: new Map(byTurn), conversation, usage: sumUsage(usage) }
}

export function shownTurns(answered: readonly AnsweredTurn[]): ShownTurn[] {
  return answered.map(({ index, turn, view }) => ({ index, user: turn.user?.value ?? null, entries: view.entries }))
}

/** Shorter environment values could occur anywhere by accident. */
const shortest = 4

/** What counts as private in a conversation because of what else was said in it, the customer, or the environment. */
export function privacyOf({ variables, customer, metadata }: Plan, turns: readonly ShownTurn[]): Privacy {
  const privateValues = Object.entries(variables).flatMap(([name, value]) =>
    name.startsWith('env.') && typeof value === 'string' && value.length >= shortest ? [{ name, value }] : [],
  )
  const beside = {
    customer_number: customer.number ?? null,
    email: customer.email ?? null,
    metadata: metadata ?? null,
    entries: listEntries(turns).map((entry) => entry.shown),
  }
  return { named: privateValues, beside: JSON.parse(JSON.stringify(beside)) as JsonValue }
}

async function answerTo(
  { unjudgeable }: JudgeExpectation,
  question: Question,
  judges: Judges | undefined,
  signal?: AbortSignal,
): Promise<JudgeAnswer> {
  if (unjudgeable !== undefined) return unjudgedAnswer(unjudgeable)
  if (question.turns.every(({ index }) => index < 0))
    return unjudgedAnswer('no turn was answered, so there is nothing to judge')
  if (judges === undefined) return unjudgedAnswer('no judge model is configured: add judges: { by: … } to the config')
  return judges.answer(question, signal)
}

export function unjudgedAnswer(why: string): JudgeAnswer {
  return {
    judgement: { says: 'unjudged', votes: [], why },
    licence: { kind: 'unlicensed', why },
    usage: [],
    nobody: true,
  }
}

/** A failing judge must not decide more than one that answers: unlicensed all is advice, licensed *not judged*. */
function outcomeOf(
  { at, criterion, expect: expected }: JudgeExpectation,
  looksAt: 'turn' | 'conversation',
  { judgement, licence, nobody }: JudgeAnswer,
  by: string | undefined,
): Outcome {
  const { says } = judgement
  const answerVerdict = says === expected ? 'passed' : 'failed'
  const verdict =
    licence.kind === 'unlicensed' && nobody !== true
      ? 'advice'
      : says === 'unjudged' || says === 'cannot tell'
        ? 'not judged'
        : answerVerdict
  const outcome: Outcome = { kind: 'judge', verdict, at, criterion, expected, looksAt, judgement, licence }
  return by === undefined ? outcome : { ...outcome, by }
}
