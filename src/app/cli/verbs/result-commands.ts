import { type Command, Option } from 'commander'
import { peers } from '../../../import/peers/draft/draft.ts'
import { traceFormats } from '../../../import/traces/trace-format.ts'
import { finish } from '../output/finish.ts'
import type { ImportFlags } from './import.ts'
import type { PeerFlags } from './import-peers.ts'
import type { MergeFlags } from './merge.ts'
import type { ReportVerbFlags } from './report.ts'
import type { ScoreFlags } from './score.ts'
import { collectTexts, shared } from './shared-options.ts'

/** Adds the verbs that read results back: `report`, and `merge`, also available as `report merge`. */
export function addResultCommands(program: Command): void {
  addMerge(program)
  const report = addReports(
    program
      .command('report')
      .description('write reports of a result that was kept as JSON; without flags print it')
      .argument('<file>', 'what --json wrote, of a run or a comparison')
      .option(...shared.coverage)
      .option('--trace', 'under each failed conversation, print what was seen, and what matched or why not')
      .option(...shared.allFailures),
  ).action(async (file: string, flags: ReportVerbFlags) => finish((await import('./report.ts')).report(file, flags)))
  addMerge(report)
}

function addMerge(parent: Command): void {
  addReports(
    parent
      .command('merge')
      .description('put the results of all shards of a run, or of a comparison, together, and report the whole')
      .argument('<files...>', 'the JSON of each shard, as --shard i/n --json wrote it')
      .option(...shared.coverage)
      .option(...shared.allFailures)
      .option('--config <file>', 'the config file, for the gate of a comparison'),
  ).action(async (files: string[], _: MergeFlags, command: Command) =>
    // For `report merge`, flags that both verbs have are parsed by `report`, wherever they stand.
    finish((await import('./merge.ts')).merge(files, command.optsWithGlobals<MergeFlags>())),
  )
}

function addReports(command: Command): Command {
  return command
    .addOption(
      new Option('-r, --reporter <name>', 'how to print it')
        .choices(['default', 'plain', 'json', 'junit'])
        .default('default'),
    )
    .option('--json [file]', 'write it as JSON: to standard output, or to a file')
    .option('--junit <file>', 'write JUnit XML to a file')
    .option(...shared.ctrf)
    .option(...shared.otlp)
    .option(...shared.markdown)
    .option(...shared.html)
    .option('--write-durations <file>', 'write how long conversations took to a file, for --durations to cut shards by')
    .option('--show-private', 'show personal data and signed links that the file holds')
}

/** Adds the verbs that read past sessions: `import` and `score`. */
export function addImportCommands(program: Command): void {
  program
    .command('import')
    .description('draft a suite from past sessions, with personal data masked')
    .argument('<sessions...>', 'ids of sessions, files of them (JSON, JSON lines), or folders of such files')
    .addOption(
      new Option(
        '--from <format>',
        'read traces or scripts of another tool instead; auto detects what each file is (without it: sessions, or scripts if they clearly are)',
      ).choices([...traceFormats, ...peers, 'auto']),
    )
    .option(
      '-o, --output <file>',
      'write the draft to this file; scripts of other tools: to a folder (default: standard output)',
    )
    .option('--suite <name>', 'the name of the suite', 'Imported')
    .option('--agent <name>', 'the agent to talk with, instead of the one that the sessions name')
    .option('--keep <count>', 'how many sessions to keep for each path of calls; all keeps every one', '1')
    .addOption(
      new Option(
        '--calls <how>',
        'what to expect of calls: exactly the recorded ones and their arguments, or those in order among others, with the arguments that are known',
      )
        .choices(['exactly', 'in-order'])
        .default('exactly'),
    )
    .option('--recordings <file>', 'also write the masked sessions for a replay agent of the local service')
    .option('--force', 'overwrite existing files')
    .option('--target <url>', 'the service to fetch sessions from (environment: TABLEREAD_TARGET)')
    .option('--json', 'print what was imported, and what was not, as JSON')
    .option(...shared.config)
    .action(async (given: string[], flags: ImportFlags & PeerFlags) =>
      finish((await import('./import-given.ts')).importGiven(given, flags)),
    )
  program
    .command('score')
    .description('check past sessions against guardrails and transcript laws; nothing is sent to an agent')
    .argument('<sessions...>', 'ids of sessions, files of them (JSON, JSON lines), or folders of such files')
    .option('--suite <file>', 'a suite whose "every turn" and laws apply as well; repeat it for several', collectTexts)
    .addOption(
      new Option('-r, --reporter <name>', 'how to report')
        .choices(['default', 'plain', 'json', 'junit'])
        .default('default'),
    )
    .option('--mask', 'mask personal data before sessions are judged and reported')
    .option(...shared.json)
    .option(...shared.junit)
    .option(...shared.ctrf)
    .option(...shared.otlp)
    .option('--markdown <file>', 'write a summary as Markdown; - is standard output')
    .option(...shared.html)
    .option('--coverage', 'print which tools, handoffs, metadata and kinds of content the sessions saw')
    .option('--trace', 'under each session that fails, print what was seen in it')
    .option(...shared.allFailures)
    .option(...shared.showPrivate)
    .option('--target <url>', 'the service to fetch sessions from (environment: TABLEREAD_TARGET)')
    .option('--max-tokens-spent <tokens>', 'the token budget of judges: once it is spent, none is asked')
    .option('--max-cost <amount>', 'the cost budget of judges: once it is spent, none is asked')
    .option(...shared.config)
    .action(async (given: string[], flags: ScoreFlags) => finish((await import('./score.ts')).score(given, flags)))
}
