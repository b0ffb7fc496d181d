import { Document, isScalar, Scalar, visit } from 'yaml'
import type { Tape, TapedExchange, TapedJudgement } from './tape.ts'
import { tapeFormat } from './tape.ts'

const heading = ` What a service answered in this talk, so that "tableread replay" needs none. Record it again rather than edit it.`

/** The text of a tape file: YAML that a person can review, in one spelling, so that equal tapes are equal files. */
export function formatTape({ header, redacted, attempts, judged }: Tape): string {
  const { privateValues, blueprint, ...rest } = header
  const content = {
    'tableread tape': tapeFormat,
    ...rest,
    'private values': privateValues,
    blueprint,
    redacted,
    attempts: attempts.map((exchanges) => ({ exchanges: exchanges.map(layOut) })),
    ...(judged === undefined ? {} : { judged: judged.map(layOutJudged) }),
  }
  const document = new Document(content, { aliasDuplicateObjects: false })
  document.commentBefore = heading
  visit(document, {
    Scalar(_, node) {
      if (typeof node.value !== 'string') return
      if (!isPlainSafe(node.value)) node.type = Scalar.QUOTE_DOUBLE
      else if (/\n./.test(node.value)) node.type = Scalar.BLOCK_LITERAL
    },
    Pair(_, pair) {
      if (isScalar(pair.key) && typeof pair.key.value === 'string' && !isPlainSafe(pair.key.value))
        pair.key.type = Scalar.QUOTE_DOUBLE
    },
  })
  return document.toString({ lineWidth: 0 }) // folded text could not be searched for
}

/** Text that some YAML parser might read as another type, or that contains invisible characters, must be quoted. */
function isPlainSafe(text: string): boolean {
  return (
    !/^(?:yes|no|on|off|y|n|[\d.+-].*)$/is.test(text) && !/(?!\n)[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]|\s$|^\s/u.test(text)
  )
}

function layOut({ request, ms, answer }: TapedExchange): object {
  const question = {
    request: `${request.method} ${request.path}`,
    ...('body' in request ? { body: request.body } : {}),
    ms,
  }
  if (answer.kind === 'none') return { ...question, 'no answer': answer.reason, code: answer.code }
  const { status, headers } = answer
  const frame = { ...question, status, ...(Object.keys(headers).length === 0 ? {} : { headers }) }
  return answer.kind === 'json' ? { ...frame, answer: answer.body } : { ...frame, text: answer.text }
}

function layOutJudged({ answer, took, ...asked }: TapedJudgement): object {
  const spent = took?.map(({ model, inputTokens, outputTokens }) => ({
    model,
    input: inputTokens,
    output: outputTokens,
  }))
  return {
    ...asked,
    ...(spent === undefined ? {} : { took: spent }),
    ...('none' in answer ? { 'no answer': answer.none } : { answer: answer.text }),
  }
}
