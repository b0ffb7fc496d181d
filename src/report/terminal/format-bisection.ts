import type { BisectResult, ConversationBisection } from '../../compare/bisect/bisect-result.ts'
import { nameVerdict } from '../../engine/verdict/verdict.ts'
import { alignRows, type Row } from '../text/align-rows.ts'
import { cleanLine } from '../text/clean-line.ts'
import { formatRate } from '../text/format-rate.ts'
import { formatTime } from '../text/format-time.ts'
import type { Paint } from '../text/paint.ts'

/** The result of a bisection: a sentence for each conversation, the result of each version, and the cost. */
export function formatBisection(result: BisectResult, paint: Paint): string {
  const { conversations, turns, ms } = result
  return [
    ...(conversations.length > 1 ? [formatTable(conversations, paint)] : []),
    ...conversations.map((conversation) => formatOne(conversation, paint)),
    paint.dim(`${turns} ${turns === 1 ? 'turn' : 'turns'} in ${formatTime(ms)}`),
  ].join('\n\n')
}

function formatOne(
  { sentence, outcome, versions, missing, warnings, id, suite, name }: ConversationBisection,
  paint: Paint,
): string {
  const colour = outcome.kind === 'found' ? paint.strong : paint.warn
  const rows = versions.map(({ version, passed, failed, reason, sessionId }): Row => {
    const good = passed > failed
    const mark = outcome.kind === 'found' && version === outcome.first ? '>' : ''
    return [
      { text: mark, paint: paint.bad },
      { text: version, align: 'right' },
      { text: `${passed} of ${passed + failed}`, paint: good ? paint.good : paint.bad },
      { text: reason ?? '' },
      { text: sessionId === null ? '' : `session ${sessionId}`, paint: paint.dim },
    ]
  })
  return [
    colour(sentence),
    paint.dim(` ${cleanLine(id)}  ${cleanLine(`${suite} > ${name}`)}`),
    ...alignRows(rows).map((line) => ` ${line}`),
    ...(missing.length === 0 ? [] : [` ${describeMissing(missing)}`]),
    ...warnings.map((warning) => paint.warn(` ! ${warning}`)),
  ].join('\n')
}

function formatTable(conversations: readonly ConversationBisection[], paint: Paint): string {
  const head = ['conversation', 'first bad', 'sure', 'turns'].map((text) => ({ text, paint: paint.dim }))
  const rows = conversations.map(({ name, outcome, turns }): Row => {
    const found = outcome.kind === 'found'
    return [
      { text: cleanLine(name) },
      found ? { text: outcome.first, paint: paint.bad } : { text: nameVerdict(outcome.kind), paint: paint.warn },
      { text: found ? formatRate(outcome.confidence) : '', align: 'right' },
      { text: String(turns), align: 'right' },
    ]
  })
  return alignRows([head, ...rows]).join('\n')
}

function describeMissing(missing: readonly string[]): string {
  return missing.length === 1
    ? `version ${missing[0]} between them does not exist`
    : `versions ${missing.join(', ')} between them do not exist`
}
