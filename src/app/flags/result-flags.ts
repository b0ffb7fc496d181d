import { peers, shownStates } from '../../import/peers/draft/draft.ts'
import { traceFormats } from '../../import/traces/trace-format.ts'
import type { Flags, FlagsOf } from './flag.ts'
import { pick, rewordFlag, sharedFlags } from './shared-flags.ts'
import { reports } from './study-flags.ts'

/** What the verbs that read results, sessions and labels can be asked, in the order of their help. */

const asJson = { written: '--json', help: 'print it as JSON' } as const
const sessionsFrom = rewordFlag('target', { help: 'the service to fetch sessions from' })
const ofResults = {
  ...reports,
  ...pick('writeDurations'),
  showPrivate: rewordFlag('showPrivate', { help: 'show personal data and signed links that the file holds' }),
} as const

export const reportFlags = {
  ...pick('coverage', 'trace', 'allFailures'),
  ...ofResults,
} as const satisfies Flags

export const mergeFlags = {
  ...pick('coverage', 'allFailures'),
  config: { written: '--config <file>', help: 'the config file, for the gate of a comparison' },
  ...ofResults,
} as const satisfies Flags

export const importFlags = {
  from: {
    written: '--from <format>',
    help: 'read traces or scripts of another tool instead; auto detects what each file is (without it: sessions, or scripts if they clearly are)',
    choices: [...traceFormats, ...peers, 'auto'],
  },
  output: {
    written: '-o, --output <file>',
    help: 'write the draft to this file; scripts of other tools: to a folder',
    usually: 'standard output',
  },
  suite: { written: '--suite <name>', help: 'the name of the suite', preset: 'Imported', needed: true },
  agent: { written: '--agent <name>', help: 'the agent to talk with, instead of the one that the sessions name' },
  keep: {
    written: '--keep <count>',
    help: 'how many sessions to keep for each path of calls; all keeps every one',
    preset: '1',
    needed: true,
  },
  everyTurn: {
    written: '--every-turn',
    help: 'make a conversation of each turn of the agent, with what was said before it as its history; --keep then counts turns',
  },
  calls: {
    written: '--calls <how>',
    help: 'what to expect of calls: exactly the recorded ones and their arguments, or those in order among others, with the arguments that are known',
    choices: ['exactly', 'in-order'],
    preset: 'exactly',
    needed: true,
  },
  recordings: {
    written: '--recordings <file>',
    help: 'also write the masked sessions for a replay agent of the local service',
  },
  shows: {
    written: '--shows <state...>',
    help: "of what Rasa's tests look at, what your agent shows: slots, as variables of its session, or flows, as calls of their names",
    choices: shownStates,
  },
  force: { written: '--force', help: 'overwrite existing files' },
  target: sessionsFrom,
  ...reports,
  ...pick('config'),
} as const satisfies Flags

export const scoreFlags = {
  suite: {
    written: '--suite <file>',
    help: 'a suite whose "every turn" and laws apply as well; repeat it for several',
    repeats: true,
  },
  mask: { written: '--mask', help: 'mask personal data before sessions are judged and reported' },
  ...reports,
  coverage: rewordFlag('coverage', {
    help: 'print which tools, handoffs, metadata and kinds of content the sessions saw',
  }),
  trace: rewordFlag('trace', { help: 'under each session that fails, print what was seen in it' }),
  ...pick('allFailures', 'showPrivate'),
  target: sessionsFrom,
  maxTokensSpent: rewordFlag('maxTokensSpent', { help: 'the token budget of judges: once it is spent, none is asked' }),
  maxCost: rewordFlag('maxCost', { help: 'the cost budget of judges: once it is spent, none is asked' }),
  ...pick('config', 'maxJudgeCalls', 'judgeCache'),
} as const satisfies Flags

const by = { written: '--by <name>', help: 'who labels; with several people, how far they agree is measured' } as const

export const labelFlags = {
  output: { written: '-o, --output <file>', help: 'the label file to add to', needed: true },
  by,
  ...pick('config'),
} as const satisfies Flags

export const calibrateFlags = {
  ...reports,
  maxJudgeCalls: {
    written: sharedFlags.maxJudgeCalls.written,
    help: 'ask judges at most this many questions',
    config: 'judges: max calls',
  },
  judgeCache: rewordFlag('judgeCache', { help: 'ask again instead of using cached answers' }),
  ...pick('maxTokensSpent', 'maxCost', 'config'),
} as const satisfies Flags

export const statusFlags = {
  json: asJson,
  strict: { written: '--strict', help: 'exit with 1 where a criterion is not licensed' },
  ...pick('config'),
} as const satisfies Flags

export type ReportVerbFlags = FlagsOf<typeof reportFlags>
export type MergeFlags = FlagsOf<typeof mergeFlags>
export type ImportFlags = FlagsOf<typeof importFlags>
export type ScoreFlags = FlagsOf<typeof scoreFlags>
export type LabelFlags = FlagsOf<typeof labelFlags>
export type CalibrateFlags = FlagsOf<typeof calibrateFlags>
export type StatusFlags = FlagsOf<typeof statusFlags>
