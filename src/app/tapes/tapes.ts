import type { Swap } from '../../base/privacy/replace.ts'
import { variableOf } from '../../base/secrets/environment.ts'
import { keyMask } from '../../base/secrets/secret-keys.ts'
import type { JudgedTape } from '../../engine/judge/judges.ts'
import type { AttemptMeans } from '../../engine/perform/perform.ts'
import type { RunSettings } from '../../engine/perform-run.ts'
import type { RunListener } from '../../engine/run-result.ts'
import { erroredBy } from '../../engine/verdict/cause.ts'
import { addressOf, type ConversationResult } from '../../engine/verdict/conversation-result.ts'
import type { KnownFunctions } from '../../engine/verdict/known-functions.ts'
import { isJudged } from '../../engine/verdict/verdict.ts'
import { type TapedAgents, tapedBlueprint } from '../../records/tape/check-tape.ts'
import { describeUnused, type Playback, playAttempt } from '../../records/tape/play-attempt.ts'
import { nameScriptValues } from '../../records/tape/redact-tape.ts'
import type { Tape, TapedBlueprint } from '../../records/tape/tape.ts'
import { tapeKey } from '../../records/tape/told-keys.ts'
import { givenOf, type Plan, refillPlan } from '../../suite/plan/plan.ts'
import { formatProblem, starProblem } from '../../suite/yaml/format-problem.ts'
import type { Problem } from '../../suite/yaml/problem.ts'
import { type Client, clientOver } from '../../wire/client/client-over.ts'
import { type Transport, TransportError } from '../../wire/client/transport.ts'
import type { RunSettled } from '../config/settings.ts'
import { UsageError } from '../edge/usage-error.ts'
import { showPath } from '../files/find-suites.ts'
import { breakSharedPaths } from '../files/shared-paths.ts'
import { listAgents, loadShownBlueprints, type ShownBlueprints } from '../target/load-shown-blueprints.ts'
import { openTarget, type Target } from '../target/target.ts'
import { chosenAgain, examineTape, recordAgain } from './examine-tape.ts'
import { describeUnusedAnswers, playJudges, sealedTape } from './judged-tape.ts'
import { recordTalk, saveTape, type TapedTalk } from './record-talk.ts'
import { type PlanFacts, planFacts } from './tape-facts.ts'

/** What to do with tapes. *auto*: play those that are fresh, and record the others. */
export type TapeMode = 'record' | 'replay' | 'auto'

export interface Tapes {
  target: Target
  plans: Plan[]
  problems: Problem[]
  /** The settings of the run that tapes override. */
  settings: Pick<RunSettings, 'meansOf' | 'functions'>
  /** Writes or releases each tape as its conversation ends. */
  listen: RunListener
  /** Notes on the tapes for the user, some lines each. @throws UsageError when a tape could not be written */
  notes(): string[]
  /** A replay says nothing new about the agent, so it is not stored in the history. */
  replays: boolean
  /** Ids of the plans whose tape did not match what ran. */
  notComparable: ReadonlySet<string>
}

/** Opens the service only if something must be recorded. @throws UsageError as `openTarget` does */
export async function openTapes(
  plansAsked: readonly Plan[],
  settings: RunSettled,
  mode: TapeMode,
  { offline = false, askJudges = false }: { offline?: boolean; askJudges?: boolean } = {},
): Promise<Tapes> {
  const pathOfAsked = (plan: Plan): string => planFacts(plan, settings).path
  const own = breakSharedPaths(plansAsked, settings.folder, { what: 'tape', pathOf: pathOfAsked })
  const all = own.map((plan) => ({ plan, facts: planFacts(plan, settings) }))
  const factsOf = new Map(all.map(({ plan, facts }) => [plan.id, facts]))
  const now = mode === 'record' || offline ? null : await loadShownBlueprints(settings)
  const survey = mode === 'record' ? null : surveyTapes(all, now)
  const records = ({ id }: Plan): boolean => mode === 'record' || (mode === 'auto' && survey?.refused.has(id) === true)
  const target = own.some(records) ? await openTarget(settings) : tapeTarget(settings)
  const listing = own.some(records) ? await shownBy(target, settings) : { agents: [] }

  const troubles: string[] = []
  const begin = (plan: Plan): TapedTalk => {
    const facts = factsOf.get(plan.id) ?? planFacts(plan, settings)
    if (records(plan))
      return recordTalk(plan, facts, target, tapedBlueprint(listing, facts), (trouble) => troubles.push(trouble))
    const reason = survey?.refused.get(plan.id)
    if (reason !== undefined) return refuseTalk(reason, target.baseUrl)
    const state = examineTape(plan, facts, now)
    if (state.kind === 'fresh') {
      const asks = askJudges || mode === 'auto'
      return playTalk(
        state.tape,
        facts,
        { baseUrl: target.baseUrl, asks, fail: (trouble) => troubles.push(trouble) },
        plan,
      )
    }
    return refuseTalk(`${facts.shown} was changed during the run`, target.baseUrl)
  }
  const { meansOf, listen, notes, notComparable } = createTalks(begin)
  const functionEntries = listing.agents.map(({ agentId, config }) => [agentId, config.functionSettings] as const)
  return {
    target,
    replays: mode !== 'record',
    plans: own.map((plan) => (records(plan) ? plan : fillUnset(plan))),
    problems: mode === 'replay' ? (survey?.problems ?? []) : [],
    settings: { meansOf, functions: new Map([...(survey?.functions ?? []), ...functionEntries]) },
    listen,
    notComparable,
    notes() {
      if (troubles.length > 0)
        throw new UsageError(troubles.map((each, index) => (index === 0 ? `a tape cannot be written: ${each}` : each)))
      const broken = mode === 'replay' ? (survey?.notes ?? []) : []
      const unseen = now === null && survey !== null && !offline
      return [
        ...broken,
        ...notes,
        ...describeDates(survey?.recorded ?? null),
        ...(unseen ? ['not checked: whether the agents changed since'] : []),
      ]
    },
  }
}

/** What the service that is recorded lists; of a workspace also what no service lists, such as drafts. */
async function shownBy({ client }: Target, settings: RunSettled): Promise<TapedAgents> {
  const local = settings.target === null ? await loadShownBlueprints(settings) : null
  return { ...local, agents: (await listAgents(client)) ?? [] }
}

function describeDates(recorded: TapeSurvey['recorded']): string[] {
  if (recorded === null) return []
  const { from, to } = recorded
  return [`replayed from tapes recorded ${from === to ? `on ${from}` : `from ${from} to ${to}`}`]
}

/** A replay needs no values from the environment: the stand-ins on the tape take their place. */
function fillUnset(plan: Plan): Plan {
  if (plan.unset.length === 0) return plan
  const values = plan.unset.map((name) => [`env.${name}`, `<env.${name}>`])
  return { ...refillPlan(plan, { ...givenOf(plan), ...Object.fromEntries(values) }), unset: [] }
}

interface Talks {
  meansOf: NonNullable<RunSettings['meansOf']>
  /** Closes each talk when its conversation ends. */
  listen: RunListener
  /** Notes for the user, a line each, in the order in which the conversations ended. */
  notes: string[]
  /** Ids of the plans whose tape did not match what ran. */
  notComparable: Set<string>
}

/** Opens a tape with the first attempt at its plan, and releases it when the conversation is done. */
function createTalks(begin: (plan: Plan) => TapedTalk): Talks {
  const open = new Map<string, TapedTalk>()
  const notes: string[] = []
  const notComparable = new Set<string>()
  return {
    notes,
    notComparable,
    async meansOf(plan, index) {
      const talk = open.get(plan.id) ?? begin(plan)
      open.set(plan.id, talk)
      return talk.open(index)
    },
    listen(event) {
      if (event.kind !== 'conversation done') return
      const { id, name, version } = event.result
      const talk = open.get(id)
      open.delete(id)
      if (talk?.notComparable() === true) notComparable.add(id)
      for (const line of talk?.close(event.result) ?? [])
        notes.push(`${addressOf(event.result)} ${name} [${version}]: ${line}`)
    },
  }
}

/** The result of checking all tapes before anything runs. The tapes themselves are not kept: there may be thousands. */
interface TapeSurvey {
  /** Why the tape of a plan cannot be played, by plan id; a plan that is missing here has a fresh tape. */
  refused: Map<string, string>
  /** Problems of tape files, as data and as text. */
  problems: Problem[]
  notes: string[]
  /** The function lists of agents at their published version. */
  functions: KnownFunctions
  /** When the oldest and the newest fresh tape were recorded; null if there is none. */
  recorded: { from: string; to: string } | null
}

/** Reads every tape and compares it with what would run now. */
function surveyTapes(talks: readonly { plan: Plan; facts: PlanFacts }[], now: ShownBlueprints | null): TapeSurvey {
  const refused = new Map<string, string>()
  const functions = new Map<string, TapedBlueprint['functions']>()
  const problems: Problem[] = []
  const lines: string[] = []
  const dates: string[] = []
  for (const { plan, facts } of talks) {
    if (plan.conversation.skip !== undefined) continue
    const state = examineTape(plan, facts, now)
    if (state.kind === 'not comparable') refused.set(plan.id, state.reason)
    else if (state.kind === 'broken') {
      refused.set(plan.id, `the tape ${facts.shown} cannot be read\n  ${recordAgain(plan, facts)}`)
      problems.push(...state.problems.map(starProblem))
      lines.push(...state.problems.map((problem) => formatProblem(problem, state.text)))
    } else {
      const { blueprint, recorded } = state.tape.header
      dates.push(recorded)
      if (plan.version === 'default' && blueprint !== null) functions.set(plan.agent.value, blueprint.functions)
    }
  }
  const [from, to] = [dates.toSorted()[0], dates.toSorted().at(-1)]
  const recorded = from === undefined || to === undefined ? null : { from, to }
  return { refused, problems, notes: lines, functions, recorded }
}

/** Sends nothing; `baseUrl` is what reports show. With `asks`, missing answers of judges are asked and added. */
function playTalk(
  tape: Tape,
  facts: PlanFacts,
  { baseUrl, asks, fail }: { baseUrl: string; asks: boolean; fail: (trouble: string) => void },
  plan: Plan,
): TapedTalk {
  const playbacks: Playback[] = []
  let incomparable = false
  const key = tapeKey(tape, variableOf(process.env, 'TABLEREAD_API_KEY'))
  const functions = tape.header.blueprint?.functions
  const functionsByAgent = functions === undefined ? new Map() : new Map([[tape.header.agent, functions]])
  const nameSwaps = nameScriptValues(facts.facts).swaps
  let swaps: readonly Swap[] = nameSwaps
  const judges = playJudges(tape.judged ?? [], {
    asks,
    mend: ['ask for what is missing: npx tableread replay --ask-judges', ...chosenAgain(plan), ...facts.again].join(
      ' ',
    ),
    swaps: () => swaps,
    apiKey: key !== null && 'key' in key ? key.key : '',
  })
  return {
    open(index) {
      const exchanges = tape.attempts[index]
      if (exchanges === undefined) {
        incomparable = true
        const attemptCount = `${tape.attempts.length} ${tape.attempts.length === 1 ? 'attempt' : 'attempts'}`
        const reason = `the tape ${facts.shown} holds ${attemptCount}, and this is attempt ${index + 1}`
        return silent(baseUrl, `${reason}\n  ${recordAgain(plan, facts)}`)
      }
      const standIns = Object.values(tape.redacted)
        .flat()
        .filter((standIn) => standIn !== keyMask)
      const bound = new Map(nameSwaps.map(({ from, to }) => [to, from]))
      const playback = playAttempt(exchanges, { standIns, bound }, key !== null && 'key' in key ? key.key : undefined)
      playbacks.push(playback)
      const settle = (result: ConversationResult): ConversationResult => {
        incomparable ||= playback.misses.length > 0 || judges.missed()
        return unlessKeyless(unlessBlind(result, playback), key)
      }
      const client = clientOver({ baseUrl, apiKey: '', transport: playback.send })
      const tapeOfJudges: JudgedTape = {
        ...judges.tape,
        put(value) {
          swaps = [...nameSwaps, ...[...bound].map(([to, from]) => ({ from, to, digits: /^\d+$/.test(to) }))]
          return judges.tape.put(value)
        },
      }
      return { client, functions: functionsByAgent, storedLateMs: 0, settle, judged: tapeOfJudges }
    },
    notComparable: () => incomparable,
    close() {
      const addition = judges.added()
      if (addition !== null && !incomparable) {
        try {
          saveTape(facts, { ...tape, judged: addition })
        } catch (error) {
          fail(`${facts.shown}: ${(error as Error).message}`)
        }
      }
      const leftovers = [
        ...playbacks.flatMap((playback) => describeUnused(playback.unused()) ?? []),
        ...(playbacks.length < tape.attempts.length ? [] : [describeUnusedAnswers(judges.unused()) ?? []].flat()),
      ]
      const unplayed = tape.attempts.length - playbacks.length
      return unplayed <= 0
        ? leftovers
        : [...leftovers, `${unplayed} of ${tape.attempts.length} recorded attempts were not played`]
    },
  }
}

/** A talk without a tape to play: each request fails with the reason. */
function refuseTalk(reason: string, baseUrl: string): TapedTalk {
  return { open: () => silent(baseUrl, reason), notComparable: () => true, close: () => [] }
}

/** Asks no model either: one that speaks for a simulated user would be asked before anything is sent. */
function silent(baseUrl: string, reason: string): AttemptMeans {
  const transport: Transport = () => Promise.reject(new TransportError('unrecorded', reason))
  return { client: clientOver({ baseUrl, apiKey: '', transport }), judged: sealedTape(reason) }
}

/** If the agent disclosed the API key, the tape holds a mask: expectations about that text cannot be judged. */
function unlessKeyless(result: ConversationResult, key: ReturnType<typeof tapeKey>): ConversationResult {
  return isJudged(result.verdict) && key !== null && 'reason' in key ? erroredBy('script', result, key.reason) : result
}

/** If the tape lacks what the service had stored, a failure may be due to the tape: it counts as not judged. */
function unlessBlind(result: ConversationResult, { misses }: Playback): ConversationResult {
  const missed = misses.find(({ request }) => request.path.startsWith('/_local/'))
  if (missed === undefined || result.verdict !== 'failed') return result
  return erroredBy('script', result, missed.reason)
}

/** The target of a replay, to which nothing is sent. */
function tapeTarget({ target, folder, tapes, concurrency }: RunSettled): Target {
  const baseUrl = target ?? 'http://localhost'
  const silent = (): Promise<never> => Promise.reject(new TransportError('unrecorded', 'a replay sends nothing'))
  const client: Client = { ...clientOver({ baseUrl, apiKey: '', transport: silent }), isHarmless: true }
  const name = `tapes in ${showPath(tapes, folder)}`
  return {
    name,
    baseUrl,
    apiKey: '',
    client,
    clientThrough: () => client,
    lanes: concurrency,
    paceNotes: () => [],
    close: () => Promise.resolve(),
  }
}
