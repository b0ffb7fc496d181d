import { type Command, Option } from 'commander'
import { finish } from '../output/finish.ts'
import type { MergeFlags } from './merge.ts'
import type { ReportVerbFlags } from './report.ts'

/** Adds the verbs that read results again: `report`, and `merge`, which is `report merge` as well. */
export function addResultCommands(program: Command): void {
  addMerge(program)
  const report = addReports(
    program
      .command('report')
      .description('write reports of a result that was kept as JSON; without flags print it')
      .argument('<file>', 'what --json wrote, of a run or a comparison')
      .option('--coverage', 'print which tools, handoffs, metadata and kinds of content the run saw')
      .option('--trace', 'print under each failed conversation what was seen, what matched it and why not'),
  ).action(async (file: string, flags: ReportVerbFlags) => finish((await import('./report.ts')).report(file, flags)))
  addMerge(report)
}

function addMerge(parent: Command): void {
  addReports(
    parent
      .command('merge')
      .description('put the results of all shards of a run, or of a comparison, together, and report the whole')
      .argument('<files...>', 'the JSON of each shard, as --shard i/n --json wrote it')
      .option('--coverage', 'print which tools, handoffs, metadata and kinds of content the run saw')
      .option('--config <file>', 'the config file, for the gate of a comparison'),
  ).action(async (files: string[], _: MergeFlags, command: Command) =>
    // As `report merge` the flags that both verbs have are those of `report`, wherever they stand.
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
    .option('--markdown <file>', 'write a summary as Markdown, for a pull request or a job; - is standard output')
    .option('--html <file>', 'write the report as one HTML file that needs no network')
    .option('--write-durations <file>', 'write how long conversations took to a file, for --durations to cut shards by')
    .option('--show-private', 'show personal data and signed links that the file holds')
}
