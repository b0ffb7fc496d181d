/** The rules of the interface as tests of a user's Vitest suite, each with its name. */

export { type LocalSubject, type LocalSubjectSettings, openLocalSubject } from '../agents/local-subject.ts'
export { type LiveSettings, type LiveSubject, openLiveSubject } from '../target/live-subject.ts'
export { type DescribeSettings, describeRules, type OpenedSubject } from './describe-rules.ts'
