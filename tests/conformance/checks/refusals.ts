import { expect } from 'vitest'
import { changesOf } from '../generic.ts'
import type { Change } from '../world.ts'
import type { Check, Checks } from './check.ts'

/** Sends what the rule says and expects exactly the answer that we decided on. */
export const answers =
  (status: number, code: string | undefined, more: Change[] = []): Check =>
  async (world, rule) => {
    const base = rule.request?.base ?? ''
    for (const change of [...changesOf(rule), ...more]) {
      const reply = await world.send(base, change)
      const message = `${JSON.stringify(change)} gave ${JSON.stringify(reply.body).slice(0, 300)}`
      expect([reply.status, reply.code], message).toEqual([status, code])
      if (status >= 400 && rule.live !== 'must')
        expect(reply.headers.get('x-local-decision') ?? code, message).not.toBe(null)
    }
  }

const versions = (...all: unknown[]): Change[] => all.map((agentVersion) => ({ body: { agentVersion } }))

/** Rules that name a request and leave the answer open: what we decided to answer. */
export const refusals: Checks = {
  'ENV-14': answers(400, 'agentNameRequired'),
  'ENV-23': answers(401, 'apiKeyMissing'),
  'AUT-17': answers(401, 'apiKeyMissing', [{ headers: { 'x-api-key': '   ' } }]),
  'ISO-06': answers(404, 'replyToSessionNotFound'),
  'SES-04': answers(404, 'sessionNotFound', [
    { path: '/api/session/fetch/a%2Fb' },
    { path: '/api/session/fetch/%00' },
    { path: '/api/session/fetch/%' },
    { path: '/api/session/fetch/..%2f..' },
    { path: `/api/session/fetch/${'x'.repeat(5_000)}` },
  ]),
  'CHA-08': answers(422, 'validationError'),
  'CHA-14': answers(200, undefined),
  'CHA-15': answers(422, 'validationError'),
  'CHA-17': answers(400, 'messageRequired'),
  'CHA-21': answers(404, 'localAgentNotFound', [
    { body: { agentName: 'only-b' } },
    { body: { agentName: '__proto__' } },
  ]),
  'CHA-25': answers(422, 'validationError', versions(-1, -0.5, '-1', -1e30)),
  'CHA-26': answers(422, 'validationError', versions(1.5, 1e30, 2 ** 53, '1.5', 'NaN', '1e3', '')),
  'CHA-27': answers(404, 'localAgentVersionNotFound', versions(999, '999', 4)),
  'CHA-28': answers(422, 'validationError', versions('DEFAULT', 'Draft', 'published', ' draft')),
  'CHA-29': answers(404, 'localAgentVersionNotFound'),
  'CHA-39': answers(200, undefined),
  'CHA-40': answers(404, 'channelNotFound', [{ body: { communicationChannel: '{{channel.waDisabled}}' } }]),
  'CHA-41': answers(400, 'unsupportedChannelType', [{ body: { communicationChannel: '{{channel.sms}}' } }]),
  'CHA-43': answers(200, undefined),
  'TYP-14': answers(422, 'validationError', [
    { body: { emailOptions: { messageType: 'say', body: 1 } } },
    { body: { emailOptions: { cc: ['a'] } } },
  ]),
  'TYP-16': answers(422, 'validationError', [{ body: { endWorkingHour: 18 } }]),
  'TYP-19': answers(422, 'validationError'),
  'DSP-01': answers(422, 'validationError'),
  'DSP-05': answers(400, 'unsupportedChannelType', [
    { body: { communicationChannel: '{{channel.sms}}', customerNumber: undefined } },
    { body: { communicationChannel: '{{channel.waVoice}}', customerNumber: undefined } },
    { body: { communicationChannel: 'Hotline', customerNumber: undefined } },
  ]),
  'DSP-17': answers(404, 'replyToSessionNotFound', [{ body: { emailOptions: { replyTo: '{{session.own}}' } } }]),
  'WAO-03': answers(422, 'validationError'),
  'EMO-02': answers(422, 'validationError'),
  'SCH-16': answers(422, 'validationError', [{ body: { endWorkingHour: '25:00' } }]),
  'SCH-17': answers(422, 'validationError', [{ body: { timezone: 'Asia/kolkata' } }, { body: { timezone: 'GMT+1' } }]),
  'SCH-19': answers(422, 'validationError', [
    { body: { scheduleTime: '2030-02-30T00:00:00Z' } },
    { body: { scheduleTime: '' } },
  ]),
  'CAL-02': answers(422, 'validationError', [{ body: { phoneNumber: '' } }]),
  'CAL-03': answers(422, 'validationError', [{ body: { agentName: '' } }]),
  'CAL-07': answers(422, 'validationError', versions('-1', 1.5, 'draft')),
  'QUE-03': answers(422, 'validationError', [{ body: { callPriority: 1.5 } }, { body: { callPriority: '1' } }]),
  'WFC-02': answers(422, 'validationError'),
  'WFC-03': answers(404, 'localWorkflowNotFound', [{ path: '/api/workflow/call/__proto__' }]),
  'NOD-04': answers(400, 'validationError'),
}
