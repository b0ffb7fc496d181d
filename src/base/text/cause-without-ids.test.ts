import { expect, it } from 'vitest'
import { causeWithoutIds } from './cause-without-ids.ts'

it('is the same for both sides of a comparison', () => {
  const told = (version: string, request: string): string =>
    `the service refused the turn: 502 localAgentErrored: the agent desk (version ${version}): the model is down (request ${request})`
  const common = 'the service refused the turn: 502 localAgentErrored: the model is down'
  expect([told('1', '1306a972-cbcb'), told('draft', '16e4d3b8-5bbb')].map(causeWithoutIds)).toEqual([common, common])
})
