import { describe } from 'vitest'
import { openLocalSubject } from '../../src/app/agents/local-subject.ts'
import { describeRules } from '../../src/app/vitest/describe-rules.ts'
import { allRules } from '../../src/wire/contract/rules/all-rules.ts'

const open = () => openLocalSubject({ sockets: false })
const some = allRules.filter((_, index) => index % 7 === 0).map(({ id }) => id)

describe('one rule in seven', () => describeRules(open, { runs: 2, rules: some }))
describe('every rule, in more requests', { tags: 'stress' }, () => describeRules(open, { runs: 15 }))
