import { describeRules, openLocalSubject } from './contract.ts'

// Each of these rules is a test of its own; without `rules`, all 350 are.
describeRules(() => openLocalSubject({ sockets: false }), {
  rules: ['CHA-10', 'CHA-16', 'DSP-09', 'SES-04'],
  runs: 10,
})
