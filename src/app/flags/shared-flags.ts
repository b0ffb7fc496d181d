import { formatFlags, printedFormats } from '../formats/formats.ts'
import type { Flag, Flags, FlagsOf } from './flag.ts'

/** Which conversations and versions. */
const choosing = {
  agentVersion: {
    everyday: true,
    written: '-v, --agent-version <version>',
    help: 'default, draft or a number; repeat it for several',
    repeats: true,
  },
  name: {
    everyday: true,
    written: '-t, --name <pattern>',
    help: 'only conversations whose "suite > name" matches, without regard to case; "!refund": all others',
  },
  tags: {
    everyday: true,
    written: '--tags <tags...>',
    help: "only conversations with these tags: smoke, 'smoke and not slow', '!slow', 'area/*'",
    page: '#choosing',
  },
  shard: {
    written: '--shard <i/n>',
    help: 'only part i of n, about equal in size; tableread merge joins what --json of each wrote',
    page: 'ci.md#shards',
  },
  durations: {
    written: '--durations <file>',
    help: 'with --shard: cut by how long conversations take, from a file that --write-durations wrote',
    page: 'ci.md#shards',
  },
  quarantine: {
    written: '--quarantine <file>',
    help: 'conversations that may fail for now, each with a reason',
    config: 'quarantine',
    page: 'language.md#more-than-once',
  },
  allowOnly: { written: '--allow-only', help: 'allow "only: true" even where CI is set' },
  allowNoDraft: {
    everyday: false,
    written: '--allow-no-draft',
    help: 'where nothing can be compared, as without a draft, run what is published: for pipelines',
  },
} as const satisfies Flags

/** What is reported, and where to. */
const reporting = {
  reporter: {
    written: '-r, --reporter <name>',
    help: 'how to report, or a module of your own: ./mine.ts',
    orModule: true,
    config: 'reporters',
    choices: ['default', 'plain', ...printedFormats],
    preset: 'default',
  },
  ...formatFlags,
  allFailures: {
    everyday: true,
    written: '--all-failures',
    help: 'show every failure in full, instead of one for each cause',
    page: '#many-failures',
  },
  coverage: { written: '--coverage', help: 'print which tools, handoffs, metadata and kinds of content the run saw' },
  trace: {
    everyday: true,
    written: '--trace',
    help: 'under each failed conversation, print what was seen, and what matched or why not',
  },
  showPrivate: {
    written: '--show-private',
    help: 'show personal data and signed links unmasked; the API key is never shown',
    page: 'reliability.md#secrets',
  },
  writeDurations: {
    written: '--write-durations <file>',
    help: 'write how long conversations took to a file, for --durations to cut shards by',
  },
} as const satisfies Flags

/** Where conversations are sent, and how. */
const sending = {
  target: {
    everyday: true,
    written: '--target <url>',
    help: 'the service',
    usually: 'the local service, embedded',
    environment: 'TABLEREAD_TARGET',
  },
  workspace: { everyday: true, written: '--workspace <path>', help: 'the workspace of the embedded local service' },
  seed: {
    written: '--seed <seed>',
    help: 'seed for {{random.…}} values and simulated users',
    usually: 'tableread',
  },
  seeds: {
    written: '--seeds <count>',
    help: 'how many seeds simulated users run with',
    usually: 'as the suites say, or one',
    page: 'simulated-users.md#seeds',
  },
  clock: {
    written: '--clock <clock>',
    help: 'its clock: system, frozen, or an instant to freeze it at',
    usually: 'system',
  },
  concurrency: {
    everyday: true,
    written: '-c, --concurrency <count>',
    help: 'how many conversations run at once, or auto',
    usually: '8',
    page: 'reports.md#rate-limits-and-concurrency',
  },
  timeLimit: {
    written: '--time-limit <time>',
    help: 'how long to wait for the answer to a turn, for example 10s',
    usually: '30 s',
  },
  keepGoing: { written: '--keep-going', help: 'go on with the next turn after one that failed' },
  reconcile: {
    written: '--no-reconcile',
    help: 'do not compare the turns with the stored session after the last turn',
  },
} as const satisfies Flags

/** How much may be spent. */
const budgets = {
  maxTurns: {
    written: '--max-turns <turns>',
    help: 'the turn budget: conversations that may take more than is left are not reached',
    page: 'reports.md#budgets',
  },
  maxTime: {
    written: '--max-time <time>',
    help: 'the time budget: no turn begins after it, for example 10min; the rest is not reached',
    page: 'reports.md#budgets',
  },
  maxTokensSpent: {
    written: '--max-tokens-spent <tokens>',
    help: 'the token budget, input and output: once it is spent, no turn begins; the rest is not reached',
    page: 'costs.md#budgets',
  },
  maxCost: {
    written: '--max-cost <amount>',
    help: 'the cost budget, in the currency of the prices: once it is spent, no turn begins; the rest is not reached',
    page: 'costs.md#budgets',
  },
  maxJudgeCalls: {
    written: '--max-judge-calls <count>',
    help: 'how many questions judges may be asked',
    usually: 'no limit',
    page: 'judges.md#tapes-cache-and-budgets',
  },
  judgeCache: { written: '--no-judge-cache', help: 'ask judges again what they answered before' },
  turnBudget: { written: '--turn-budget <turns>', help: 'the most turns to send in all' },
} as const satisfies Flags

/** What may happen on a live service. */
const safety = {
  allowTools: {
    written: '--allow-tools [tool]',
    help: 'on a live service: talk to agents that have this tool; without a name, to all agents; repeat it for several',
    repeats: true,
    config: 'harmless tools',
    page: 'safety.md',
  },
  allowDispatch: {
    written: '--allow-dispatch',
    help: 'on a live service: message and call owned sinks; counts only with a list of them',
    page: 'safety.md',
  },
  ownedSinks: {
    written: '--owned-sinks <file>',
    help: 'addresses of your own that may be reached this way',
    config: 'owned sinks',
    page: 'safety.md',
  },
} as const satisfies Flags

/** What is kept for later, and who runs it. */
const keeping = {
  history: {
    written: '--history <file>',
    help: 'where each run is kept',
    usually: '.tableread/history.sqlite',
    environment: 'TABLEREAD_HISTORY',
    off: 'do not keep this run',
  },
  resume: {
    everyday: true,
    written: '--resume [journal]',
    help: 'resume a run that was killed or interrupted: only what has no verdict runs',
    page: 'reliability.md#crash-safety',
  },
  journal: {
    written: '--journal <folder>',
    help: 'where unfinished runs are kept for --resume',
    usually: '.tableread/runs',
    off: 'do not keep it: a killed run cannot be resumed',
  },
  tape: {
    written: '--tape <mode>',
    help: 'record: keep what the service answers; replay: send nothing; auto: whichever it needs',
    choices: ['record', 'replay', 'auto'],
    page: 'tapes.md',
  },
  tapes: { written: '--tapes <folder>', help: 'where tapes are', usually: 'tapes', config: 'tapes' },
  offline: { written: '--offline', help: 'with --tape: do not ask the service whether its agents changed since' },
  askJudges: {
    written: '--ask-judges',
    help: 'in a replay, ask judges where the tape has no answer, and add theirs to it',
  },
  queue: {
    written: '--queue <url>',
    help: 'have workers run it: redis://host:6379/0, or rediss://',
    environment: 'TABLEREAD_QUEUE_URL',
    page: 'scale.md#one-queue-for-all-machines',
  },
  rate: {
    written: '--rate <requests>',
    help: 'with --queue: requests a minute to the service, of all workers and runs together',
  },
  priority: {
    written: '--priority <which>',
    help: 'with --queue: before or after other runs',
    choices: ['high', 'normal', 'low'],
  },
  follow: {
    written: '--follow <run>',
    help: 'with --queue: take over a run whose process ended, by the name printed when it began',
  },
  config: {
    everyday: true,
    written: '--config <file>',
    help: 'the config file',
    usually: 'tableread.config.yaml or .ts',
  },
} as const satisfies Flags

/** The flags that several verbs share, by what they are about; the heads are those of the help. */
export const groups = {
  'Choosing conversations': choosing,
  Reports: reporting,
  'The service': sending,
  Budgets: budgets,
  'Live services': safety,
  'Keeping and sharing': keeping,
} as const satisfies Record<string, Flags>

/** All of them, each declared once. */
export const sharedFlags: typeof choosing &
  typeof reporting &
  typeof sending &
  typeof budgets &
  typeof safety &
  typeof keeping = { ...choosing, ...reporting, ...sending, ...budgets, ...safety, ...keeping }

export type SharedFlag = keyof typeof sharedFlags

/** What some of the shared flags give. */
export type GivenFlags<Name extends SharedFlag> = FlagsOf<Pick<typeof sharedFlags, Name>>

/** Whether help shows a flag without being asked for all of them. */
export function isEveryday(name: string, flag: Flag): boolean {
  return flag.everyday ?? (helpHead(name) === undefined || ['json', 'junit', 'markdown', 'html'].includes(name))
}

/** The head under which help lists a flag; undefined for one of a verb alone. */
export function helpHead(name: string): string | undefined {
  return Object.entries(groups).find(([, flags]) => Object.hasOwn(flags, name))?.[0]
}

/** Some of the shared flags, in this order, which is that of the help. */
export function pick<Name extends SharedFlag>(...names: Name[]): Pick<typeof sharedFlags, Name> {
  return Object.fromEntries(names.map((name) => [name, sharedFlags[name]])) as Pick<typeof sharedFlags, Name>
}

/** A shared flag that means the same for a verb, in its own words. */
export function rewordFlag<Name extends SharedFlag>(
  name: Name,
  words: Partial<Pick<Flag, 'help' | 'usually' | 'off'>>,
): (typeof sharedFlags)[Name] {
  return { ...sharedFlags[name], ...words }
}
