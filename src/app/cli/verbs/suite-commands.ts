import { type Command, Option } from 'commander'
import { finish } from '../output/finish.ts'
import type { CompareFlags } from './compare.ts'
import type { RunFlags } from './run.ts'
import { shared } from './shared-options.ts'
import type { TeethFlags } from './teeth.ts'

/** Adds the verb that holds two sides against each other. */
export function addCompareCommand(program: Command): void {
  program
    .command('compare')
    .description('run suites on two sides, paired, and say what got worse: is this draft safe to publish?')
    .argument('[a]', 'the side that is trusted: a version, or agent@version; both sides or none (default: default)')
    .argument('[b]', 'the side in question (default: draft)')
    .argument('[paths...]', 'suite files, folders of them, or file:line of one conversation (default: suites)')
    .option(...shared.name)
    .option(...shared.tags)
    .option('--repeat <pairs>', 'pairs of runs of each conversation (default: as its script repeats it, or 3)')
    .option('--no-confirm', 'do not run again what looks like a break, to be sure of it')
    .option('--until-sure', 'go on with the conversations whose verdict is open')
    .option('--turn-budget <turns>', 'the turns that --until-sure may send in all (default: 5000)')
    .option('--calibrate', 'run side a against itself as well, and call nothing that is within that')
    .option('--alpha <share>', 'how often equal sides may be called different: 0.05 is one comparison in twenty')
    .option(...shared.quarantine)
    .option(...shared.showPrivate)
    .option(...shared.target)
    .option('--b-target <url>', 'another service for side b (its key: TABLEREAD_B_API_KEY)')
    .option(...shared.workspace)
    .option('--b-workspace <path>', 'another workspace for side b')
    .addOption(
      new Option('-r, --reporter <name>', 'how to report').choices(['default', 'plain', 'json']).default('default'),
    )
    .option('--json [file]', 'write the comparison as JSON: to standard output, or to a file beside the report')
    .option('--html <file>', 'write the review, side by side, as one HTML file that needs no network')
    .option(...shared.markdown)
    .option(...shared.junit)
    .option('--shard <i/n>', 'only a part of the conversations, 2/4 for the second of four (see merge)')
    .option(...shared.durations)
    .option(...shared.seed)
    .option(...shared.clock)
    .option(...shared.concurrency)
    .option(...shared.timeLimit)
    .option(...shared.maxTurns)
    .option(...shared.maxTime)
    .option(...shared.maxTokensSpent)
    .option(...shared.maxCost)
    .option(...shared.keepGoing)
    .option(...shared.noReconcile)
    .option('--history <file>', 'where each comparison is kept (default: .tableread/history.sqlite; TABLEREAD_HISTORY)')
    .option('--no-history', 'do not keep this comparison')
    .option(...shared.config)
    .action(async (a: string | undefined, b: string | undefined, paths: string[], flags: CompareFlags) =>
      finish(
        (await import('./compare.ts')).compare(
          [a, b, ...paths].filter((each) => each !== undefined),
          flags,
        ),
      ),
    )
}

const collect = (value: string, earlier: string[] = []): string[] => [...earlier, value]

/** Adds the verbs of tapes, each of which is `run` with one `--tape`. */
export function addTapeCommands(program: Command): void {
  program
    .command('record')
    .description('run suites and keep what the service answers on tapes, so that replay needs no service')
    .argument('[paths...]', 'suite files, folders of them, or file:line of one conversation (default: suites)')
    .option(...shared.agentVersion, collect)
    .option(...shared.name)
    .option(...shared.tags)
    .option('--tapes <folder>', 'where the tapes are (default: tapes; config: tapes)')
    .addOption(reporter())
    .option(...shared.json)
    .option(...shared.target)
    .option(...shared.workspace)
    .option(...shared.seed)
    .option(...shared.clock)
    .option(...shared.concurrency)
    .option(...shared.timeLimit)
    .option(...shared.keepGoing)
    .option('--no-reconcile', 'do not fetch the stored session after the last turn')
    .option('--history <file>', 'where each run is kept (default: .tableread/history.sqlite; TABLEREAD_HISTORY)')
    .option('--no-history', 'do not keep this run')
    .option(...shared.config)
    .action(async (paths: string[], flags: RunFlags) =>
      finish((await import('./run.ts')).run(paths, { ...flags, tape: 'record' })),
    )
  program
    .command('replay')
    .description('run suites against tapes: nothing is sent, and latencies are those of the recording')
    .argument('[paths...]', 'suite files, folders of them, or file:line of one conversation (default: suites)')
    .option(...shared.agentVersion, collect)
    .option(...shared.name)
    .option(...shared.tags)
    .option('--tapes <folder>', 'where the tapes are (default: tapes; config: tapes)')
    .option('--offline', 'do not ask the service whether its agents changed since')
    .addOption(reporter())
    .option(...shared.json)
    .option(...shared.junit)
    .option(...shared.markdown)
    .option(...shared.html)
    .option(...shared.quarantine)
    .option(...shared.coverage)
    .option('--trace', 'print under each failed conversation what was seen, what matched it and why not')
    .option(...shared.showPrivate)
    .option('--target <url>', 'the service whose agents to hold the tapes against (environment: TABLEREAD_TARGET)')
    .option('--workspace <path>', 'the workspace whose agents to hold the tapes against')
    .option(...shared.seed)
    .option('-c, --concurrency <count>', 'how many conversations run at once (default: 8)')
    .option(...shared.keepGoing)
    .option(...shared.noReconcile)
    .option(...shared.config)
    .action(async (paths: string[], flags: RunFlags) =>
      finish((await import('./run.ts')).run(paths, { ...flags, tape: 'replay' })),
    )
}

function reporter(): Option {
  return new Option('-r, --reporter <name>', 'how to report')
    .choices(['default', 'plain', 'json', 'junit'])
    .default('default')
}

const collectVersions = (value: string, earlier: string[] = []): string[] => [...earlier, value]

/** Adds `tableread teeth`. */
export function addTeethCommand(program: Command): void {
  program
    .command('teeth')
    .description('measure how well suites notice an agent that gets worse, and say which expectations are missing')
    .argument('[paths...]', 'suite files, folders of them, or file:line of one conversation (default: suites)')
    .option('-v, --agent-version <version>', 'default, draft or a number; repeat it for several', collectVersions)
    .option(...shared.name)
    .option(...shared.tags)
    .option('--kinds <kinds...>', 'only these ways to be worse, such as drop-call slow-tool')
    .option('--min-score <percent>', 'exit with 1 where a suite catches less, for example 95')
    .option(
      '--accept <file>',
      'mutants that suites may let live, each with a reason (default: teeth.yaml; config: teeth)',
    )
    .option('-n, --limit <count>', 'how many suggestions are printed', '10')
    .addOption(new Option('-r, --reporter <name>', 'how to report').choices(['default', 'plain']).default('default'))
    .option('--json [file]', 'write what was found as JSON: to standard output, or to a file beside the report')
    .option(...shared.markdown)
    .option(...shared.showPrivate)
    .addOption(new Option('--tape <mode>', 'hear the conversations from tapes, and send nothing').choices(['replay']))
    .option('--tapes <folder>', 'where tapes are (default: tapes; config: tapes)')
    .option('--offline', 'with --tape: do not ask the service whether its agents changed since')
    .option(...shared.target)
    .option(...shared.workspace)
    .option('--seed <seed>', 'what mutants are chosen by, and {{random.…}} values repeat with (default: tableread)')
    .option(...shared.clock)
    .option(...shared.concurrency)
    .option(...shared.timeLimit)
    .option('--no-reconcile', 'do not fetch the stored session, which also tells which version answered')
    .option(...shared.config)
    .action(async (paths: string[], flags: TeethFlags) => finish((await import('./teeth.ts')).teeth(paths, flags)))
}
