import type { ContractResult, Counterexample, RuleResult } from '../../wire/contract/contract-report.ts'
import type { ContractRequest } from '../../wire/contract/world/contract-request.ts'

const request: ContractRequest = {
  ...{ operation: 'chat.trigger', host: 'base', method: 'POST', path: '/chat-agent/trigger', credential: 'other' },
  ...{ keyHeaders: ['x-api-key'], contentType: 'application/json', body: '{"agentName":"desk","message":"a   b"}' },
}

const counterexample: Counterexample = {
  ...{ finding: 'expected 400 incompatibleOptions, and came 200', request, broken: ['CHA-10', 'CHA-11'] },
  ...{ drawn: null, repeats: true, shrinks: 3 },
}

function ruleOf(id: string, level: RuleResult['rule']['level'], more: Partial<RuleResult>): RuleResult {
  return {
    rule: {
      ...{
        id,
        operation: 'chat.trigger',
        level,
        source: '2. Trigger chat > Rules',
        allows: ['400 incompatibleOptions'],
      },
      ...{ text: 'Inline reply plus scheduleTime', expected: '400 incompatibleOptions' },
    },
    ...{ outcome: 'held', runs: 24, seen: { '400 incompatibleOptions': 24 }, outside: 0, odd: null },
    ...{ counterexample: null, reason: null, seed: 7, path: null, timeMs: 12.5 },
    ...more,
  }
}

/** A contract with a rule of every outcome: violated by a request and by a sequence, and open ones. */
export function madeUpContract(more: Partial<ContractResult> = {}): ContractResult {
  const sequence = { commands: ['start  a talk', 'end it'] }
  const results = [
    ruleOf('CHA-09', 'must', {}),
    ruleOf('CHA-10', 'must', { outcome: 'violated', counterexample, path: '12:0:1' }),
    ruleOf('DEL-01', 'must', {
      ...{ outcome: 'violated', path: '2:2/AEDK:K' },
      counterexample: { ...counterexample, request: null, broken: [], drawn: sequence, repeats: false, shrinks: 1 },
    }),
    ruleOf('CHA-16', 'may', { outcome: 'recorded', outside: 2, odd: { ...request, credential: 'own' } }),
    ruleOf('CHA-17', 'unspecified', { outcome: 'recorded' }),
    ruleOf('SES-19', 'unspecified', { outcome: 'not run', runs: 0, seen: {}, reason: 'no request tells' }),
  ]
  return {
    ...{ subject: 'local', seed: 7, runs: 20, results, sent: 54, blocked: 2, timeMs: 1_234.5 },
    ...{ startedAt: '2026-11-20T09:03:00.000Z', total: results.length, tableread: '0' },
    hosts: { base: 'http://127.0.0.1:4010/', workflow: 'http://127.0.0.1:4011' },
    ...{ kind: 'contract', schemaVersion: 1, again: [] },
    ...more,
  }
}
