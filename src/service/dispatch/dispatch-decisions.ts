import type { ChatRequest } from '../../wire/api/chat.ts'
import type { Channel } from '../workspace/workspace.ts'

/** The rules of ours that a dispatch rests on: members that are ignored on this channel, and readings of its times. */
export function decisionsOf(chat: ChatRequest, { type, templates }: Channel): string[] {
  const { startWorkingHour: start, endWorkingHour: end, scheduleTime, whatsappOptions, emailOptions } = chat
  const holds: [boolean, string][] = [
    [chat.sessionId !== undefined, 'CHA-35'],
    [chat.message !== undefined || chat.chatOptions !== undefined, 'CHA-44'],
    [chat.agentNumber !== undefined && type !== 'waChat', 'DSP-29'],
    [(emailOptions !== undefined && type !== 'email') || (whatsappOptions !== undefined && type === 'email'), 'DSP-30'],
    [start !== undefined && end !== undefined && start > end, 'SCH-12'],
    [start !== undefined && start === end, 'SCH-13'],
    [scheduleTime !== undefined && !/(Z|[+-]\d\d:\d\d)$/.test(scheduleTime), 'SCH-18'],
    [type === 'waChat' && isUnknownTemplate(chat, templates ?? []), 'WAO-07'],
    [type === 'email' && emailOptions?.subject === undefined, 'EMO-06'],
  ]
  return holds.flatMap(([applies, rule]) => (applies ? [rule] : []))
}

function isUnknownTemplate({ whatsappOptions }: ChatRequest, templates: readonly { name: string }[]): boolean {
  return (
    whatsappOptions?.messageType === 'template' && !templates.some(({ name }) => name === whatsappOptions.templateId)
  )
}
