import { existsSync } from 'node:fs'
import { readText } from '../../base/read-file.ts'
import type { ConversationResult } from '../../engine/verdict/conversation-result.ts'
import type { Verdict } from '../../engine/verdict/verdict.ts'
import { formatFailure } from '../../report/text/format-failure.ts'
import { createPaint } from '../../report/text/paint.ts'

/** Whether a conversation passed or failed as it is known to, and what a person reads otherwise. @throws TypeError for anything but a result */
export function judgeResult(received: unknown, isNot: boolean): { pass: boolean; message: () => string } {
  const result = received as ConversationResult | null | undefined
  if (!Array.isArray(result?.turns))
    throw new TypeError('toHavePassed looks at the result of a conversation\n  give it what performConversation gave')
  const passed = isPass(result.verdict)
  const message = () => (passed ? `"${result.name}" passed, and it must not` : explain(result))
  // one that was errored or not reached has shown nothing: it neither passed nor failed
  return { pass: isNot ? result.verdict !== 'failed' : passed, message }
}

function isPass(verdict: Verdict): boolean {
  return verdict === 'passed' || verdict === 'expected fail'
}

function explain(result: ConversationResult): string {
  const content = existsSync(result.file) ? readText(result.file) : undefined
  return formatFailure(result, content, createPaint(false))
}
