import { isJsonObject, type JsonObject } from '../../../base/json/json.ts'
import { cutText } from '../../../base/privacy/cut.ts'
import { type Credential, draftOf, finishDraft, type RequestDraft } from './contract-request.ts'
import type { ContractExchange } from './outcome.ts'
import { performExchange } from './perform-exchange.ts'
import { ViolationError } from './rule.ts'
import type { Control, World } from './world.ts'

/** Lets scenarios send requests in one line each, in one world. */
export interface Bench {
  world: World
  /** @throws Error if the subject has none: scenarios that use it say so in their needs */
  control: Control
  send(draft: RequestDraft): Promise<ContractExchange>
  /** Sends a request that must be accepted, and gives its answer's data. @throws ViolationError when refused */
  demand(draft: RequestDraft): Promise<JsonObject>
  /** A chat trigger that must be accepted. */
  chat(body: JsonObject, credential?: Credential): Promise<JsonObject>
  /** A session that must exist. */
  fetch(sessionId: unknown, credential?: Credential): Promise<JsonObject>
}

export function openBench(world: World): Bench {
  const send = (draft: RequestDraft): Promise<ContractExchange> => performExchange(world, finishDraft(draft))
  const demand = async (draft: RequestDraft): Promise<JsonObject> => {
    const exchange = await send(draft)
    if (!exchange.outcome.accepted)
      throw new ViolationError(
        `the valid request was refused: ${exchange.answer.status} ${cutText(exchange.answer.text, 200, '')}`,
        exchange.request,
      )
    const data = isJsonObject(exchange.body) ? exchange.body.data : null
    return isJsonObject(data) ? data : {}
  }
  return {
    world,
    get control() {
      if (world.subject.control === null) throw new Error('this subject has no controls')
      return world.subject.control
    },
    send,
    demand,
    chat: (body, credential = 'own') => demand({ ...draftOf('chat.trigger', body), credential }),
    fetch: (sessionId, credential = 'own') =>
      demand({ ...draftOf('session.get', null, String(sessionId)), credential }),
  }
}
