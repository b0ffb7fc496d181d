import { dirname, resolve } from 'node:path'
import { readText } from '../../base/files/files.ts'
import { isJsonObject } from '../../base/json/json.ts'
import { didYouMean } from '../../base/text/suggest.ts'
import type { ShownTurn } from '../../engine/judge/judges.ts'
import { addressOf } from '../../engine/verdict/conversation-result.ts'
import { type Example, turnsOf } from '../../records/licence/example.ts'
import { type LabelReference, labelsShape, type WrittenExample } from '../../records/licence/label-shape.ts'
import { readTape } from '../../records/tape/read-tape.ts'
import type { TapedExchange } from '../../records/tape/tape.ts'
import { fillText, namesIn } from '../../suite/language/matchers/fill-text.ts'
import type { Problem } from '../../suite/yaml/problem.ts'
import { readYaml } from '../../suite/yaml/read-yaml.ts'
import { type Reading, refuse } from '../../suite/yaml/shape.ts'
import { transcriptEntryShape } from '../../wire/api/transcript-entry.ts'
import type { RunSettled } from '../config/settings.ts'
import { UsageError } from '../edge/usage-error.ts'
import { showPath } from '../files/find-suites.ts'
import { readResultFile } from './read-result-file.ts'

export interface LabelsRead {
  examples: Example[]
  problems: Problem[]
  /** The text of each file, by its path in messages. */
  texts: Map<string, string>
}

type LabelSettings = Pick<RunSettled, 'folder' | 'redact'>

/** Reads label files, and their tapes and results. Throws nothing: whatever is wrong is among the problems. */
export function readLabels(paths: readonly string[], settings: LabelSettings): LabelsRead {
  const read: LabelsRead = { examples: [], problems: [], texts: new Map() }
  for (const path of new Set(paths.map((path) => resolve(settings.folder, path)))) {
    const file = showPath(path, settings.folder)
    const reading: Reading = { file, problems: [] }
    try {
      const content = readText(path)
      read.texts.set(file, content)
      read.examples.push(...readOne(content, path, reading, settings))
    } catch (error) {
      const start = { line: 1, column: 1, length: 1 }
      refuse(reading, 'unreadable', start, `the file cannot be read: ${(error as Error).message}`)
    }
    read.problems.push(...reading.problems)
  }
  return read
}

function readOne(content: string, path: string, reading: Reading, settings: LabelSettings): Example[] {
  const yaml = readYaml(content, reading.file, 'begin with labels: and a name')
  if (!yaml.ok) {
    reading.problems.push(...yaml.problems)
    return []
  }
  const labelFile = labelsShape.read(yaml.root, reading)
  if (labelFile === undefined) return []
  return labelFile.examples.flatMap((each) => {
    const { at, verdict, by = null, note = null } = each
    const asWritten = each.criterion ?? labelFile.criterion
    if (asWritten === undefined)
      return (
        refuse(reading, 'missing-key', at, 'nothing says which criterion this is an example of', hints.criterion) ?? []
      )
    const criterion = fillCriterion(asWritten, each, reading)
    const looksAt = each.looksAt ?? labelFile.looksAt
    const turns =
      each.transcript === undefined
        ? turnsOf(each.turns ?? [])
        : followReference(each.transcript, dirname(path), reading, settings)
    if (criterion === undefined || turns === undefined) return []
    if (turns.at(-1)?.entries.length === 0 || turns.length === 0)
      return (
        refuse(reading, 'wrong-value', at, 'in the turn that is judged nothing is said or called', hints.turn) ?? []
      )
    const label = { file: reading.file, at, asWritten, criterion, verdict, by, note, turns }
    return [looksAt === undefined ? label : { ...label, looksAt }]
  })
}

const hints = {
  criterion: 'add criterion: to the file or to the example, worded exactly as in the suites',
  turn: 'write user:, calls: or agent:',
}

function fillCriterion(
  asWritten: string,
  { at, variables = [] }: WrittenExample,
  reading: Reading,
): string | undefined {
  const values = Object.fromEntries(variables.map(({ name, value }) => [name, value]))
  const [missing] = namesIn(asWritten).filter((name) => !Object.hasOwn(values, name))
  if (missing !== undefined)
    return refuse(
      reading,
      'unknown-variable',
      at,
      `the criterion holds {{${missing}}}, which has no value here`,
      `add variables: { ${missing}: … } with what it was in this conversation`,
    )
  return fillText(asWritten, values, {})
}

/** The turns up to the one referred to. */
function followReference(
  reference: LabelReference,
  folder: string,
  reading: Reading,
  settings: LabelSettings,
): ShownTurn[] | undefined {
  const { at, turn } = reference
  const turns =
    reference.tape === undefined
      ? turnsOfResult(reference, folder, reading, settings)
      : turnsOfTape(reference.tape, reference, folder, reading)
  if (turns === undefined || turn === undefined) return turns
  const upTo = turns.filter(({ index }) => index < turn)
  if (upTo.at(-1)?.index === turn - 1) return upTo
  const turnList = turns.map(({ index }) => index + 1).join(', ')
  const hint = turnList === '' ? 'no turn of it was answered' : `answered are ${turnList}`
  return refuse(reading, 'wrong-value', at, `it has no answered turn ${turn}`, hint)
}

function turnsOfTape(tape: string, { at }: LabelReference, folder: string, reading: Reading): ShownTurn[] | undefined {
  const read = readTape(resolve(folder, tape), tape)
  if (read.kind === 'none')
    return refuse(reading, 'unreadable', at, `there is no tape at ${tape}`, 'paths are those from this file')
  if (read.kind === 'future')
    return refuse(reading, 'unreadable', at, `a later version of Tableread recorded ${tape}`, 'use that version')
  if (read.kind === 'broken')
    return refuse(reading, 'unreadable', at, `${tape} is no tape that can be read: ${read.problems[0]?.message ?? ''}`)
  return (read.tape.attempts.at(-1) ?? []).filter(isTurn).map(turnOfExchange)
}

function isTurn({ request, answer }: TapedExchange): boolean {
  const { method, path, body } = request
  const isChat = method === 'POST' && path === '/api/chat-agent/trigger' && isJsonObject(body)
  return isChat && body.doReturnResponse === true && answer.kind === 'json' && answer.status < 300
}

function turnOfExchange({ request: { body }, answer }: TapedExchange, index: number): ShownTurn {
  const data = answer.kind === 'json' && isJsonObject(answer.body) ? answer.body.data : null
  const transcript = isJsonObject(data) && Array.isArray(data.transcript) ? data.transcript : []
  const entries = transcript.flatMap((entry) => {
    const read = transcriptEntryShape.safeParse(entry)
    return read.success ? [read.data] : []
  })
  const user = isJsonObject(body) && typeof body.message === 'string' ? body.message : null
  return { index, user, entries }
}

function turnsOfResult(
  { at, result: resultPath = '', conversation = '' }: LabelReference,
  folder: string,
  reading: Reading,
  { redact }: LabelSettings,
): ShownTurn[] | undefined {
  const read = tryResult(resolve(folder, resultPath), redact)
  if (typeof read === 'string')
    return refuse(reading, 'unreadable', at, `${resultPath}: ${read}`, 'paths are those from this file')
  const names = (each: (typeof read)[number]): string[] => [each.id, addressOf(each), each.name]
  const matches = read.filter((each) => names(each).includes(conversation))
  const [one, other] = matches
  if (one === undefined) {
    const addresses = read.map(addressOf)
    const hint =
      didYouMean(conversation, [...addresses, ...read.map(({ name }) => name)]) ??
      `it has ${addresses.slice(0, 3).join(', ')}`
    return refuse(reading, 'wrong-value', at, `${resultPath} has no conversation "${conversation}"`, hint)
  }
  if (other !== undefined)
    return refuse(
      reading,
      'wrong-value',
      at,
      `${resultPath} has "${conversation}" more than once`,
      `write one of ${matches.map(({ id }) => `"${id}"`).join(', ')}`,
    )
  return one.turns
    .filter(({ failure, entries }) => failure === null && entries.length > 0)
    .map(({ index, user, entries }) => ({ index, user, entries }))
}

function tryResult(path: string, redact: RunSettled['redact']) {
  try {
    const read = readResultFile(path, { redact })
    return read.kind === 'run' ? read.result.conversations : 'it is the result of a comparison, not of a run'
  } catch (error) {
    if (error instanceof UsageError) return error.message.split('\n')[0] ?? ''
    throw error
  }
}
