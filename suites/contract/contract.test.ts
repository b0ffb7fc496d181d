import { openLocalSubject } from '../../src/cli/local-subject.ts'
import { describeRules } from '../../src/vitest/describe-rules.ts'

describeRules(() => openLocalSubject({ sockets: false }), { runs: 15 })
