import { breathing } from '../../base/breathe.ts'
import { chooseBy } from '../../base/choose-by.ts'
import type { JsonValue } from '../../base/json/json.ts'
import { knownMembers } from '../../base/json/known-members.ts'
import { withoutCounts } from '../../base/privacy/stand-ins.ts'
import { count } from '../../base/text/wording.ts'
import type { PerformContext } from '../../engine/perform/perform.ts'
import { performConversation } from '../../engine/perform/perform-conversation.ts'
import { runPool } from '../../engine/run/pool.ts'
import type { RunListener } from '../../engine/run-result.ts'
import { viewTurn } from '../../engine/transcript/turn-view.ts'
import { type Conceal, scopeOf } from '../../engine/verdict/conceal.ts'
import type { ConversationResult } from '../../engine/verdict/conversation-result.ts'
import type { KnownFunctions } from '../../engine/verdict/known-functions.ts'
import { type Plan, runsAlone } from '../../suite/plan/plan.ts'
import { criteriaOfPlan, withoutCriteria } from '../../suite/plan/plan-criteria.ts'
import type { Session } from '../../wire/api/session.ts'
import type { Client } from '../../wire/client/client.ts'
import type { Lanes } from '../../wire/client/pace/pace.ts'
import type { AcceptedMutants } from './accepted.ts'
import { impersonate, recite } from './impersonate.ts'
import { listMutants } from './list-mutants.ts'
import type { Mutant, MutantKind } from './mutant/mutant.ts'
import { type Heard, hearClient, type MutableTalk } from './mutant/talk.ts'
import type { Survivor, TeethResult } from './mutant/teeth-result.ts'
import { namesSeen, surround } from './operators/operator.ts'
import { type HeardPlan, proveAll } from './prove-all.ts'
import { createMask } from './suggest/create-mask.ts'
import { byCause, type MutantTrial, summariseTrials, whyUnscored } from './summarise.ts'
import { breaksExpectation, failuresIn, markVague } from './vague-replies.ts'

/** What measuring works with, beyond what one conversation needs. */
export interface TeethSettings extends PerformContext {
  target: string
  tableread: string
  concurrency: number | Lanes
  seed: string
  kinds: readonly MutantKind[]
  accepted: readonly AcceptedMutants[]
  /** What suites must reach, from 0 to 1. @default null: nothing */
  minScore?: number | null
  /** How often each conversation has to pass. With it, conversations that add nothing are refused. @default 1 */
  runs?: number
  /** Called with each conversation as it ends, as it was recorded. */
  listen?: RunListener
  /** Called on progress: with the number of conversations recorded, or of mutants tried. */
  onProgress?: (what: 'heard' | 'tried', done: number) => void
}

/** Mutation testing: each conversation that passes is judged again from its recording for every mutant. Redacted. */
export async function performTeeth(plans: readonly Plan[], settings: TeethSettings): Promise<TeethResult> {
  const [startedAt, began] = [new Date().toISOString(), performance.now()]
  const plansHeard = new Map<Plan, HeardPlan>()
  const { signal, client, reconcile, onProgress, conceal, judges } = settings
  const stopped = (): boolean => signal?.aborted === true
  await runPool(
    plans,
    settings.concurrency,
    async (plan) => {
      const { talk, result } = await hearTalk(plan, settings)
      conceal?.conversation(result, plan) // so that its private values are known when the report is redacted
      await settings.listen?.({ kind: 'conversation done', result })
      const again = result.verdict === 'passed' ? await tryMutant(client, talk, null, reconcile) : result
      const unscored = whyUnscored(result, again)
      const ended = unscored === null ? await runAgain(plan, settings) : { passed: 0, runs: 1, unscored }
      plansHeard.set(plan, { talk, ...ended })
      onProgress?.('heard', plansHeard.size)
    },
    { signal, alone: runsAlone },
  )
  const talks = [...plansHeard.values()].flatMap(({ talk, unscored }) => (unscored === null ? [talk] : []))
  const trials = new Map<MutableTalk, MutantTrial[]>()
  let tried = 0
  const pause = breathing()
  for (const talk of talks) {
    if (stopped()) break
    const { value: agent } = talk.plan.agent
    const names = namesSeen(talks.filter(({ plan }) => plan.agent.value === agent))
    // A proof holds conversations against each other, so those that are alike have to meet the same mutants.
    const { conversation, suite } = talk.plan
    const choose = chooseBy(
      settings.runs === undefined ? `${settings.seed} ${suite} > ${conversation.name.value}` : settings.seed,
    )
    const own: MutantTrial[] = []
    for (const mutant of listMutants(talk, surround(talk, choose, names), settings.kinds)) {
      await pause()
      if (stopped()) break
      own.push({ mutant, ...(await tryOut(client, talk, mutant, { reconcile, judges, signal })) })
      tried += 1
    }
    if (stopped()) break
    const tries = (mutant: Mutant) => tryMutant(client, talk, mutant, reconcile)
    trials.set(talk, settings.runs === undefined ? own : await markVague(talk, own, talks, tries))
    onProgress?.('tried', tried)
  }
  const { target, tableread, seed, accepted, minScore = null } = settings
  const frame = { schemaVersion: 1 as const, tableread, startedAt, target, seed }
  const ordered = plans.flatMap((plan) => plansHeard.get(plan) ?? [])
  const summary = summariseTrials(ordered, trials, { kinds: settings.kinds, accepted, mask: createMask(conceal) })
  const visible = conceal === undefined ? summary : concealed(summary, conceal)
  const { runs } = settings
  const result: TeethResult = { ...frame, ms: performance.now() - began, ...visible, kind: 'teeth', minScore }
  if (runs === undefined) return result
  return { ...result, runs, conversations: proveAll(result.conversations, ordered, trials) }
}

/** Runs what passed as often as a proof asks for, up to the first that does not: what fails now and then is no test. */
async function runAgain(plan: Plan, settings: TeethSettings): Promise<Omit<HeardPlan, 'talk'>> {
  const { runs = 1, signal } = settings
  for (let number = 2; number <= runs && signal?.aborted !== true; number += 1) {
    const result = await performConversation({ ...plan, repeat: null }, settings)
    settings.conceal?.conversation(result, plan)
    const unscored = result.verdict === 'passed' ? null : whyUnscored(result, result)
    if (unscored === null) continue
    const lossReason =
      unscored.kind === 'failed' ? `failed${byCause(result)}` : `could not be judged: ${unscored.reason}`
    const reason = `${unscored.kind === 'failed' ? 'it is flaky: ' : ''}${count(number - 1, 'run')} passed, then one ${lossReason}`
    return { passed: number - 1, runs: number, unscored: { ...unscored, reason } }
  }
  return { passed: runs, runs, unscored: null }
}

type Found = ReturnType<typeof summariseTrials>

/** The findings without private data from the recordings; suggestions are made without it (see `createMask`). */
function concealed(summary: Found, conceal: Conceal): Found {
  const scopes = new Map(
    summary.conversations.map(({ id, file, line }) => [id, scopeOf({ file, at: { line, column: 1, length: 0 } })]),
  )
  const clean = <T>(value: T, id: string): T => conceal.rest(value, scopes.get(id))
  const cleanSurvivor = (each: Survivor): Survivor => ({
    ...each,
    what: withoutCounts(clean(each.what, each.id)),
    ...(each.advice === undefined ? {} : { advice: clean(each.advice, each.id) }),
  })
  const { conversations, survivors, unjudged } = summary
  return {
    ...summary,
    conversations: conversations.map((each) => ({ ...each, unscored: clean(each.unscored, each.id) })),
    survivors: survivors.map(cleanSurvivor),
    ...(unjudged === undefined
      ? {}
      : { unjudged: unjudged.map((each) => ({ ...cleanSurvivor(each), why: clean(each.why, each.id) })) }),
  }
}

type Judging = Partial<Pick<PerformContext, 'judges' | 'signal'>>

/** Whether a mutant survives; a judge is asked only where a criterion exists and nothing else notices. */
async function tryOut(
  client: Client,
  talk: MutableTalk,
  mutant: Mutant,
  { reconcile, judges, signal }: { reconcile: boolean } & { [K in keyof Judging]: Judging[K] | undefined },
): Promise<Omit<MutantTrial, 'mutant'>> {
  const result = await tryMutant(client, talk, mutant, reconcile)
  const { verdict } = result
  const asks = mutant.turn !== null && criteriaOfPlan(talk.plan).length > 0
  if (verdict !== 'passed' || !asks) return { survives: verdict === 'passed', ...whatBreaks(result) }
  const { turns, outcomes } = await tryMutant(client, talk, mutant, reconcile, knownMembers({ judges, signal }))
  const judged = [...turns.flatMap((turn) => turn.outcomes), ...outcomes].filter((each) => each.kind === 'judge')
  if (judged.some((each) => each.verdict === 'failed')) return { survives: false, isAskedFor: true, isSpecific: true }
  const loss = judged.find((each) => each.verdict === 'not judged')
  if (loss !== undefined) return { survives: true, unjudged: loss.judgement.why ?? 'the judge cannot tell' }
  // Without a finding, a judge without a licence gives no advice.
  const isFinding = (says: string): boolean => says === 'met' || says === 'not met'
  const against = judged.filter(
    ({ verdict, judgement: { says }, expected }) => verdict === 'advice' && isFinding(says) && says !== expected,
  )
  const advice = against.map(({ criterion, judgement }) => `${judgement.says}: ${criterion}`).join('; ')
  return advice === '' ? { survives: true } : { survives: true, advice }
}

/** Whether an expectation of the script broke, or the one law that a script has to ask for. */
function whatBreaks(result: ConversationResult): Pick<MutantTrial, 'isAskedFor' | 'isSpecific'> {
  if (breaksExpectation(result)) return { isAskedFor: true }
  const laws = failuresIn(result).filter((each) => each.kind === 'law')
  return laws.some(({ finding }) => finding.law === 'grounded')
    ? { isAskedFor: true, isSpecific: true }
    : { isAskedFor: false }
}

/** Judges a recording again with a mutant, or unchanged (null); by judges alone where some are given. Sends nothing. */
export function tryMutant(
  client: Client,
  talk: MutableTalk,
  mutant: Mutant | null,
  reconcile: boolean,
  judging?: Judging,
): Promise<ConversationResult> {
  const { functions } = talk
  const plan = judging === undefined ? withoutCriteria(talk.plan) : talk.plan
  const functionFacts = functions === null ? {} : { functions: new Map([[plan.agent.value, functions]]) }
  const { prompt, checks } = talk
  const alone = {
    client: impersonate(client, talk, mutant),
    storedLateMs: 0,
    takeOver: recite(talk),
    ...knownMembers({ prompts: prompt && (async () => prompt), checks }),
  }
  return performConversation(atOnce(plan), { ...alone, reconcile, ...functionFacts, ...judging })
}

/** The plan without its waits: a recorded session no longer changes, so there is nothing to wait for. */
function atOnce(plan: Plan): Plan {
  const { session, before, turns, after, ...rest } = plan.conversation
  const quick = (each: (typeof turns)[number]): typeof each =>
    each.step?.kind === 'wait' ? { ...each, step: { ...each.step, body: { ...each.step.body, value: '0 ms' } } } : each
  return {
    ...plan,
    repeat: null,
    conversation: {
      ...rest,
      turns: turns.map(quick),
      ...knownMembers({ before: before?.map(quick), after: after?.map(quick) }),
      ...(session === undefined ? {} : { session: { ...session, withinMs: 0 } }),
    },
  }
}

/** Runs a conversation once, as it is, and keeps what its agent did; `repeat` is ignored. Does not reject. */
export async function hearTalk(
  plan: Plan,
  context: PerformContext,
): Promise<{ talk: MutableTalk; result: ConversationResult }> {
  const exchanges: Heard[] = []
  let functions: KnownFunctions | undefined = context.functions
  let ended: ConversationResult | undefined
  let prompt: readonly JsonValue[] | undefined
  const result = await performConversation(
    { ...plan, repeat: null },
    {
      ...context,
      async prompts(subject) {
        prompt = (await context.prompts?.(subject)) ?? []
        return prompt
      },
      async meansOf(subject, index) {
        const attempt = (await context.meansOf?.(subject, index)) ?? { client: context.client }
        functions = attempt.functions ?? functions
        return {
          ...attempt,
          client: hearClient(attempt.client, exchanges),
          settle(judged) {
            ended = judged
            return attempt.settle?.(judged) ?? judged
          },
        }
      },
    },
  )
  // Mutants derive from the raw answers, since expectations are held against those; the result has secrets
  // removed.
  const raw = ended ?? result
  const late = viewTurn(raw.afterTurns).calls
  const turns = raw.turns.flatMap(({ index, entries, turnMs, failure, step, unseen: calls }) =>
    failure !== null || step !== undefined || turnMs === null
      ? []
      : [{ index, view: viewTurn(entries, calls === undefined ? {} : { calls }), turnMs, refusal: null, late }],
  )
  const lists = functions?.get(plan.agent.value) ?? null
  const members = knownMembers({ prompt, checks: context.checks })
  const last = exchanges.findLast(({ operation }) => operation === ('fetchSession' satisfies keyof Client))?.answer
  const session = last?.ok === true ? (last.data as Session) : null
  return { talk: { plan, exchanges: exchanges, turns, session, functions: lists, ...members }, result }
}
