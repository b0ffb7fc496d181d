/** The rules of the interface as tests of a user's Vitest suite, each with its name. */
export { type LiveSettings, type LiveSubject, openLiveSubject } from '../project/live-subject.ts'
export { type LocalSubject, type LocalSubjectSettings, openLocalSubject } from '../project/local-subject.ts'
export { type DescribeSettings, describeRules, type OpenedSubject } from './describe-rules.ts'
