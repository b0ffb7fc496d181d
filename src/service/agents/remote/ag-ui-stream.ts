import { isJsonObject, type JsonValue } from '../../../base/json.ts'
import { cutText } from '../../../base/privacy/cut.ts'
import type { FarSide } from './far-side.ts'

/** What results of tools give as their error, by toolCallId. */
export type ToolErrors = Map<string, JsonValue>

/**
 * The stream of a run. Anything else is refused here: the library would search all of it for the end of an
 * event, again and again. It also drops the errors of tools from their results, so they are read on the way.
 */
export async function openStream(url: string, init: RequestInit, far: FarSide, errors: ToolErrors): Promise<Response> {
  const answer = await far.fetch(url, init)
  const type = answer.headers.get('content-type') ?? ''
  if (type === '' || /event-stream|ag-ui/i.test(type)) {
    const { body, status, headers } = answer
    return body === null ? answer : new Response(body.pipeThrough(readErrors(errors)), { status, headers })
  }
  const refused = far.failed(
    far.fail(`answers with ${cutText(type, 80)}, and not with a stream of events (text/event-stream)`),
  )
  await answer.body?.cancel()
  throw refused
}

/** Lets a stream through and reads the results of tools in it, each of which is one line of JSON. */
function readErrors(errors: ToolErrors): TransformStream<Uint8Array, Uint8Array> {
  const decoder = new TextDecoder()
  let rest = ''
  return new TransformStream({
    transform(chunk, controller) {
      const text = decoder.decode(chunk, { stream: true })
      rest += text
      if (/[\r\n]/.test(text)) {
        const lines = rest.split(/[\r\n]/)
        rest = lines.pop() ?? ''
        for (const line of lines) if (line.includes('TOOL_CALL_RESULT')) readResult(line, errors)
      }
      controller.enqueue(chunk)
    },
  })
}

function readResult(line: string, errors: ToolErrors): void {
  try {
    const event = JSON.parse(line.replace(/^data:/, '')) as JsonValue
    if (!isJsonObject(event) || event.type !== 'TOOL_CALL_RESULT' || event.error === undefined) return
    errors.set(String(event.toolCallId), event.error)
  } catch {
    // not an event of one line: the library reads it, without an error of its tool
  }
}
