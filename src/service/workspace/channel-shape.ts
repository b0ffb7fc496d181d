import { dictionary } from '../../suite/yaml/dictionary.ts'
import { list } from '../../suite/yaml/list.ts'
import type { Place, Placed } from '../../suite/yaml/place.ts'
import { optional, record, required } from '../../suite/yaml/record.ts'
import { flag, placed, text, word } from '../../suite/yaml/scalar.ts'
import type { Shape } from '../../suite/yaml/shape.ts'
import { channelTypes } from '../../wire/api/session.ts'
import { withoutPlus } from './phone-number.ts'
import { phoneNumber } from './phone-number-shape.ts'
import type { Channel } from './workspace.ts'

const fields = {
  name: required('name', text, 'The name that triggers use.'),
  type: required('type', word(channelTypes), 'The type of channel.'),
  enabled: optional('enabled', flag, 'false: as if it were not there.'),
  numbers: optional('numbers', list('numbers', phoneNumber), 'The phone numbers that messages or calls come from.'),
  email: optional('email', text, 'The address that emails come from.'),
  agent: optional('agent', placed(text), 'The agent that answers unless a trigger names another.'),
  version: optional('version', placed(text), 'Its version: default, draft or a number.'),
  templates: optional(
    'templates',
    dictionary('templates', text),
    'The approved WhatsApp templates by name, with {{placeholders}}; without this key the channel supports none.',
  ),
}

const shape = record('a channel', fields)

/** A channel as stated in its file, with the places of names that must exist elsewhere. */
export interface StatedChannel {
  at: Place
  channel: Channel
  agent?: Placed<string>
  version?: Placed<string>
}

/** One channel of a workspace. */
export const channelShape: Shape<StatedChannel> = {
  read(node, reading) {
    const read = shape.read(node, reading)
    if (read === undefined) return undefined
    const { at, name, type, enabled = true, numbers = [], email = null, agent, version, templates } = read
    const channel: Channel = {
      name,
      type,
      enabled,
      numbers: numbers.map(withoutPlus),
      email,
      agent: agent?.value ?? null,
      version: version?.value ?? null,
      templates: templates?.map((template) => ({ name: template.name, text: template.value })) ?? null,
    }
    return { at, channel, ...(agent === undefined ? {} : { agent }), ...(version === undefined ? {} : { version }) }
  },
  schema: (definitions) => shape.schema(definitions),
}
