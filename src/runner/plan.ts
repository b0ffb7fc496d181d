import type { JsonObject } from '../base/json.ts'
import type { LawName } from '../base/law-name.ts'
import type { Place, Placed } from '../grammar/place.ts'
import type { Conversation, Settings } from '../script/conversation.ts'
import { givenValues } from '../script/given-values.ts'
import type { Script } from '../script/script.ts'
import type { TurnExpectation } from '../script/turn-expectation.ts'
import { guardrailAt, type ProjectRules } from './project-rules.ts'

/** A conversation made ready to run against one version: the settings of the suite and its own, merged. */
export interface Plan {
  /** `file:line version`, or `file:line#row version` of a conversation with parameters; unique in a run. */
  id: string
  file: string
  suite: string
  conversation: Conversation
  agent: Placed<string>
  /** `default`, `draft` or a number in digits. */
  version: string
  /** Where the script asks for the version; null when the command line does. */
  versionAt: Place | null
  tags: string[]
  metadata: JsonObject
  variables: JsonObject
  customer: NonNullable<Settings['customer']>
  /** Guardrails, outermost first; each holds on every turn. */
  everyTurn: TurnExpectation[]
  relaxed: ReadonlySet<LawName>
  timeLimitMs: number
  stopAfterFailure: boolean
  /** Names of the environment that the script asks for and that are not set: it cannot run. */
  unset: string[]
  /** Null when it runs once. */
  repeat: { times: number; pass: number } | null
}

/** What holds where neither suite nor conversation says otherwise. */
export interface PlanDefaults {
  /** Versions to run each conversation against, unless it names its own and `versionsGiven` is false. */
  versions: readonly string[]
  /** True when the versions come from the command line, which overrides the scripts. */
  versionsGiven: boolean
  timeLimitMs: number
  stopAfterFailure: boolean
  /** What the project says for all suites. */
  project?: ProjectRules
  /** For {{env.NAME}}. */
  environment?: Readonly<Record<string, string | undefined>>
  /** What {{random.…}} repeats with. @default 'tableread' */
  seed?: string
}

/** The plans of one script, in the order of the file, version by version. */
export function planScript(script: Script, defaults: PlanDefaults): Plan[] {
  const crowded = crowdedLines(script)
  return script.conversations.flatMap((conversation) => {
    const named = conversation.agentVersion ?? script.agentVersion
    const versions = named === undefined || defaults.versionsGiven ? defaults.versions : [named.value]
    return versions.map((version) => planConversation(script, conversation, version, defaults, crowded))
  })
}

/** Lines on which several conversations begin, as in flow style. */
function crowdedLines({ conversations }: Script): ReadonlySet<number> {
  const places = new Set(conversations.map(({ at }) => `${at.line}:${at.column}`))
  const lines = [...places].map((place) => Number(place.split(':')[0]))
  return new Set(lines.filter((line, index) => line === lines[index - 1]))
}

/** `file:line`, with the column where the line alone does not tell, and the row of a conversation with parameters. */
function placeOf(file: string, { at, row }: Conversation, crowded: ReadonlySet<number>): string {
  return `${file}:${at.line}${crowded.has(at.line) ? `:${at.column}` : ''}${row === undefined ? '' : `#${row}`}`
}

function planConversation(
  script: Script,
  conversation: Conversation,
  version: string,
  defaults: PlanDefaults,
  crowded: ReadonlySet<number>,
): Plan {
  const named = conversation.agentVersion ?? script.agentVersion
  const repeat = conversation.repeat ?? script.repeat
  const { everyTurn } = defaults.project ?? {}
  const projectGuardrail = everyTurn === undefined ? undefined : guardrailAt(everyTurn, conversation.name.at)
  const about = [conversation, script.everyTurn, script.metadata, script.variables]
  const given = givenValues(
    about,
    defaults.environment ?? {},
    `${defaults.seed ?? 'tableread'} ${conversation.name.value}`,
  )
  const laws = [...(script.laws ?? []), ...(conversation.laws ?? [])]
  return {
    id: `${placeOf(script.file, conversation, crowded)} ${version}`,
    file: script.file,
    suite: script.suite.value,
    conversation,
    agent: conversation.agent ?? script.agent ?? { value: '', at: conversation.at },
    version,
    versionAt: named !== undefined && named.value === version ? named.at : null,
    tags: [...(script.tags ?? []), ...(conversation.tags ?? [])],
    metadata: { ...script.metadata, ...conversation.metadata },
    variables: { ...script.variables, ...conversation.variables, ...given.values, version },
    unset: given.unset,
    customer: { ...script.customer, ...conversation.customer },
    everyTurn: [projectGuardrail, script.everyTurn, conversation.everyTurn].filter((each) => each !== undefined),
    relaxed: new Set([...(defaults.project?.relaxed ?? []), ...laws.map(({ name }) => name as LawName)]),
    timeLimitMs: conversation.timeLimitMs ?? script.timeLimitMs ?? defaults.timeLimitMs,
    stopAfterFailure: conversation.stopAfterFailure ?? script.stopAfterFailure ?? defaults.stopAfterFailure,
    repeat: repeat === undefined ? null : { times: repeat.times, pass: repeat.pass ?? repeat.times },
  }
}
