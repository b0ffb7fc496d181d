import { resolve } from 'node:path'
import { unique } from '../../../base/group-by.ts'
import { quoteWord } from '../../../base/json/quoting.ts'
import type { ConversationComparison } from '../../../compare/model/conversation-comparison.ts'
import { describeDecision } from '../../../compare/model/describe-decision.ts'
import { describeStale, groupOpen, isOpen, listStale } from '../../../compare/review/settle-reviews.ts'
import { cleanLine } from '../../../report/text/line.ts'
import { readDate } from '../../config/flag-values.ts'
import { loadConfig, warnOfOtherConfigs } from '../../config/load-config.ts'
import { settle } from '../../config/settings.ts'
import { print } from '../../edge/print.ts'
import { UsageError } from '../../edge/usage-error.ts'
import { insistProject } from '../../files/find-suites.ts'
import type { ReviewFlags } from '../../flags/verb-flags.ts'
import { readDisplaySettings, readResultFile, suiteTexts } from '../../judging/read-result-file.ts'
import { reviewer, saveReviews } from '../../suites/reviews.ts'
import {
  describeGroup,
  describeSettled,
  describeStillFailing,
  describeUndecided,
  openReviewDesk,
  type ReviewDesk,
} from '../review/review-desk.ts'

/** Writes reviews.yaml. 0; with --edit-suites 1 where something is left to edit by hand. @throws UsageError */
export async function review(file: string, flags: ReviewFlags): Promise<number> {
  const { config } = flags
  // What is private must not get into a file that is committed, so no flag shows it here.
  const display = await readDisplaySettings({ ...(config === undefined ? {} : { config }) })
  const read = readResultFile(file, display)
  if (read.kind === 'run' && read.result.notCompared !== undefined) {
    print(`nothing was compared: ${cleanLine(read.result.notCompared)}\n`)
    return 0
  }
  if (read.kind !== 'comparison')
    throw new UsageError(`${file} is the result of a run`, 'review the result of tableread compare --json')
  const loaded = await loadConfig(process.cwd(), config)
  if (loaded.path === null) insistProject(loaded.folder)
  const files = unique(read.result.conversations.map((each) => each.file))
  if (config === undefined) warnOfOtherConfigs(files, process.cwd(), loaded.path)
  const path = resolve(loaded.folder, loaded.config.reviews ?? 'reviews.yaml')
  const again = [file, ...(config === undefined ? [] : ['--config', config])].map(quoteWord).join(' ')
  const desk = openReviewDesk(read.result, path, flags.by ?? reviewer())
  const ofSuites = async () => ({
    ...(await import('../review/review-suites.ts')),
    settled: await settle([], { ...(config === undefined ? {} : { config }) }, process.env),
  })
  const conclude = async (): Promise<void> => {
    const list = async (): Promise<string[]> => {
      const { listEditable, settled } = await ofSuites()
      return listEditable(desk, settled)
    }
    print(await desk.conclude(again, list))
  }
  if (flags.approve !== undefined || flags.reject !== undefined) {
    decideByFlags(desk, flags)
    await conclude()
    return 0
  }
  if (flags.prune === true) return prune(desk, path)
  if (flags.editSuites === true) {
    const { editSuites, settled } = await ofSuites()
    return (await editSuites(desk, file, settled)) === 0 ? 0 : 1
  }
  if (flags.serve !== undefined)
    return (await import('../review/review-page.ts')).serveReview(desk, flags.serve, suiteTexts(display))
  if (process.stdin.isTTY === true && process.stdout.isTTY === true) {
    const code = await (await import('../review/review-terminal.ts')).reviewInTerminal(desk)
    await conclude()
    return code
  }
  print(listOpen(desk, again))
  return 0
}

function decideByFlags(desk: ReviewDesk, { approve = [], reject = [], why, until }: ReviewFlags): void {
  if (why === undefined) throw new UsageError('a decision needs a reason', 'add --why "…", in words of your own')
  const term = until === undefined ? {} : { until: readDate('--until', until) }
  if (term.until !== undefined && term.until <= new Date().toISOString().slice(0, 10))
    throw new UsageError(`--until ${term.until} is over already`, 'name the first day on which it holds no longer')
  const all = desk.conversations()
  const choices = [
    ...approve.map((id) => ({ id, decision: 'approved' as const })),
    ...reject.map((id) => ({ id, decision: 'rejected' as const })),
  ].map(({ id, decision }) => ({ decision, some: findAsked(all, id) }))
  const twice = choices.flatMap(({ some }) => some).find((each, index, some) => some.indexOf(each) !== index)
  if (twice !== undefined)
    throw new UsageError(`"${cleanLine(twice.name)}" is asked for twice`, 'name each conversation or group once')
  for (const { decision, some } of choices) {
    for (const each of desk.decide(some, { decision, why, ...term }))
      print(`${decision}  ${cleanLine(each.conversation)}\n`)
    if (decision === 'approved') for (const each of some) print(describeStillFailing(each))
  }
}

/** The conversations that an id, a group or a place in a suite names. @throws UsageError if there are none */
function findAsked(all: readonly ConversationComparison[], id: string): ConversationComparison[] {
  const reviewed = all.filter(({ review: own }) => own !== undefined)
  const matches = reviewed.filter(({ review: own, id: place }) => own?.id === id || place === id)
  const grouped = reviewed.filter(({ review: own }) => own?.group === id)
  const open = grouped.filter(isOpen)
  const choice = matches.length > 0 ? matches : open.length > 0 ? open : grouped
  if (choice.length > 0) return choice
  const hints = groupOpen(reviewed).map(([first, ...others]) => {
    const ids = [first, ...others].flatMap((each) => each?.review?.id ?? [])
    return others.length === 0 ? ids.join() : `${ids.join(', ')} (together: ${first?.review?.group})`
  })
  throw new UsageError(
    `there is no difference ${id} in this result`,
    hints.length === 0 ? 'nothing is undecided in it' : `undecided are ${hints.slice(0, 10).join(', ')}`,
  )
}

function prune(desk: ReviewDesk, path: string): number {
  const stale = listStale(desk.comparison.conversations, desk.read())
  if (stale.length > 0) saveReviews(path, { drop: stale.map(({ entry }) => entry) })
  for (const each of stale) print(`taken out  ${cleanLine(describeStale(each))}\n`)
  if (stale.length === 0) print('every decision about what was compared here still decides something\n')
  return 0
}

/** What is undecided, group by group, and what was decided and is stale. */
function listOpen(desk: ReviewDesk, file: string): string {
  const all = desk.conversations()
  const groups = groupOpen(all)
  const decided = all.flatMap(({ name, review: own }) =>
    own === undefined || own.decision === 'undecided'
      ? []
      : [`${cleanLine(name)}: ${cleanLine(describeDecision(own))}\n`],
  )
  const stale = listStale(all, desk.read()).map((each) => `stale  ${cleanLine(describeStale(each))}\n`)
  if (groups.length === 0) return [...decided, ...stale, describeSettled(all, desk.comparison)].join('')
  const head = describeUndecided(groups, all, desk.comparison)
  const blocks = groups.map((group) => `\n${describeGroup(group, desk.comparison).join('\n')}\n`)
  const commands = groups.map(([first, ...others]) => {
    const id = others.length === 0 ? first?.review?.id : first?.review?.group
    return `\nnpx tableread review ${file} --approve ${id} --why "…"`
  })
  return [
    head,
    ...blocks,
    ...commands,
    '\n\nwhat is not meant: --reject in place of --approve\n',
    ...(decided.length + stale.length > 0 ? ['\n'] : []),
    ...decided,
    ...stale,
  ].join('')
}
