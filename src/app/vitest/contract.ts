/** The rules of the interface as tests of a Vitest suite of one's own, each by its name. */
export { type LiveSettings, type LiveSubject, openLiveSubject } from '../project/live-subject.ts'
export { type LocalSubject, type LocalSubjectSettings, openLocalSubject } from '../project/local-subject.ts'
export { type DescribeSettings, describeRules, type OpenedSubject } from './describe-rules.ts'
