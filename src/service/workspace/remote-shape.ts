import type { JsonObject } from '../../base/json/json.ts'
import { dictionary, type NamedEntry } from '../../suite/yaml/collections.ts'
import { literalObject } from '../../suite/yaml/literal.ts'
import type { WithPlace } from '../../suite/yaml/place.ts'
import { optional, record, required } from '../../suite/yaml/record.ts'
import { text, wholeNumber, withPlace } from '../../suite/yaml/scalar.ts'
import type { Shape } from '../../suite/yaml/shape.ts'
import { httpAgentShape, type StatedRequest } from './http-shape.ts'
import { liveFlag } from './live-tool-shape.ts'

/** A remote agent as stated: its address, or a mapping with the address and its settings. */
export interface StatedRemote {
  url: WithPlace<string>
  headers?: NamedEntry<WithPlace<string>>[]
  live?: boolean
  model?: string
  steps?: number
  body?: JsonObject
  tellEnd?: boolean
  /** Of an HTTP agent: the request, and how its answer is read. */
  request?: StatedRequest
}

const shared = {
  url: required('url', withPlace(text), 'The address; {{env.NAME}} is filled from the environment.'),
  headers: optional(
    'headers',
    dictionary('headers', withPlace(text)),
    'Headers of each request; {{env.NAME}} is filled from the environment, and the value is shown nowhere.',
  ),
  live: optional('live', liveFlag, 'yes: it may be a host that is not this machine.'),
}

const steps = optional(
  'steps',
  wholeNumber(1),
  'How often it may ask for tools in one turn before it has to answer. @default 8',
)

const tellEnd = (how: string) => optional('tell end', liveFlag, `no: ${how} @default yes`)

/** The shapes of remote agents, by the key that states each. */
export const remoteShapes: Record<'chatCompletions' | 'a2a' | 'agUi' | 'webhook' | 'http', Shape<StatedRemote>> = {
  chatCompletions: addressOr(
    record('chat completions', {
      ...shared,
      model: optional('model', text, "The model that is asked for. @default the agent's name"),
      steps,
      body: optional('body', literalObject, 'Further members of each request; ${variables} in texts are filled.'),
    }),
  ),
  a2a: addressOr(
    record('an A2A agent', {
      ...shared,
      tellEnd: tellEnd('a task that waits is not cancelled when its session ends.'),
    }),
  ),
  agUi: addressOr(record('an AG-UI agent', { ...shared, steps })),
  webhook: addressOr(record('a webhook', { ...shared, tellEnd: tellEnd('it is not told when a session ends.') })),
  http: httpAgentShape,
}

function addressOr(whole: Shape<StatedRemote>): Shape<StatedRemote> {
  const alone = withPlace(text)
  return {
    read(node, reading) {
      if (node.kind === 'map') return whole.read(node, reading)
      const url = alone.read(node, reading)
      return url === undefined ? undefined : { url }
    },
    schema: (definitions) => ({ anyOf: [alone.schema(definitions), whole.schema(definitions)] }),
  }
}
