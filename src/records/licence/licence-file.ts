import { stringify } from 'yaml'
import { isDate } from '../../base/instant.ts'
import { hashJson } from '../../base/json/hash-json.ts'
import { dictionary, list } from '../../suite/yaml/collections.ts'
import type { YamlNode } from '../../suite/yaml/node.ts'
import type { Problem } from '../../suite/yaml/problem.ts'
import { readYaml } from '../../suite/yaml/read-yaml.ts'
import { optional, type RecordOf, record, required } from '../../suite/yaml/record.ts'
import { text, wholeNumber, word } from '../../suite/yaml/scalar.ts'
import { type Reading, refuse, type Shape, withCheck } from '../../suite/yaml/shape.ts'
import type { Licence } from './licence.ts'

/** The format of the file; it changes when an older Tableread could not read it correctly. */
const licenceFormat = 1

/** The content of a licence in the order of its lines in the file, without the digest. */
function contentOf(licence: Licence): object {
  const { criterion, looksAt, judge, models, votes, question, given, met, notMet, probes, labels } = licence
  return {
    criterion,
    'looks at': looksAt,
    judge,
    models: models.map(({ name, use, settings }) => ({ name, use, settings })),
    votes,
    question,
    given,
    met: { right: met.right, of: met.of },
    'not met': { right: notMet.right, of: notMet.of },
    probes: Object.fromEntries(probes.map(({ name, moves: { moved, of } }) => [name, { moved, of }])),
    labels: labels.map(({ file, examples }) => ({ file, examples })),
  }
}

/** Sixteen hex digits over a licence and its format, lost by any edit or merge; no signature: anybody can make it. */
function digestOf(licence: Licence): string {
  return hashJson({ format: licenceFormat, licence: contentOf(licence) })
}

const tally = record('a count', {
  right: required(wholeNumber(0), 'How often the judge found the same.'),
  of: required(wholeNumber(0), 'Of how many.'),
})
const moves = record('a probe', {
  moved: required(wholeNumber(0), 'How often it moved the judge.'),
  of: required(wholeNumber(0), 'Of how many.'),
})

const licenceFields = {
  criterion: required(text, 'The criterion, as suites have it.'),
  looksAt: required('looks at', word(['turn', 'conversation']), 'What the judge looks at.'),
  judge: required(text, 'The hash of the judge.'),
  models: required(
    list(
      'models',
      record('a model', {
        name: required(text, 'Its name in the config.'),
        use: required(text, 'Provider and model.'),
        settings: required(text, 'The hash of its settings.'),
      }),
      1,
    ),
    'The models that judge.',
  ),
  votes: required(wholeNumber(1), 'How often each is asked.'),
  question: required(wholeNumber(1), 'The version of what judges are asked.'),
  given: required(text, 'The day, as 2026-11-23.'),
  met: required(tally, 'Of the examples that people call met.'),
  notMet: required('not met', tally, 'Of the examples that people call not met.'),
  probes: required(dictionary('probes', moves), 'How often probes moved it.'),
  labels: required(
    list(
      'label files',
      record('a label file', {
        file: required(text, 'Its path from here.'),
        examples: required(text, 'The hash of its examples.'),
      }),
      1,
    ),
    'Where the examples are.',
  ),
  // Earlier versions wrote none; a missing digest is reported like one that does not fit.
  digest: optional(text, 'A digest of all the rest.'),
}
const whole = record('a licence', licenceFields)

const licence: Shape<Licence> = withCheck(whole, checkLicence)

/** Accepts only what a calibration could have written: consistent counts, and a digest that fits. */
function checkLicence(read: RecordOf<typeof licenceFields>, reading: Reading): Licence | undefined {
  const { at, probes, given, met, notMet, models, labels, digest, ...rest } = read
  const sortedLicence: Licence = {
    ...rest,
    given,
    models: models.map(({ name, use, settings }) => ({ name, use, settings })),
    labels: labels.map(({ file, examples }) => ({ file, examples })),
    met: { right: met.right, of: met.of },
    notMet: { right: notMet.right, of: notMet.of },
    probes: probes.map(({ name, value: { moved, of } }) => ({ name, moves: { moved, of } })),
  }
  const hint = 'licences are not written by hand: run tableread judge calibrate'
  for (const [kind, { right, of, at }] of [
    ['met', met],
    ['not met', notMet],
  ] as const)
    if (right > of) return refuse(reading, 'wrong-value', at, `${kind}: ${right} of ${of} cannot be`, hint)
  for (const { name, at, value } of probes) {
    const most = mostMade(name, sortedLicence)
    if (value.moved > value.of)
      return refuse(reading, 'wrong-value', at, `${name}: ${value.moved} of ${value.of} cannot be`, hint)
    if (value.of > most)
      return refuse(
        reading,
        'wrong-value',
        at,
        `${name}: it cannot be of ${value.of}, since the other counts allow ${most} at most`,
        hint,
      )
  }
  if (!isDate(given)) return refuse(reading, 'wrong-value', at, `"${given}" is no day`, hint)
  if (digest === digestOf(sortedLicence)) return sortedLicence
  const why =
    digest === undefined
      ? 'this licence has no digest, which earlier versions of Tableread did not write'
      : 'this licence is not as it was written: its digest is of other content'
  return refuse(
    reading,
    'wrong-value',
    at,
    `${why}. It counts for nothing`,
    'to calibrate again, run tableread judge calibrate',
  )
}

/** The most a probe can be made: `again` on all, a plea on right ones of the other finding, others on steady ones. */
function mostMade(name: string, { met, notMet, probes }: Licence): number {
  const all = met.of + notMet.of
  if (name === 'again') return all
  const again = probes.find((probe) => probe.name === 'again')?.moves
  const steady = again === undefined ? all : again.of - again.moved
  const most = name.endsWith(' for met') ? notMet.right : name.endsWith(' for not met') ? met.right : all
  return Math.min(steady, most)
}

/** A problem with a licence; `criterion` is the one it is for, null where unknown or all are affected. */
export interface LicenceProblem extends Problem {
  criterion: string | null
}

/** A file's valid licences and the problems of the others: one broken licence does not invalidate the rest. */
export interface LicencesRead {
  licences: Licence[]
  problems: LicenceProblem[]
}

export function parseLicences(content: string, file: string): LicencesRead {
  const yaml = readYaml(content, file, 'delete the file: tableread judge calibrate writes it')
  const ofAll = (problems: readonly Problem[]): LicencesRead => ({
    licences: [],
    problems: problems.map((each) => ({ ...each, criterion: null })),
  })
  if (!yaml.ok) return ofAll(yaml.problems)
  const { root } = yaml
  const reading: Reading = { file, problems: [] }
  const format = memberOf(root, 'tableread licences')
  const licencesNode = memberOf(root, 'licences')
  if (format?.kind !== 'scalar' || format.value !== licenceFormat || licencesNode?.kind !== 'list') {
    const message = 'this is no file of licences that this version of Tableread wrote'
    refuse(reading, 'wrong-value', format?.at ?? root.at, message, 'run tableread judge calibrate')
    return ofAll(reading.problems)
  }
  const read: LicencesRead = { licences: [], problems: [] }
  for (const item of licencesNode.items) {
    const own: Reading = { file, problems: [] }
    const entry = licence.read(item, own)
    const criterionNode = memberOf(item, 'criterion')
    const criterion =
      criterionNode?.kind === 'scalar' && typeof criterionNode.value === 'string' ? criterionNode.value : null
    if (entry !== undefined) read.licences.push(entry)
    read.problems.push(...own.problems.map((each) => ({ ...each, criterion })))
  }
  return read
}

function memberOf(node: YamlNode, key: string): YamlNode | undefined {
  return node.kind === 'map' ? node.entries.find((entry) => entry.key === key)?.value : undefined
}

const head = `# What judges came to with labels of people: written by "tableread judge calibrate", to be committed. Counts alone: rates and
# their intervals are computed from them whenever this is read. Edited by hand it counts for nothing: each licence has a digest of
# itself, and its labels, judge and question have to be those that it was written for.
`

/** The text of a licence file: sorted, so that calibrating one criterion changes no line of another. */
export function formatLicences(licences: readonly Licence[]): string {
  const sorted = [...licences].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
  const entries = sorted.map((licence) => ({ ...contentOf(licence), digest: digestOf(licence) }))
  const text = stringify(
    { 'tableread licences': licenceFormat, licences: entries },
    { lineWidth: 0, defaultStringType: 'QUOTE_DOUBLE', defaultKeyType: 'PLAIN' },
  )
  return `${head}${text}`
}

function keyOf({ criterion, looksAt, judge }: Licence): string {
  return [criterion, looksAt, judge].join('\u0000')
}
