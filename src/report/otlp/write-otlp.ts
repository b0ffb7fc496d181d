import type { Comparison } from '../../compare/comparison.ts'
import type { RunResult } from '../../engine/run-result.ts'
import { describeLeftOut } from '../../engine/verdict/part-of-run.ts'
import { casesWithFindings } from '../document/cases-with-findings.ts'
import { plainSaid, plainText } from '../document/door.ts'
import type { ReportDocument } from '../document/report-document.ts'
import { formatJson } from '../text/finish-text.ts'
import type { WholeOf } from '../text/json-parts.ts'
import { spansOfConversation } from './conversation-spans.ts'
import { names, schemaUrl } from './names.ts'
import { attributesOf, createTrace, internal, type OtlpSpan, statusError } from './spans.ts'
import { brokenFiles, type SignalCode, statusOfAll } from './statuses.ts'

interface Known {
  wholeOf?: WholeOf
  interrupted?: SignalCode
}

/** The size, in characters, at which a new document begins; collectors take a few megabytes per request. */
const enough = 2_000_000

/** A result as OTLP/JSON in parts of one document; see `otlpRequests` for a collector. */
export function* otlpParts(result: RunResult | Comparison | ReportDocument, facts: Known = {}): Generator<string> {
  const { before, after } = frameOf(result)
  yield before
  let first = true
  for (const span of spansOf(result, facts)) {
    yield `${first ? '' : ','}${formatJson(span, 0)}`
    first = false
  }
  yield `${after}\n`
}

/** The same as documents for a collector, each of a few megabytes at most. */
export function* otlpRequests(result: RunResult | Comparison | ReportDocument, facts: Known = {}): Generator<string> {
  const { before, after } = frameOf(result)
  let [spans, length]: [string[], number] = [[], 0]
  for (const span of spansOf(result, facts)) {
    const text = formatJson(span, 0)
    spans.push(text)
    length += text.length
    if (length < enough) continue
    yield `${before}${spans.join(',')}${after}`
    spans = []
    length = 0
  }
  if (spans.length > 0) yield `${before}${spans.join(',')}${after}`
}

function frameOf({ tableread }: { tableread: string }): { before: string; after: string } {
  const resource = { attributes: attributesOf({ [names.serviceName]: 'tableread', [names.serviceVersion]: tableread }) }
  const scope = { name: 'tableread', version: tableread }
  const [before = '', after = ''] = formatJson(
    { resourceSpans: [{ resource, scopeSpans: [{ scope, spans: ['#'], schemaUrl }], schemaUrl }] },
    0,
  ).split('"#"')
  return { before, after }
}

/** What did not count, in words. */
const leftOut = 'tableread.left_out'

/** The spans of a result, conversation by conversation. */
function* spansOf(
  result: RunResult | Comparison | ReportDocument,
  { wholeOf = (each) => each, interrupted = null }: Known,
): Generator<OtlpSpan> {
  if ('findings' in result) {
    yield* spansOfStudy(result)
    return
  }
  const startMs = Date.parse(result.startedAt)
  const ids = result.conversations.map(({ id }) => id).join('\n')
  const trace = createTrace(`${result.startedAt}\n${result.tableread}\n${ids}`)
  const comparison = 'kind' in result
  const whole = statusOfAll(result, interrupted)
  const root = trace.span({
    key: 'run',
    name: comparison ? 'tableread compare' : 'tableread run',
    kind: internal,
    startMs,
    endMs: startMs + result.ms,
    values: { ...whole.values, [leftOut]: describeLeftOut(result) ?? undefined },
    status: whole.status,
  })
  yield* [root, ...[...brokenFiles(result)].map((facts) => trace.span(facts, root))]
  if (!comparison) {
    for (const [index, each] of result.conversations.entries())
      yield* spansOfConversation(trace, root, wholeOf(each), `${index}`)
    return
  }
  for (const [index, each] of result.conversations.entries()) {
    const runs = [each.shown.a, each.shown.b].flatMap((run) => (run === null ? [] : [run]))
    const starts = runs.map((run) => Date.parse(run.startedAt))
    const ends = runs.map((run) => Date.parse(run.startedAt) + run.ms)
    const [from, to] = [Math.min(...starts, ...(starts.length === 0 ? [startMs] : [])), Math.max(startMs, ...ends)]
    const values = {
      [names.evaluationName]: 'comparison',
      [names.evaluationLabel]: each.verdict,
      [names.evaluationExplanation]: each.reason,
    }
    const span = trace.span(
      {
        key: `${index}`,
        name: `compare ${each.name}`,
        kind: internal,
        startMs: from,
        endMs: to,
        values: {
          [names.suite]: each.suite,
          [names.test]: each.name,
          [names.file]: each.file,
          [names.line]: each.at.line,
        },
        events: [{ name: names.evaluation, atMs: to, values }],
      },
      root,
    )
    yield* [span, ...runs.flatMap((run, side) => spansOfConversation(trace, span, run, `${side}`))]
  }
}

/** A span for each case of a study, with an event for each finding, and the conversations that show them. */
function* spansOfStudy(document: ReportDocument): Generator<OtlpSpan> {
  const { cases, gate, ms, startedAt, study, tableread } = document
  const startMs = Date.parse(startedAt)
  const frame = { kind: internal, startMs, endMs: startMs + ms }
  const trace = createTrace(`${startedAt}\n${tableread}\n${study}\n${cases.map(({ id }) => id).join('\n')}`)
  const holds = gate === null || gate.verdict === 'open'
  const isGood = holds && cases.every(({ verdict }) => verdict === 'passed' || verdict === 'skipped')
  const root = trace.span({
    ...{ key: 'run', name: `tableread ${study}`, ...frame },
    values: { [names.suiteStatus]: isGood ? 'success' : 'failure', [leftOut]: document.facts?.leftOut },
    status: isGood ? {} : { code: statusError, ...(gate === null ? {} : { message: plainText(gate.reason) }) },
  })
  yield root
  for (const { each, found } of casesWithFindings(document)) {
    const message = each.reason === null ? each.verdict : plainText(each.reason)
    const [suite = '', name = '', file] = [each.suite, each.name, each.at?.file ?? ''].map((text) => plainSaid(text))
    const span = trace.span(
      {
        ...{ key: each.id, name, ...frame },
        values: {
          ...{ [names.suite]: suite, [names.test]: name, [names.file]: file, [names.line]: each.at?.line },
          'tableread.verdict': each.verdict,
        },
        events: found.map((finding) => ({
          name: names.evaluation,
          atMs: frame.endMs,
          values: {
            [names.evaluationName]: plainText(finding.title),
            [names.evaluationLabel]: finding.verdict,
            [names.evaluationExplanation]: plainText(finding.what),
          },
        })),
        status: each.verdict === 'failed' || each.verdict === 'errored' ? { code: statusError, message } : {},
      },
      root,
    )
    const runs = found.flatMap((finding) => finding.runs)
    yield* [span, ...runs.flatMap((run, at) => spansOfConversation(trace, span, run, `${at}`))]
  }
}
