import { count, listSome } from '../../base/text/wording.ts'
import type { BlueprintChange } from '../../compare/blueprint/compare-blueprints.ts'

import { type Case, type Finding, type Gate, noDuration, type ReportDocument } from '../document/report-document.ts'
import { said, toned, type Words } from '../document/words.ts'
import { changeLine } from './differences.ts'

/** What a pull did, or with `check` would do: what its `--json` holds. */
export interface PullReport {
  schemaVersion: 1
  agent: string
  id: string
  source: string
  file: string
  check: boolean
  isNew: boolean
  /** Whether the service lists something else than the files had before the pull. */
  differs: boolean
  written?: readonly string[]
  wouldWrite?: readonly string[]
  versions: readonly PulledVersion[]
  published: { before: number | null; after: number | null } | null
  toFillIn: { behaviour: boolean; doubles: readonly string[] }
  /** Paths at which secrets were hidden. */
  hidden: readonly string[]
  notes: readonly string[]
}

/** A version: what a pull brings into its file, and what it keeps there. */
interface PulledVersion {
  number: number
  isNew: boolean
  changes: readonly BlueprintChange[]
  kept: readonly BlueprintChange[]
  contested: readonly string[]
  stuck: readonly string[]
}

/** A pull: a case for each version, a finding for each that differs. */
export function pullDocument(result: PullReport, tableread: string): ReportDocument {
  const { agent, check, differs, isNew, source, versions } = result
  const findings = isNew ? [] : versions.flatMap((version) => findingOf(version, result) ?? [])
  const headline = headlineOf(result)
  const gate: Gate = differs
    ? { verdict: 'shut', reason: 'the service lists something else than the file has' }
    : { verdict: 'open', reason: 'the file has what the service lists' }
  return {
    ...{ study: 'pull', tableread, ...noDuration(), target: source, lists: [], footer: [] },
    headline: ['Pull: ', headline],
    cases: versions.map((version): Case => {
      const isBehind = check && (isNew || isOther(version))
      return {
        ...{ id: String(version.number), suite: agent, name: `version ${version.number}`, at: null },
        ...{ verdict: isBehind ? 'failed' : 'passed', reason: isBehind ? titleOf(version, result) : null },
      }
    }),
    ...{ findings, most: findings.length },
    tables: [
      {
        ...(findings.length > 0 ? {} : { title: toned('strong', headline) }),
        notes: notesOf(result),
        columns: [],
        rows: [],
      },
    ],
    gate: check ? gate : null,
  }
}

const isOther = ({ isNew, changes, kept }: PulledVersion): boolean => isNew || changes.length + kept.length > 0

function headlineOf(result: PullReport): Words {
  const { agent, check, differs, file, isNew, source, versions } = result
  const numbers = `${versions.length === 1 ? 'version' : 'versions'} ${versions.map(({ number }) => number).join(', ')}`
  const head = [said(agent), `: ${numbers} of `, said(source)]
  if (isNew)
    return [
      ...head,
      check ? ', not pulled yet: it would be written to ' : ', written to ',
      said(filesOf(result).join(' and ')),
    ]
  if (!differs && filesOf(result).includes(file))
    return [...head, ': only details without effect on behaviour changed (when it was saved, where nodes are drawn)']
  if (!differs) return [...head, ' and ', said(file), ': no difference']
  const isBrought = versions.some(({ changes, isNew }) => isNew || changes.length > 0)
  if (!isBrought && result.published === null) return [...head, ' and ', said(file), ': nothing is brought in']
  return [...head, check ? ' differs from ' : ' was brought into ', said(file)]
}

/** The files that were written, or would be; that of the agent first. */
function filesOf({ file, isNew, written, wouldWrite }: PullReport): readonly string[] {
  const files = written ?? wouldWrite ?? []
  return isNew ? [file, ...files.filter((each) => each !== file)] : files
}

function titleOf({ number, isNew, changes }: PulledVersion, result: PullReport): Words {
  const { check, file } = result
  const how = isNew
    ? ` is new: ${check ? 'it would be added' : 'added'} to `
    : changes.length === 0
      ? ': nothing is brought into '
      : check
        ? ' differs from '
        : ' was brought into '
  return [`version ${number}${result.isNew ? ' is not in ' : how}`, said(file)]
}

function findingOf(version: PulledVersion, result: PullReport): Finding | null {
  const { number, changes, contested, kept, stuck } = version
  if (!isOther(version)) return null
  const stays = 'your file differs and is kept (service → file; --force takes what the service lists):'
  return {
    ...{
      case: String(number),
      group: [said(result.agent), ' of ', said(result.source)],
      title: titleOf(version, result),
    },
    ...{ label: '', at: null, verdict: result.check ? 'failed' : 'sample', weight: 'note', what: '' },
    lines: [
      ...changes.map(changeLine),
      ...(kept.length === 0 ? [] : [stays, ...kept.map((each): Words => ['  ', changeLine(each)])]),
      ...listPaths('to be edited by hand, since this place cannot be changed automatically:', stuck),
      ...listPaths('changed on the service as well:', contested),
    ],
    ...{ evidence: '', runs: [] },
  }
}

const listPaths = (title: string, paths: readonly string[]): Words[] =>
  paths.length === 0 ? [] : [[toned('warn', title), ' ', said(paths.join(', '), 1_000)]]

/** What is to be filled in, and anything else worth knowing. */
function notesOf(result: PullReport): Words[] {
  const { check, file, hidden, isNew, notes, published, toFillIn } = result
  const { behaviour, doubles } = toFillIn
  const whose = `the ${doubles.length === 1 ? 'double' : 'doubles'} of ${count(doubles.length, 'function')}: `
  const open: Words[] = [
    ...(behaviour ? ['what answers (model:, rules: or recordings:; until then each turn is refused)'] : []),
    ...(doubles.length === 0 ? [] : [[whose, said(listSome(doubles, 12), 1_000)]]),
  ]
  const files = filesOf(result)
  const isAlone = files.length === 0 || (files.length === 1 && files[0] === file)
  return [
    ...(published === null ? [] : [describePublished(published)]),
    ...(open.length === 0
      ? []
      : [[toned('warn', 'to fill in:'), ' ', ...open.flatMap((each, at) => [at > 0 ? ', ' : '', each])]]),
    ...(hidden.length === 0
      ? []
      : [
          [
            toned('warn', 'hidden:'),
            ' what opens something is <secret> in the file, at ',
            said(listSome(hidden, 12), 1_000),
          ],
        ]),
    ...notes.map((note) => said(note, 1_000)),
    ...(isNew || isAlone ? [] : [[check ? 'would write: ' : 'written: ', said(files.join(', '), 1_000)]]),
  ]
}

function describePublished({ before, after }: NonNullable<PullReport['published']>): string {
  return before === after
    ? `published: ${before} is your own, and is kept (--force takes what the service says)`
    : `published: ${before ?? 'none'} → ${after}`
}
