import { firstLine } from '../../base/text/wording.ts'
import { describeFailure } from '../../wire/client/describe-failure.ts'
import type { Recovery, SentRequest } from '../../wire/client/failure.ts'
import { escapeUnits } from './finish-text.ts'

/** How a turn was answered although its exchange broke: `recovered: its answer was lost and found …`. */
export function describeRecovery({ how, breaks, sendings }: Recovery): string {
  const words = breaks.map((failure) => firstLine(describeFailure(failure)))
  const why = [...new Set(words)].join('; ')
  const times = sendings === 2 ? 'twice' : `${sendings} times`
  const what = {
    fetched: 'its answer was lost and found in the stored session',
    'sent again': `it was not taken at first, and sent ${times}`,
    'begun again': 'its answer was lost, so the conversation began again in a fresh session',
  }[how]
  return how === 'begun again' ? `${what} (${why})` : `recovered: ${what} (${why})`
}

/** A POSIX command that sends a request again; the key from $TABLEREAD_API_KEY, all else in single quotes. */
export function formatCurl({ method, url, keyHeaders, body, gateway = {} }: SentRequest): string {
  return [
    'curl -sS',
    `-X ${method}`,
    quoteForShell(url),
    ...keyHeaders.map((name) =>
      name === 'authorization' ? '-H "authorization: Bearer $TABLEREAD_API_KEY"' : '-H "x-api-key: $TABLEREAD_API_KEY"',
    ),
    ...Object.entries(gateway).map(([name, value]) => `-H "${name}: ${value.replaceAll(/["`\\]|\$(?!\w)/g, '\\$&')}"`),
    ...(body === null
      ? []
      : ["-H 'content-type: application/json'", `--data-raw ${quoteForShell(body.replace(unseen, escapeUnits))}`]),
  ].join(' ')
}

/** What a terminal would act on or hide in JSON. */
const unseen = /[\u007F-\u009F\u00AD\u061C\u200B-\u200F\u2028-\u202E\u2060-\u206F\uFEFF]/g

const quoteForShell = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`
