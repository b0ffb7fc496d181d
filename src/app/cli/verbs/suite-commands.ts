import { type Command, Option } from 'commander'
import { finish } from '../output/finish.ts'
import type { AttackFlags } from './attack.ts'
import type { BisectFlags } from './bisect.ts'
import type { CompareFlags } from './compare.ts'
import { addQueueOptions } from './queue-commands.ts'
import type { RunFlags } from './run.ts'
import {
  addHistory,
  addReporter,
  addShared,
  budgets,
  chosen,
  paths,
  reports,
  sent,
  suiteCommand,
} from './shared-options.ts'
import type { SnapshotFlags } from './snapshots.ts'
import type { TeethFlags } from './teeth.ts'
import type { VaryFlags } from './vary.ts'

/** Adds `tableread run`. */
export function addRunCommand(program: Command): void {
  const run = suiteCommand(program, 'run', 'run suites against one or more agent versions')
  addShared(run, ...chosen)
  addReporter(run, 'default', 'plain', 'json', 'junit')
  addShared(run, 'json', 'junit', 'ctrf', 'otlp', 'markdown', 'html')
  run
    .addOption(
      new Option(
        '--tape <mode>',
        'record: keep what the service answers; replay: send nothing; auto: whichever it needs',
      ).choices(['record', 'replay', 'auto']),
    )
    .option('--tapes <folder>', 'where tapes are (default: tapes; config: tapes)')
    .option('--offline', 'with --tape: do not ask the service whether its agents changed since')
    .option('--shard <i/n>', 'run only part i of n, about equal in size; tableread merge joins their --json')
  addShared(run, 'durations', 'quarantine')
    .option('--save-talks <folder>', 'write what simulated users said as suites of plain turns, a file each')
    .option(
      '--coverage',
      'print which tools, handoffs, metadata and kinds of content the run saw (--json always has it)',
    )
    .option(
      '--trace',
      'under each failed conversation, print what was seen, and what matched or why not, and curl lines',
    )
  addShared(run, 'allFailures', 'showPrivate', ...sent, ...budgets, 'keepGoing', 'noReconcile')
  addHistory(run, 'run')
    .option('--resume [journal]', 'resume a run that was killed or interrupted: only what has no verdict runs')
    .option('--journal <folder>', 'where unfinished runs are kept for --resume (default: .tableread/runs)')
    .option('--no-journal', 'do not keep it: a killed run cannot be resumed')
  addQueueOptions(run)
  addShared(run, 'config')
    .option('-w, --watch', 'keep running, and rerun what changes (through Vitest)')
    .option('--ui', 'keep running, and show the suites in the browser (through Vitest)')
    .action(async (given: string[], flags: RunFlags) => finish((await import('./run.ts')).run(given, flags)))
}

/** Adds `tableread compare`. */
export function addCompareCommand(program: Command): void {
  const compare = program
    .command('compare')
    .description('run suites on two sides, paired, and say what got worse: is this draft safe to publish?')
    .argument('[a]', 'the side that is trusted: a version, or agent@version; both sides or none (default: default)')
    .argument('[b]', 'the side in question (default: draft)')
    .argument('[paths...]', paths)
  addShared(compare, 'name', 'tags')
    .option('--repeat <pairs>', 'pairs of runs of each conversation (default: as its script repeats it, or 3)')
    .option('--no-confirm', 'do not rerun what looks like a break to confirm it')
    .option('--until-sure', 'go on with the conversations whose verdict is open')
    .option('--turn-budget <turns>', 'the most turns --until-sure may send in all (default: 5000)')
    .option('--calibrate', 'run side a against itself as well, and ignore differences within its noise')
    .option('--alpha <share>', 'how often equal sides may be called different: 0.05 is one comparison in twenty')
    .option(
      '--smallest-drop <share>',
      'drops that are certainly smaller do not shut the gate: 10% (default: as the config says)',
    )
  addShared(compare, 'quarantine', 'showPrivate', 'target').option(
    '--b-target <url>',
    'another service for side b (its key: TABLEREAD_B_API_KEY)',
  )
  addShared(compare, 'workspace').option('--b-workspace <path>', 'another workspace for side b')
  addReporter(compare, 'default', 'plain', 'json')
    .option('--json [file]', 'write the comparison as JSON: to standard output, or to a file beside the report')
    .option('--html <file>', 'write the review, side by side, as one HTML file that needs no network')
  addShared(compare, 'markdown', 'junit', 'ctrf', 'otlp', 'allFailures').option(
    '--shard <i/n>',
    'only a part of the conversations, 2/4 for the second of four (see merge)',
  )
  addShared(compare, 'durations', 'seed', 'clock', 'concurrency', 'timeLimit', ...budgets, 'keepGoing', 'noReconcile')
  addHistory(compare, 'comparison')
  addQueueOptions(compare)
  addShared(compare, 'config').action(
    async (a: string | undefined, b: string | undefined, given: string[], flags: CompareFlags) =>
      finish(
        (await import('./compare.ts')).compare(
          [a, b, ...given].filter((each) => each !== undefined),
          flags,
        ),
      ),
  )
}

/** Adds `tableread snapshots`. */
export function addSnapshotsCommand(program: Command): void {
  const about = 'run suites and compare each transcript with its snapshot under snapshots/'
  const snapshots = suiteCommand(program, 'snapshots', about)
  addShared(snapshots, ...chosen)
    .option('-u, --update', 'write the snapshots of the conversations asked for, from runs that passed')
    .option('--even-failed', 'with --update: also from runs that failed')
    .option('--prune', 'remove snapshots that no conversation claims any more')
    .option('--calls-only', 'compare only calls and their outputs, not what is said')
    .option('--json', 'print what was found as JSON')
  addShared(snapshots, ...sent, 'config').action(async (given: string[], flags: SnapshotFlags) =>
    finish((await import('./snapshots.ts')).snapshots(given, flags)),
  )
}

/** Adds `tableread bisect`. */
export function addBisectCommand(program: Command): void {
  const bisect = suiteCommand(program, 'bisect', 'find the first version of an agent that breaks a conversation')
    .requiredOption('-g, --good <version>', 'a version number that passes, or a revision of git')
    .requiredOption('-b, --bad <version>', 'a later version number that fails, or draft, or a later revision of git')
    .option('--repeat <count>', 'most attempts at one version; a clear one needs fewer', '10')
  addShared(bisect, 'name', 'tags')
  addReporter(bisect, 'default', 'plain').option('--json', 'print the result as JSON, and nothing else')
  addShared(bisect, 'showPrivate', 'target', 'workspace', 'seed', 'clock').option(
    '-c, --concurrency <count>',
    'how many conversations are searched at once, or auto (default: 8)',
  )
  addShared(bisect, 'timeLimit', 'maxTokensSpent', 'maxCost').option(
    '--no-reconcile',
    'do not compare with the stored session, which also tells which version answered',
  )
  addShared(bisect, 'config').action(async (given: string[], flags: BisectFlags) =>
    finish((await import('./bisect.ts')).bisect(given, flags)),
  )
}

/** Adds `record` and `replay`, each of which is `run` with one `--tape` mode. */
export function addTapeCommands(program: Command): void {
  const about = 'run suites and keep what the service answers on tapes, so that replay needs no service'
  const record = suiteCommand(program, 'record', about)
  addShared(record, ...chosen).option('--tapes <folder>', 'where the tapes are (default: tapes; config: tapes)')
  addReporter(record, 'default', 'plain', 'json', 'junit')
  addShared(record, 'json', 'allFailures', ...sent, 'keepGoing').option(
    '--no-reconcile',
    'do not fetch the stored session after the last turn',
  )
  addHistory(record, 'run')
  addShared(record, 'config').action(async (given: string[], flags: RunFlags) =>
    finish((await import('./run.ts')).run(given, { ...flags, tape: 'record' })),
  )
  const against = 'run suites against tapes: nothing is sent, and latencies are those of the recording'
  const replay = suiteCommand(program, 'replay', against)
  addShared(replay, ...chosen)
    .option('--tapes <folder>', 'where the tapes are (default: tapes; config: tapes)')
    .option('--offline', 'do not ask the service whether its agents changed since')
  addReporter(replay, 'default', 'plain', 'json', 'junit')
  addShared(replay, 'json', 'junit', 'ctrf', 'otlp', 'markdown', 'html', 'quarantine', 'coverage').option(
    '--trace',
    'under each failed conversation, print what was seen, and what matched or why not',
  )
  addShared(replay, 'allFailures', 'showPrivate')
    .option('--target <url>', 'the service whose agents to hold the tapes against (environment: TABLEREAD_TARGET)')
    .option('--workspace <path>', 'the workspace whose agents to hold the tapes against')
  addShared(replay, 'seed').option('-c, --concurrency <count>', 'how many conversations run at once (default: 8)')
  addShared(replay, 'keepGoing', 'noReconcile', 'config').action(async (given: string[], flags: RunFlags) =>
    finish((await import('./run.ts')).run(given, { ...flags, tape: 'replay' })),
  )
}

/** Adds `tableread teeth`. */
export function addTeethCommand(program: Command): void {
  const about = 'measure how well suites notice an agent that gets worse, and say which expectations are missing'
  const teeth = suiteCommand(program, 'teeth', about)
  addShared(teeth, ...chosen)
    .option('--kinds <kinds...>', 'only these kinds of mutants, such as drop-call slow-tool')
    .option('--min-score <percent>', 'exit with 1 if a suite catches a smaller percentage, for example 95')
    .option(
      '--accept <file>',
      'mutants that suites may let live, each with a reason (default: teeth.yaml; config: teeth)',
    )
    .option('-n, --limit <count>', 'how many suggestions are printed', '10')
  addReporter(teeth, 'default', 'plain', 'json', 'junit')
  addShared(teeth, ...reports, 'showPrivate')
    .addOption(new Option('--tape <mode>', 'take the conversations from tapes, and send nothing').choices(['replay']))
    .option('--tapes <folder>', 'where tapes are (default: tapes; config: tapes)')
    .option('--offline', 'with --tape: do not ask the service whether its agents changed since')
  addShared(teeth, 'target', 'workspace').option(
    '--seed <seed>',
    'seed for choosing mutants and for {{random.…}} values (default: tableread)',
  )
  addShared(teeth, 'clock', 'concurrency', 'timeLimit').option(
    '--no-reconcile',
    'do not fetch the stored session, which also tells which version answered',
  )
  addShared(teeth, 'config').action(async (given: string[], flags: TeethFlags) =>
    finish((await import('./teeth.ts')).teeth(given, flags)),
  )
}

/** Adds `tableread vary`. */
export function addVaryCommand(program: Command): void {
  const about = 'run conversations as other people would type them, and find the edit that breaks the agent'
  const vary = suiteCommand(program, 'vary', about)
  addShared(vary, ...chosen)
    .option('--families <families...>', 'only these kinds of edits, such as typing dates-and-times')
    .option(
      '--operators <operators...>',
      'only these operators, such as chat-abbreviations; with --families: these too',
    )
    .option('--variants <count>', 'the most variants of each conversation', '60')
    .option('--repeat <count>', 'how often each variant runs at first; what differs is confirmed by pairs', '1')
    .option(
      '--turn-budget <turns>',
      'the most turns to send in all (default: about twice what running every variant once takes)',
    )
    .option('--alpha <share>', 'how often a robust agent may be called brittle: 0.05 is one run in twenty')
    .option(
      '--brittle <percent>',
      'the largest share of variants that may be brittle (default: 0, none; config: vary: { brittle: 5 % })',
    )
    .option('--paraphrase-by <model>', 'a model of the config that rewords what users type (default: none)')
    .option('--keep <path>', 'write confirmed breaks as conversations, into a folder or a suite')
    .option('--print-variants [count]', 'print a random sample of the variants to read, and send nothing (default: 20)')
  addQueueOptions(vary)
  addReporter(vary, 'default', 'plain', 'json', 'junit')
  addShared(vary, ...reports, 'showPrivate', 'target', 'workspace').option(
    '--seed <seed>',
    'seed for drawing variants and for {{random.…}} values (default: tableread)',
  )
  addShared(vary, 'clock', 'concurrency', 'timeLimit', ...budgets, 'keepGoing', 'noReconcile', 'config').action(
    async (given: string[], flags: VaryFlags) => finish((await import('./vary.ts')).vary(given, flags)),
  )
}

/** Adds `tableread attack`. */
export function addAttackCommand(program: Command): void {
  const attack = program
    .command('attack')
    .description('try to talk an agent into harm: calls that must not come, texts that must not be told')
    .argument('[paths...]', 'files of attacks, or folders of them (default: attacks)')
  addShared(attack, 'agentVersion')
    .option('--families <families...>', 'only these families of attacks, such as authority crescendo')
    .option('--attacks <attacks...>', 'only these attacks, by name')
    .option('--goals <goals...>', 'only these goals, by name')
    .option('--seeds <count>', 'how often each attack is tried for each goal, each time worded differently', '1')
    .option('--turn-budget <turns>', 'the most turns to send in all (default: as many as it takes)')
    .option('--harm <percent>', 'the largest share of talks that may end in harm (default: 0, none)')
    .option('--keep <path>', 'write each talk that did harm as a conversation, into a folder or a suite')
    .option('--print-attacks [count]', 'print attacks to read, and send nothing (default: 20)')
  addReporter(attack, 'default', 'plain', 'json', 'junit')
  addShared(attack, ...reports, 'showPrivate', 'target', 'workspace').option(
    '--seed <seed>',
    'seed for wordings and for {{random.…}} values (default: tableread)',
  )
  addShared(attack, 'clock', 'concurrency', 'timeLimit', ...budgets, 'noReconcile', 'config').action(
    async (given: string[], flags: AttackFlags) => finish((await import('./attack.ts')).attack(given, flags)),
  )
}
