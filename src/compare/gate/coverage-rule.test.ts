import { describe, expect, it } from 'vitest'
import type { AgentCoverage } from '../../engine/coverage/agent-coverage.ts'
import { createContentCoverage } from '../../engine/coverage/content-coverage.ts'
import type { ToolCoverage } from '../../engine/coverage/tool-coverage.ts'
import type { Tally } from '../../engine/verdict/tally.ts'
import { coverageRule } from './coverage-rule.ts'

const none: Tally = { passed: 0, failed: 0, other: 0 }
const once: Tally = { passed: 0, failed: 0, other: 1 }
const held = {
  name: 'coverage',
  verdict: 'held',
  wanted: 'nothing that one side shows is missing on the other',
  seen: 'nothing is missing',
}

function agent(shown: Partial<AgentCoverage> = {}): AgentCoverage {
  return {
    ...{ agent: 'desk', version: 'default', conversations: once, tools: [], uncovered: null, handoffs: [] },
    ...{ metadata: [], content: createContentCoverage() },
    ...shown,
  }
}

function tool(name: string, phase: ToolCoverage['phase'], success: Tally, error: Tally): ToolCoverage {
  return { name, phase, success, error, unanswered: once }
}

function judge(a: AgentCoverage[], b: AgentCoverage[]) {
  return coverageRule({ a: { agents: a }, b: { agents: b } })
}

describe('the rule on coverage', () => {
  it('holds where both sides showed the same, or nothing', () => {
    const full = agent({
      tools: [tool('lookup', 'during', once, once)],
      handoffs: [{ name: 'billing', count: once }],
      content: { ...createContentCoverage(), image: once },
    })
    expect(judge([full], [full])).toEqual(held)
    expect(judge([agent()], [agent()])).toEqual(held)
    expect(judge([], [])).toEqual(held)
  })
  it('names each way that a tool ended, with its phase where it has one', () => {
    const calls = [tool('lookup', 'pre', once, once), tool('guess', null, once, once)]
    expect(judge([agent({ tools: calls })], [agent()])).toEqual({
      ...held,
      verdict: 'broken',
      seen: 'missing: lookup (pre); lookup (pre) with an error; guess; guess with an error',
    })
  })
  it('tells a call in one phase from one in another', () => {
    const [pre, post] = [tool('lookup', 'pre', once, none), tool('lookup', 'post', once, none)]
    expect(judge([agent({ tools: [pre] })], [agent({ tools: [post] })]).seen).toBe('missing: lookup (pre)')
  })
  it('does not miss what never ended, never happened, or shows on the other side alone', () => {
    const idle = agent({
      tools: [tool('lookup', 'during', none, none)],
      handoffs: [{ name: 'billing', count: none }],
    })
    expect(judge([idle], [])).toEqual(held)
    expect(judge([agent()], [agent({ tools: [tool('lookup', 'during', once, once)] })])).toEqual(held)
  })
  it('names handoffs and kinds of content', () => {
    const shown = agent({
      handoffs: [
        { name: 'billing', count: once },
        { name: 'sales', count: none },
      ],
      content: { ...createContentCoverage(), image: once, button: once },
    })
    expect(judge([shown], [agent()]).seen).toBe('missing: handoff to billing; content: image; content: button')
  })
  it('counts what several agents showed once, on whichever agent', () => {
    const lookup = agent({ tools: [tool('lookup', 'during', once, none)] })
    expect(judge([lookup, lookup], [agent()]).seen).toBe('missing: lookup (during)')
    expect(judge([lookup], [agent(), lookup])).toEqual(held)
  })
})
