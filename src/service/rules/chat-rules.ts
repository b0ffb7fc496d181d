import type { ChatRequest } from '../../wire/api/chat.ts'
import type { Refusal } from '../answer/answer.ts'
import type { Ambiguity } from '../context/ambiguity.ts'
import type { Channel, Workspace } from '../workspace/workspace.ts'

/** The input of the chat trigger's rules; `channel` is the enabled one with the given name. */
export interface ChatScene {
  chat: ChatRequest
  workspace: Workspace
  channel: Channel | undefined
}

/** One rule: returns a refusal if a request breaks it. */
export type ChatRule = (scene: ChatScene) => Refusal | null

/**
 * Finds the channel that a chat request names, by its exact name; leniently only if the ambiguity mode picks that
 * (DSP-03).
 */
export function sceneOfChat(chat: ChatRequest, workspace: Workspace, ambiguity: Ambiguity): ChatScene {
  const lenient = ambiguity.choose('DSP-03', [false, true])
  const folded = (name: string): string => (lenient ? name.trim().toLowerCase() : name)
  const asked = folded(chat.communicationChannel ?? '')
  const channel = workspace.channels.find(({ name, enabled }) => enabled && folded(name) === asked)
  return { chat, workspace, channel }
}

/**
 * Refuses by the first rule that a request breaks, in the order of ENV-22; with a seeded ambiguity, by any
 * rule it breaks.
 */
export function firstBroken(rules: readonly ChatRule[], scene: ChatScene, ambiguity: Ambiguity): Refusal | null {
  if (!ambiguity.seeded) {
    for (const rule of rules) {
      const refusal = rule(scene)
      if (refusal !== null) return refusal
    }
    return null
  }
  const broken = rules.flatMap((rule) => {
    const refusal = rule(scene)
    const settled = refusal === null ? null : ambiguity.settle(refusal)
    return settled === null ? [] : [settled]
  })
  const [first, ...rest] = broken
  return first === undefined ? null : ambiguity.choose('ENV-22', [first, ...rest])
}

/** Whether a text member is absent; an empty one counts as absent (ENV-14). */
export function isMissing(text: string | undefined): text is undefined | '' {
  return text === undefined || text === ''
}

/** DSP-02 to DSP-04: a channel of this exact name exists in the workspace and is enabled. */
export const channelExists: ChatRule = ({ chat, channel, workspace }) => {
  const name = chat.communicationChannel
  if (name === undefined || channel !== undefined) return null
  const refusal: Refusal = {
    errorCode: 'channelNotFound',
    message: 'there is no enabled channel of this name in the workspace',
  }
  if (chat.doReturnResponse === true) return { ...refusal, decision: 'CHA-40', others: [null] }
  const folded = name.trim().toLowerCase()
  const near = workspace.channels.some((each) => each.name !== name && each.name.trim().toLowerCase() === folded)
  return near ? { ...refusal, decision: 'DSP-03' } : refusal
}

/** DSP-05, CHA-41: the channel is for text. */
export const channelIsForText: ChatRule = ({ chat, channel }) =>
  channel === undefined || ['waChat', 'webChat', 'email'].includes(channel.type)
    ? null
    : {
        errorCode: 'unsupportedChannelType',
        message: 'this channel is neither WhatsApp, web chat nor email; calls use the call trigger',
        ...(chat.doReturnResponse === true ? { decision: 'CHA-41', others: [null] } : {}),
      }
