import type { Command } from 'commander'
import { finish } from '../output/finish.ts'
import type { ContractFlags } from './contract.ts'

/** Adds `tableread contract`. */
export function addContractCommand(program: Command): void {
  const collect = (value: string, earlier: string[] = []): string[] => [...earlier, value]
  program
    .command('contract')
    .description(
      'try the rules of the interface with drawn requests, on the local service or in safe mode on a live one',
    )
    .option('--rule <id>', 'only this rule, for example CHA-10; repeat it for several', collect)
    .option('--seed <seed>', 'what the requests are drawn from; the same number draws the same (default: by chance)')
    .option('--path <path>', 'begin at one case of the seed, as a counterexample names it; with one --rule')
    .option('--runs <count>', 'how many requests are drawn for a rule (default: 100)')
    .option('--live', 'the configured service, in safe mode: nothing leaves that could reach a person')
    .option('--target <url>', 'the live service (environment: TABLEREAD_TARGET)')
    .option(
      '--agent <name>',
      'an agent of the live service to talk to, where its tools are harmless or allowed; repeat it for several',
      collect,
    )
    .option('--workspace <path>', 'a workspace of the local service; repeat it for a second one', collect)
    .option('--ledger <file>', 'note in this file what was verified on which target, and when')
    .option('--json [file]', 'print the report as JSON, or write it to a file beside the text')
    .option('--config <file>', 'the config file (default: tableread.config.yaml or .ts)')
    .action(async (flags: ContractFlags) => finish((await import('./contract.ts')).contract(flags)))
}
