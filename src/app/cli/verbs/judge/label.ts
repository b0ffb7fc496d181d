import { basename, dirname, extname, relative, resolve, sep } from 'node:path'
import { lookAt, readText } from '../../../../base/files/files.ts'
import type { JsonObject } from '../../../../base/json/json.ts'
import { listEntries } from '../../../../engine/judge/compose-question.ts'
import { appendExample } from '../../../../records/licence/append-example.ts'
import { type Example, writeTurns } from '../../../../records/licence/example.ts'
import { shownOf } from '../../../../records/licence/gather-examples.ts'
import type { JudgeFinding } from '../../../../suite/language/expectations/judge-expectation.ts'
import { type ChatScreen, line, renderLine, type ShownLine, textLines } from '../../../chat/screen.ts'
import { type RunSettled, settle } from '../../../config/settings.ts'
import { brokenFiles, UsageError } from '../../../edge/usage-error.ts'
import { schemaOf } from '../../../files/find-suites.ts'
import { writeGiven } from '../../../files/given-files.ts'
import type { LabelFlags } from '../../../flags/result-flags.ts'
import { readLabels } from '../../../judging/read-labels.ts'
import { readResultFile } from '../../../judging/read-result-file.ts'
import { readPlans } from '../../../suites/choose-plans.ts'
import { criteriaOf, type SuiteCriterion } from '../../../suites/criteria.ts'
import { readSuites } from '../../../suites/read-suites.ts'
import { openChatTerminal } from '../../talks/chat-terminal.ts'
import {
  candidateKey,
  type LabelCandidate,
  labelledKeys,
  listCandidates,
  pickNext,
} from '../../talks/label-candidates.ts'

/** What the judge said is shown only after the person's finding. 0, or 130 or 143 if interrupted. @throws UsageError */
export async function labelResult(file: string, flags: LabelFlags): Promise<number> {
  if (process.stdin.isTTY !== true || process.stdout.isTTY !== true)
    throw new UsageError(
      'labels come from a person, and there is no terminal to ask one',
      'run it in a terminal; label files can also be written by hand (docs/judges.md)',
    )
  const terminal = openChatTerminal()
  try {
    const { output, by = null } = flags
    const settings = await settle([], flags.config === undefined ? {} : { config: flags.config }, process.env)
    await walkCandidates({ file, output, by }, settings, terminal.screen, terminal.lines())
    return terminal.endedBy() ?? 0
  } finally {
    terminal.close()
  }
}

interface Task {
  file: string
  output: string
  by: string | null
}

/** Asks about one candidate after another until the input ends. @throws UsageError as `labelResult` does */
export async function walkCandidates(
  { file, output, by }: Task,
  settings: RunSettled,
  { write, paint, columns }: Pick<ChatScreen, 'columns' | 'write' | 'paint'>,
  lines: AsyncIterable<string>,
): Promise<void> {
  const read = readResultFile(file, settings)
  if (read.kind !== 'run') throw new UsageError(`${file} is the result of a comparison`, 'name the result of a run')
  const path = resolve(settings.folder, output)
  const examples = lookAt(path) === undefined ? [] : readKnown(output, settings)
  const candidates = unlabelled(listCandidates(read.result, suiteCriteria(settings)), examples, by)
  if (candidates.length === 0) {
    write([`nothing to label: every criterion judged in ${file} is already in ${output}`])
    return
  }
  const labelled: { asWritten: string; verdict: JudgeFinding }[] = examples.map(({ asWritten, verdict }) => ({
    asWritten,
    verdict,
  }))
  const done: Step[] = []
  const listOpen = (): LabelCandidate[] =>
    candidates.filter((each) => !done.some(({ candidate }) => candidate === each))
  const tell = (shownLines: readonly ShownLine[]): void =>
    write(shownLines.flatMap((each) => renderLine(each, paint, columns())))
  let current = pickNext(listOpen(), labelled)
  const show = (): void => {
    if (current !== undefined) tell([...describe(current), line('strong', current.criterion), line('dim', keys)])
  }
  write([`${candidates.length} to label; they go to ${output}`])
  show()
  for await (const entered of lines) {
    if (current === undefined) break
    const answer = entered.trim().toLowerCase()
    if (answer === 'q' || answer === 'quit') break
    if (answer === 'b') current = back(current)
    else if (answer === 's') {
      done.push({ candidate: current, label: null })
      current = pickNext(listOpen(), labelled)
    } else if (answer === 'm' || answer === 'n') {
      const verdict = answer === 'm' ? 'met' : 'not met'
      label(current, verdict)
      tell(textLines('plain', tellJudge(current, verdict), 2))
      current = pickNext(listOpen(), labelled)
    } else write([paint.warn(`"${answer.slice(0, 20)}" is none of m, n, s, b and q`)])
    if (current === undefined) break
    show()
  }
  write([
    `${done.filter((step) => step.label !== null).length} labelled${listOpen().length === 0 ? '' : `, ${listOpen().length} left: the same command continues here`}`,
  ])

  function label(candidate: LabelCandidate, verdict: JudgeFinding): void {
    const before = lookAt(path) === undefined ? null : readText(path)
    const addition = appendExample(
      before,
      { name: basename(output, extname(output)), schema: schemaOf(path, settings.folder, 'labels') },
      {
        criterion: candidate.asWritten,
        variables: candidate.variables,
        looksAt: candidate.looksAt,
        verdict,
        by,
        source: shownIn(candidate, file, path, settings.folder),
      },
    )
    if (!addition.ok) throw new UsageError(`${output} cannot be added to: ${addition.message}`, addition.hint)
    writeGiven(path, addition.text, { displayPath: output })
    done.push({ candidate, label: { before, after: addition.text } })
    labelled.push({ asWritten: candidate.asWritten, verdict })
  }

  function back(now: LabelCandidate): LabelCandidate {
    const last = done.at(-1)
    if (last === undefined) {
      write(['this is the first'])
      return now
    }
    const { candidate, label } = last
    if (label !== null) {
      if (lookAt(path) === undefined || readText(path) !== label.after) {
        write([paint.warn(`${output} was changed in the meantime: take the label out there`)])
        return now
      }
      labelled.pop()
      writeGiven(path, label.before ?? emptyLabels(output), { displayPath: output })
    }
    done.pop()
    return candidate
  }
}

/** What was done with a candidate: the file before and after its label, or null if it was skipped. */
interface Step {
  candidate: LabelCandidate
  label: { before: string | null; after: string } | null
}

const keys = 'm met   n not met   s skip   b back   q quit'

/** What is left of a new file whose first label was undone. */
function emptyLabels(output: string): string {
  return `labels: ${JSON.stringify(basename(output, extname(output)))}\nexamples: []\n`
}

function readKnown(output: string, settings: RunSettled): Example[] {
  const { examples, problems, texts } = readLabels([output], settings)
  if (problems.length > 0) throw brokenFiles(problems, (file) => texts.get(file))
  return examples
}

/** If the suites can be read; results alone have criteria only with their variables filled in. */
function suiteCriteria(settings: RunSettled): SuiteCriterion[] {
  try {
    return criteriaOf(readPlans(readSuites(settings), settings), settings)
  } catch (error) {
    if (error instanceof UsageError) return []
    throw error
  }
}

function unlabelled(
  candidates: readonly LabelCandidate[],
  examples: readonly Example[],
  by: string | null,
): LabelCandidate[] {
  const labelled = labelledKeys(examples, by)
  return candidates.filter((candidate) => {
    const key = candidateKey(candidate)
    if (labelled.has(key)) return false
    labelled.add(key)
    return true
  })
}

/** The words of an example, or, if the label format cannot express them, its place in the result. */
function shownIn(candidate: LabelCandidate, file: string, path: string, folder: string) {
  const turns = writeTurns(shownOf(candidate, candidate.looksAt))
  if (turns !== null) return { turns }
  const result = relative(dirname(path), resolve(folder, file)).split(sep).join('/')
  return { result, conversation: candidate.conversation, turn: candidate.turn }
}

function describe(candidate: LabelCandidate): ShownLine[] {
  const { conversation, turn, looksAt } = candidate
  const entries = listEntries(shownOf(candidate, looksAt)).flatMap(({ shown }) => {
    const [first, ...more] = textLines('plain', describeEntry(shown), 2)
    return [...(first === undefined ? [] : [first]), ...more.map((each) => ({ ...each, indent: 4 }))]
  })
  const place = line('plain', `${conversation}${turn === null ? '' : `, turn ${turn}`}`)
  return [line('plain', ''), place, ...entries, line('plain', '')]
}

function describeEntry({ by, name, calls, with: args, ...rest }: JsonObject): string {
  if (calls !== undefined) return `${by} calls ${calls}(${JSON.stringify(args)})`
  const [words] = Object.values(rest)
  const text = typeof words === 'string' && Object.keys(rest).length === 1 ? words : JSON.stringify(rest)
  return `${by}${name === undefined ? '' : ` ${name}`}: ${text}`
}

function tellJudge({ judgement: { says, votes } }: LabelCandidate, verdict: JudgeFinding): string {
  const reason = votes.find((vote) => vote.says === says)?.reason
  const agrees = says === verdict ? 'so does the judge' : `the judge says ${says}`
  return `${verdict}; ${agrees}${reason === undefined ? '' : `: ${reason}`}`
}
