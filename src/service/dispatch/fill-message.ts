import { asText } from '../agents/substitute.ts'
import { mostText, TooLarge } from '../agents/too-large.ts'
import type { OutboxMessage } from '../store/outbox-message.ts'
import type { Workspace } from '../workspace/workspace.ts'

/**
 * The text of a say message as it is (WAO-02, EMO-01, SUB-05), or of a template with `{{name}}` filled from its own
 * variables and never from the metadata (WAO-05); a placeholder without a value stays (WAO-06). Null for a template that
 * the channel does not have.
 * @throws TooLarge for a text that would be longer than can be sent
 */
export function fillMessage({ template, channelName, text }: OutboxMessage, { channels }: Workspace): string | null {
  if (template === null) return text
  const templates = channels.find(({ name }) => name === channelName)?.templates ?? []
  const found = templates.find(({ name }) => name === template.name)
  if (found === undefined) return null
  let room = mostText - found.text.length
  return found.text.replace(/\{\{ *(\w+) *\}\}/g, (whole, name: string) => {
    const put = Object.hasOwn(template.variables, name) ? asText(template.variables[name]) : whole
    room -= put.length
    if (room < 0) throw new TooLarge()
    return put
  })
}
