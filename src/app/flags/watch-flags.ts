import type { Flags, FlagsOf } from './flag.ts'
import { pick } from './shared-flags.ts'

/** What watching a service can be asked, in the order of its help. */
export const watchServiceFlags = {
  once: { written: '--once', help: 'check once and exit, as cron and scheduled workflows need it' },
  every: { written: '--every <time>', help: 'how often to check', preset: '10min', needed: true },
  drafts: {
    written: '--drafts <time>',
    help: 'also hold each draft against what is published, this often',
    usually: 'never',
    page: 'watching.md#drafts',
  },
  hook: {
    written: '--hook <port>',
    help: 'also check, drafts too, when a program of this machine sends POST /check to this port of 127.0.0.1',
    usually: 'none',
    page: 'watching.md#drafts',
  },
  webhook: {
    written: '--webhook <url>',
    help: 'where messages go: https://…, slack:https://… or teams:https://…; repeat it for several',
    environment: 'TABLEREAD_WEBHOOKS',
    repeats: true,
    page: 'watching.md#messages',
  },
  reportUrl: {
    written: '--report-url <url>',
    help: 'the address under which people find the folder of reports',
    usually: 'their path',
    page: 'watching.md#messages',
  },
  json: { written: '--json', help: 'print each check as one line of JSON' },
  ...pick('name', 'tags', 'quarantine', 'target', 'seed', 'concurrency', 'timeLimit'),
  ...pick('maxTurns', 'maxTime', 'maxTokensSpent', 'maxCost'),
  ...pick('keepGoing', 'reconcile'),
  history: {
    written: '--history <file>',
    help: 'where it keeps what it knows, what it has to tell, and each run',
    usually: '.tableread/history.sqlite',
    environment: 'TABLEREAD_HISTORY',
  },
  ...pick('config', 'allowTools', 'allowOnly', 'seeds'),
  ...pick('maxJudgeCalls', 'judgeCache'),
} as const satisfies Flags

export type WatchServiceFlags = FlagsOf<typeof watchServiceFlags>
