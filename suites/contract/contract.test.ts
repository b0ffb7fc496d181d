import { openLocalSubject } from '../../src/app/project/local-subject.ts'
import { describeRules } from '../../src/app/vitest/describe-rules.ts'

describeRules(() => openLocalSubject({ sockets: false }), { runs: 15 })
