import { formatNames } from '../formats/formats.ts'
import type { Flags, FlagsOf } from './flag.ts'
import { pick, rewordFlag, sharedFlags } from './shared-flags.ts'

/** The verbs that perform or judge conversations: what each can be asked, in the order of its help. */

const selection = pick('name', 'tags')
const selectors = { ...pick('agentVersion'), ...selection }
const service = pick('target', 'workspace')
const pace = pick('clock', 'concurrency', 'timeLimit')
const budgets = pick('maxTurns', 'maxTime', 'maxTokensSpent', 'maxCost')
const judging = pick('maxJudgeCalls', 'judgeCache')
const performing = { ...service, ...pick('seed'), ...pace, ...budgets }
const steps = pick('allowTools', 'allowDispatch', 'ownedSinks')
const permitting = { ...steps, ...pick('allowOnly', 'seeds'), ...judging }
const queueing = pick('queue', 'rate', 'priority', 'follow')

/** How any study is reported. */
export const reports = pick('reporter', ...formatNames)

export const runFlags = {
  ...selectors,
  repeat: {
    written: '--repeat <count>',
    help: 'run each conversation this often; all must pass, or the share that its script says',
    usually: 'as its script repeats it, or once',
    page: 'language.md#more-than-once',
  },
  bail: {
    written: '--bail [count]',
    help: 'stop after so many conversations that failed (default: 1); the rest is not reached',
    page: '#part-of-a-run',
  },
  lastFailed: {
    written: '--last-failed',
    help: 'only what did not pass the last time, by the history, or was never reached',
    page: '#part-of-a-run',
  },
  ...reports,
  ...pick('tape', 'tapes', 'offline', 'shard', 'durations', 'quarantine'),
  saveTalks: {
    everyday: false,
    written: '--save-talks <folder>',
    help: 'write what simulated users said as suites of plain turns, a file each',
    page: 'simulated-users.md#keeping-a-talk',
  },
  coverage: rewordFlag('coverage', { help: `${sharedFlags.coverage.help} (--json always has it)` }),
  trace: rewordFlag('trace', { help: `${sharedFlags.trace.help}, and curl lines` }),
  ...pick('allFailures', 'showPrivate'),
  ...performing,
  ...pick('keepGoing', 'reconcile', 'history', 'resume', 'journal'),
  ...queueing,
  ...pick('config'),
  watch: { written: '-w, --watch', help: 'keep running, and rerun what changes (through Vitest)' },
  ui: { written: '--ui', help: 'keep running, and show the suites in the browser (through Vitest)' },
  ...permitting,
  ...pick('askJudges'),
} as const satisfies Flags

export const listFlags = {
  ...selectors,
  json: { written: '--json', help: 'print them as JSON' },
  ...pick('config', 'allowOnly', 'seeds'),
} as const satisfies Flags

export const compareFlags = {
  ...selection,
  repeat: {
    written: '--repeat <pairs>',
    help: 'pairs of runs of each conversation',
    usually: 'as its script repeats it, or 3',
  },
  confirm: { written: '--no-confirm', help: 'do not rerun what looks like a break to confirm it' },
  quick: {
    written: '--quick',
    help: 'one pair of each, and more only where that differs: for pull requests',
    page: 'compare-flags.md#--quick',
  },
  changed: {
    written: '--changed',
    help: 'only what the difference between the sides touches, by the history; the rest is told as not run',
    page: 'compare-flags.md#--changed',
  },
  deep: { written: '--deep', help: 'also judge what an early break hides', page: 'compare-flags.md#--deep' },
  untilSure: { written: '--until-sure', help: 'go on with the conversations whose verdict is open' },
  turnBudget: rewordFlag('turnBudget', { help: '--until-sure adds pairs up to so many turns in all', usually: '5000' }),
  calibrate: { everyday: false, written: '--calibrate', help: 'also run side a against itself, and ignore its noise' },
  alpha: {
    everyday: false,
    written: '--alpha <share>',
    help: 'how often equal sides may be called different: 0.05 is one comparison in twenty',
  },
  smallestDrop: {
    everyday: false,
    written: '--smallest-drop <share>',
    help: 'drops that are certainly smaller do not shut the gate: 10%',
    usually: 'as the config says',
    page: 'certainty.md#new-failures',
  },
  ...pick('allowNoDraft', 'quarantine', 'showPrivate', 'target'),
  bTarget: {
    everyday: false,
    written: '--b-target <url>',
    help: 'another service for side b (its key: TABLEREAD_B_API_KEY)',
  },
  ...pick('workspace'),
  bWorkspace: { everyday: false, written: '--b-workspace <path>', help: 'another workspace for side b' },
  ...reports,
  html: rewordFlag('html', { help: 'write the review, side by side, as one HTML file that needs no network' }),
  ...pick('allFailures', 'shard', 'durations', 'seed'),
  ...pace,
  ...budgets,
  ...pick('keepGoing', 'reconcile'),
  history: rewordFlag('history', { help: 'where each comparison is kept', off: 'do not keep this comparison' }),
  resume: rewordFlag('resume', {
    help: 'resume a comparison that was killed or interrupted: only what has no verdict runs',
  }),
  journal: rewordFlag('journal', { off: 'do not keep it: a killed comparison cannot be resumed' }),
  ...queueing,
  ...pick('config'),
  ...permitting,
} as const satisfies Flags

export const snapshotsFlags = {
  ...selectors,
  update: {
    written: '-u, --update',
    help: 'write the snapshots of the conversations asked for, from runs that passed',
  },
  evenFailed: { written: '--even-failed', help: 'with --update: also from runs that failed' },
  prune: { written: '--prune', help: 'remove snapshots that no conversation claims' },
  callsOnly: { written: '--calls-only', help: 'compare only calls and their outputs, not what is said' },
  ...reports,
  ...performing,
  ...pick('config'),
  ...permitting,
} as const satisfies Flags

export const bisectFlags = {
  good: {
    written: '-g, --good <version>',
    help: 'a version number that passes, or a revision of git',
    needed: true,
  },
  bad: {
    written: '-b, --bad <version>',
    help: 'a later version number that fails, or draft, or a later revision of git',
    page: 'bisect.md#commits',
    needed: true,
  },
  repeat: {
    written: '--repeat <count>',
    help: 'most attempts at one version; a clear one needs fewer',
    preset: '10',
  },
  ...selection,
  ...reports,
  ...pick('showPrivate'),
  ...performing,
  concurrency: rewordFlag('concurrency', { help: 'how many conversations are searched at once, or auto' }),
  reconcile: rewordFlag('reconcile', {
    help: 'do not compare with the stored session, which also tells which version answered',
  }),
  ...pick('config'),
  ...permitting,
} as const satisfies Flags

export const recordFlags = {
  ...selectors,
  ...pick('tapes', 'reporter', 'json', 'allFailures'),
  ...performing,
  ...pick('keepGoing'),
  reconcile: rewordFlag('reconcile', { help: 'do not fetch the stored session after the last turn' }),
  ...pick('history', 'config'),
  ...permitting,
} as const satisfies Flags

export const replayFlags = {
  ...selectors,
  ...pick('tapes'),
  offline: rewordFlag('offline', { help: 'do not ask the service whether its agents changed since' }),
  ...reports,
  ...pick('quarantine', 'coverage', 'trace', 'allFailures', 'showPrivate'),
  target: rewordFlag('target', { help: 'the service whose agents to hold the tapes against' }),
  workspace: rewordFlag('workspace', { help: 'the workspace whose agents to hold the tapes against' }),
  ...pick('seed'),
  concurrency: rewordFlag('concurrency', { help: 'how many conversations run at once' }),
  ...pick('keepGoing', 'reconcile', 'config', 'allowOnly', 'seeds'),
  ...judging,
  ...pick('askJudges'),
} as const satisfies Flags

const accept = {
  written: '--accept <file>',
  help: 'mutants that suites may let live, each with a reason',
  usually: 'teeth.yaml',
  config: 'teeth',
} as const

export const teethFlags = {
  ...selectors,
  kinds: { written: '--kinds <kinds...>', help: 'only these kinds of mutants, such as drop-call slow-tool' },
  minScore: {
    written: '--min-score <percent>',
    help: 'exit with 1 if a suite catches a smaller percentage, for example 95',
  },
  accept,
  limit: { written: '-n, --limit <count>', help: 'how many suggestions are printed', preset: '10' },
  ...reports,
  ...pick('showPrivate'),
  tape: { ...sharedFlags.tape, help: 'take the conversations from tapes, and send nothing', choices: ['replay'] },
  ...pick('tapes', 'offline'),
  ...performing,
  seed: rewordFlag('seed', { help: 'seed for choosing mutants and for {{random.…}} values' }),
  reconcile: rewordFlag('reconcile', {
    help: 'do not fetch the stored session, which also tells which version answered',
  }),
  ...pick('config', 'allowOnly', 'seeds'),
  ...judging,
} as const satisfies Flags

const { minScore: _, tape: __, tapes: ___, offline: ____, ...measuring } = teethFlags

/** Of a proof: nothing is taken from tapes, since an agent has to answer anew each time. */
export const proveFlags = {
  ...selectors,
  runs: { written: '--runs <count>', help: 'how often each conversation has to pass, of as many runs', preset: '5' },
  ...measuring,
  limit: { written: '-n, --limit <count>', help: 'how many missing expectations are printed', preset: '0' },
} as const satisfies Flags

const keep = (what: string) => ({ written: '--keep <path>', help: `write ${what}, into a folder or a suite` }) as const

export const varyFlags = {
  ...selectors,
  families: {
    written: '--families <families...>',
    help: 'only these kinds of edits, such as typing dates-and-times',
  },
  operators: {
    written: '--operators <operators...>',
    help: 'only these operators, such as chat-abbreviations; with --families: these too',
  },
  variants: { written: '--variants <count>', help: 'the most variants of each conversation', preset: '60' },
  repeat: {
    written: '--repeat <count>',
    help: 'how often each variant runs at first; what differs is confirmed by pairs',
    preset: '1',
  },
  turnBudget: rewordFlag('turnBudget', { usually: 'about twice what running every variant once takes' }),
  alpha: {
    everyday: false,
    written: '--alpha <share>',
    help: 'how often a robust agent may be called brittle: 0.05 is one run in twenty',
  },
  brittle: {
    everyday: false,
    written: '--brittle <percent>',
    help: 'the largest share of variants that may be brittle',
    usually: '0, none',
    config: 'vary: { brittle: 5 % }',
  },
  paraphraseBy: {
    everyday: false,
    written: '--paraphrase-by <model>',
    help: 'a model of the config that rewords what users type',
    usually: 'none',
  },
  keep: keep('confirmed breaks as conversations'),
  printVariants: {
    written: '--print-variants [count]',
    help: 'print a random sample of the variants to read, and send nothing (default: 20)',
  },
  ...queueing,
  ...reports,
  ...pick('showPrivate'),
  ...performing,
  seed: rewordFlag('seed', { help: 'seed for drawing variants and for {{random.…}} values' }),
  ...pick('keepGoing', 'reconcile', 'config'),
  ...steps,
  ...pick('allowOnly'),
  ...judging,
} as const satisfies Flags

export const attackFlags = {
  ...pick('agentVersion'),
  families: {
    written: '--families <families...>',
    help: 'only these families of attacks, such as authority crescendo',
  },
  attacks: { written: '--attacks <attacks...>', help: 'only these attacks, by name' },
  goals: { written: '--goals <goals...>', help: 'only these goals, by name' },
  seeds: {
    written: '--seeds <count>',
    help: 'how often each attack is tried for each goal, each time worded differently',
    preset: '1',
  },
  turnBudget: rewordFlag('turnBudget', { usually: 'as many as it takes' }),
  harm: {
    written: '--harm <percent>',
    help: 'the largest share of talks that may end in harm',
    usually: '0, none',
  },
  keep: keep('each talk that did harm as a conversation'),
  printAttacks: {
    written: '--print-attacks [count]',
    help: 'print attacks to read, and send nothing (default: 20)',
  },
  ...reports,
  ...pick('showPrivate'),
  ...performing,
  seed: rewordFlag('seed', { help: 'seed for wordings and for {{random.…}} values' }),
  ...pick('reconcile', 'config', 'allowTools'),
} as const satisfies Flags

export type RunFlags = FlagsOf<typeof runFlags>
export type ListFlags = FlagsOf<typeof listFlags>
export type CompareFlags = FlagsOf<typeof compareFlags>
export type SnapshotsFlags = FlagsOf<typeof snapshotsFlags>
export type BisectFlags = FlagsOf<typeof bisectFlags>
export type TeethFlags = FlagsOf<typeof teethFlags>
export type ProveFlags = FlagsOf<typeof proveFlags>
export type VaryFlags = FlagsOf<typeof varyFlags>
export type AttackFlags = FlagsOf<typeof attackFlags>
