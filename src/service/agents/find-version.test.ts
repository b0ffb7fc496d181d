import { expect, it } from 'vitest'
import type { Agent, VersionedAgent } from '../workspace/agent.ts'
import { defaultConfig } from '../workspace/build-agent.ts'
import { resolveVersion } from './find-version.ts'

const version = (number: number, more: Partial<VersionedAgent> = {}): VersionedAgent => ({
  ...{ label: String(number), number, description: '', config: defaultConfig() },
  behaviour: { kind: 'replay', recordings: [] },
  ...more,
})

const agent: Agent = {
  ...{ name: 'desk', agentId: 'desk', published: 1, draft: null },
  versions: new Map([
    [10, version(10)],
    [1, version(1)],
    [11, version(11, { ofRevision: true })],
  ]),
}

it('a version of a commit is found by its number, and is none of those that the file has', () => {
  expect(resolveVersion(agent, '11')).toMatchObject({ ok: true })
  const hint = 'its versions are 1, 10'
  expect(resolveVersion(agent, 'draft')).toEqual({ ok: false, reason: `the agent desk has no saved draft; ${hint}` })
  expect(resolveVersion(agent, '3')).toEqual({ ok: false, reason: `the agent desk has no version 3; ${hint}` })
})
