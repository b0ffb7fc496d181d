import * as results from '../flags/result-flags.ts'
import * as studies from '../flags/study-flags.ts'
import * as verbs from '../flags/verb-flags.ts'
import { watchServiceFlags } from '../flags/watch-flags.ts'
import { type Verb, verb } from './command.ts'

const suites = [
  '[paths...]',
  'suite files, folders of them, or file:line of one conversation (default: suites)',
] as const
const sessions = [
  '<sessions...>',
  'ids of sessions, files of them (JSON, JSON lines), or folders of such files',
] as const

/** Why a study has not what others have. Options that are not a matter of studies at all are unknown to it, as any other. */
const reasons = {
  noShards: 'its verdict is about all of its conversations together; choose some with -t, --tags or paths',
  noQueue: 'it runs on this machine alone; choose conversations with -t, --tags or paths',
  noTapes: 'agents have to answer anew; tableread replay runs suites against tapes',
  noJournal: 'what it judges is in no file while it runs; run it again on what is left with -t or paths',
  noHistory: 'the history keeps how conversations fared as written: tableread run and compare add to it',
} as const

const alone = {
  shard: reasons.noShards,
  resume: reasons.noJournal,
  journal: reasons.noJournal,
  history: reasons.noHistory,
}
const byItself = { ...alone, queue: reasons.noQueue }

export const parents: Readonly<Record<string, string>> = {
  judge: 'licences for judges: label examples, ask the judge, and see which criteria count',
  queue: 'show the state of a queue, pause it, or set its limits',
}

const merge = (name: string): Verb =>
  verb(name, 'put the results of all shards of a run, or of a comparison, together, and report the whole', {
    takes: [['<files...>', 'the JSON of each shard, as --shard i/n --json wrote it']],
    flags: results.mergeFlags,
    perform: async (paths, flags) => (await import('./verbs/merge.ts')).merge(paths, flags),
  })

const queue = <Action extends keyof typeof verbs.queueFlags>(action: Action, about: string): Verb =>
  verb(`queue ${action}`, about, {
    flags: verbs.queueFlags[action],
    perform: async (_, flags) => (await import('./verbs/queue.ts')).queue(action, flags),
  })

/** Every verb, in the order of the help. */
export const commands: readonly Verb[] = [
  verb('run', 'run suites against one or more agent versions', {
    takes: [suites],
    flags: studies.runFlags,
    perform: async (paths, flags) => (await import('./verbs/run.ts')).run(paths, flags),
  }),
  verb('compare', 'run suites on two sides, paired, and say what got worse: is this draft safe to publish?', {
    takes: [
      ['[a]', 'the side that is trusted: a version, or agent@version; both sides or none (default: default)'],
      ['[b]', 'the side in question (default: draft)'],
      suites,
    ],
    flags: studies.compareFlags,
    without: { tape: reasons.noTapes },
    perform: async (paths, flags) => (await import('./verbs/compare.ts')).compare(paths, flags),
  }),
  verb('review', 'show what differs between versions and nobody decided about, and write decisions to reviews.yaml', {
    takes: [['<result>', 'what compare --json wrote']],
    flags: verbs.reviewFlags,
    perform: async ([file = ''], flags) => (await import('./verbs/review.ts')).review(file, flags),
  }),
  verb('chat', 'talk with an agent in the terminal, and keep the talk as a conversation of a suite', {
    takes: [['[agent]', 'the name of the agent']],
    flags: verbs.chatFlags,
    endsAtOnce: true,
    perform: async ([agent], flags) => (await import('./verbs/chat.ts')).chat(agent, flags),
  }),
  verb('serve', 'start the local service, all of it on a loopback port', {
    flags: verbs.serveFlags,
    perform: async (_, flags) => (await import('./verbs/serve.ts')).serve(flags),
  }),
  verb('demo', 'run the demo suites against the default and the draft version of three demo agents', {
    flags: {},
    perform: async () => (await import('./verbs/demo.ts')).demo(),
  }),
  verb('lint', 'check suite files, and hold them against the agents, without sending a turn', {
    takes: [['[paths...]', 'suite files or folders of them (default: suites)']],
    flags: verbs.lintFlags,
    perform: async (paths, flags) => (await import('./verbs/lint.ts')).lint(paths, flags),
  }),
  verb('list', 'list the conversations that a run would hold, without sending anything', {
    takes: [suites],
    flags: studies.listFlags,
    perform: async (paths, flags) => (await import('./verbs/list.ts')).list(paths, flags),
  }),
  verb('snapshots', 'run suites and compare each transcript with its snapshot under snapshots/', {
    takes: [suites],
    flags: studies.snapshotsFlags,
    without: { ...byItself, tape: reasons.noTapes },
    perform: async (paths, flags) => (await import('./verbs/snapshots.ts')).snapshots(paths, flags),
  }),
  verb('bisect', 'find the first version of an agent that breaks a conversation', {
    takes: [suites],
    flags: studies.bisectFlags,
    without: { ...byItself, tape: reasons.noTapes },
    perform: async (paths, flags) => (await import('../studies/bisect.ts')).bisect(paths, flags),
  }),
  verb(
    'watch-service',
    'notice what is published on a service, judge it against the version before, and tell what regressed',
    {
      takes: [suites],
      flags: watchServiceFlags,
      perform: async (paths, flags) => (await import('./verbs/watch-service.ts')).watchService(paths, flags),
    },
  ),
  verb('history', 'show how conversations fared over the runs that were kept, and which are flaky', {
    takes: [['[paths...]', 'suite files, folders of them, or file:line of one conversation (default: all)']],
    flags: verbs.historyFlags,
    perform: async (paths, flags) => (await import('./verbs/history.ts')).history(paths, flags),
  }),
  verb('schema', 'print the JSON Schema of suites and other files, or write them for an editor', {
    takes: [
      [
        '[kind]',
        'suite, config, workspace, agent, include, quarantine, labels, attacks, result, comparison, variation, attack, teeth, bisection, calibration, contract, suggestion, message or openapi (default: suite)',
      ],
    ],
    flags: verbs.schemaFlags,
    perform: async ([kind], flags) => (await import('./verbs/schema.ts')).schema(kind, flags),
  }),
  verb('completion', 'print a script that completes verbs and flags in a shell', {
    takes: [['<shell>', 'bash, zsh or fish; for example: eval "$(npx tableread completion bash)"']],
    flags: {},
    perform: async ([shell = '']) => (await import('./completion.ts')).completion(shell, commands),
  }),
  verb('init', 'start a project: a suite, a config, an agent and a pipeline; existing files are kept', {
    takes: [['[folder]', 'the folder of the project, made if it is not there (default: this one)']],
    flags: verbs.initFlags,
    perform: async ([folder], flags) => (await import('./verbs/init.ts')).init(folder, flags),
  }),
  verb(
    'contract',
    'test the rules of the interface with generated requests, on the local service or in safe mode on a live one',
    {
      flags: verbs.contractFlags,
      without: byItself,
      perform: async (_, flags) => (await import('./verbs/contract.ts')).contract(flags),
    },
  ),
  verb('mcp', 'serve tools for coding agents over standard input and output (Model Context Protocol)', {
    flags: verbs.mcpFlags,
    perform: async (_, flags) => (await import('../mcp/serve-tools.ts')).serveTools(flags),
  }),
  verb('pull', "copy an agent's configuration from a service into a workspace, to rehearse it there; nothing is sent", {
    flags: verbs.pullFlags,
    perform: async (_, flags) => (await import('./verbs/pull.ts')).pull(flags),
  }),
  verb('import', 'draft a suite from past sessions, with personal data masked', {
    takes: [sessions],
    flags: results.importFlags,
    perform: async (paths, flags) => (await import('./verbs/import/import-given.ts')).importGiven(paths, flags),
  }),
  verb('score', 'check past sessions against guardrails and transcript laws; nothing is sent to an agent', {
    takes: [sessions],
    flags: results.scoreFlags,
    perform: async (paths, flags) => (await import('./verbs/score.ts')).score(paths, flags),
  }),
  merge('merge'),
  verb('report', 'write reports of a result that was kept as JSON; without flags print it', {
    takes: [
      [
        '<file>',
        'what --json of a verb wrote: of run, compare, vary, attack, teeth, prove, bisect, judge calibrate, contract, suggest',
      ],
    ],
    flags: results.reportFlags,
    perform: async ([file = ''], flags) => (await import('./verbs/report.ts')).report(file, flags),
  }),
  merge('report merge'),
  verb('record', 'run suites and keep what the service answers on tapes, so that replay needs no service', {
    takes: [suites],
    flags: studies.recordFlags,
    perform: async (paths, flags) => (await import('./verbs/run.ts')).run(paths, { ...flags, tape: 'record' }),
  }),
  verb('replay', 'run suites against tapes: nothing is sent, and latencies are those of the recording', {
    takes: [suites],
    flags: studies.replayFlags,
    perform: async (paths, flags) => (await import('./verbs/run.ts')).run(paths, { ...flags, tape: 'replay' }),
  }),
  verb('teeth', 'measure how well suites notice an agent that gets worse, and say which expectations are missing', {
    takes: [suites],
    flags: studies.teethFlags,
    without: byItself,
    perform: async (paths, flags) => (await import('../studies/teeth.ts')).teeth(paths, flags),
  }),
  verb(
    'suggest',
    'list what should be tried with an agent, what suites cover of it, and draft the rest; no turn is sent',
    {
      takes: [['[paths...]', 'suite files or folders of them (default: suites)']],
      flags: verbs.suggestFlags,
      perform: async (paths, flags) => (await import('../studies/suggest.ts')).suggest(paths, flags),
    },
  ),
  verb('prove', 'run each conversation several times, and refuse what is flaky or notices nothing that others do not', {
    takes: [suites],
    flags: studies.proveFlags,
    without: { ...byItself, tape: reasons.noTapes },
    perform: async (paths, flags) => (await import('../studies/teeth.ts')).prove(paths, flags),
  }),
  verb('vary', 'run conversations as other people would type them, and find the edit that breaks the agent', {
    takes: [suites],
    flags: studies.varyFlags,
    without: { ...alone, tape: reasons.noTapes },
    perform: async (paths, flags) => (await import('../studies/vary.ts')).vary(paths, flags),
  }),
  verb('attack', 'try to talk an agent into harm: calls that must not come, texts that must not be told', {
    takes: [['[paths...]', 'files of attacks, or folders of them (default: attacks)']],
    flags: studies.attackFlags,
    without: { ...byItself, tape: reasons.noTapes },
    perform: async (paths, flags) => (await import('../studies/attack.ts')).attack(paths, flags),
  }),
  verb('judge label', 'walk through the transcripts of a result, and write down whether each criterion is met', {
    takes: [['<result>', 'what --json wrote of a run with judges']],
    flags: results.labelFlags,
    perform: async ([result = ''], flags) => (await import('./verbs/judge/label.ts')).labelResult(result, flags),
  }),
  verb(
    'judge calibrate',
    'ask the judge about labelled examples, print how often it is right, and write its licences',
    {
      takes: [['[labels...]', 'label files or folders of them (default: labels)']],
      flags: results.calibrateFlags,
      perform: async (paths, flags) => (await import('./verbs/judge/calibrate.ts')).calibrateJudges(paths, flags),
    },
  ),
  verb('judge status', 'show which criteria of the suites are licensed, since when, and why the others are not', {
    takes: [['[paths...]', 'suite files or folders of them (default: suites)']],
    flags: results.statusFlags,
    perform: async (paths, flags) => (await import('./verbs/judge/status.ts')).judgeStatus(paths, flags),
  }),
  verb('work', 'run conversations that "run --queue" put on a queue, until stopped', {
    flags: verbs.workFlags,
    perform: async (_, flags) => (await import('./verbs/work.ts')).work(flags),
  }),
  queue('status', 'runs, workers, limits, and what is left'),
  queue('page', 'serve a page on 127.0.0.1 that shows the same, live'),
  queue('pause', 'start nothing new; what is running finishes'),
  queue('resume', 'go on after a pause'),
  queue('limit', 'set limits for all workers together, from now on'),
]
