import type { Judgement, Vote } from '../expect/outcome/judgement.ts'

const findings = ['met', 'not met', 'cannot tell'] as const

/** The judgement of a panel: what more than half of all requested votes say, void ones included in the count. */
export function countVotes(votes: Vote[]): Judgement {
  const says = findings.find((finding) => votes.filter((vote) => vote.says === finding).length * 2 > votes.length)
  return { says: says ?? 'unjudged', votes, why: says === undefined ? describeSplit(votes) : null }
}

function describeSplit(votes: readonly Vote[]): string {
  const [first] = votes
  if (first === undefined) return 'nobody was asked'
  if (votes.length === 1) return `the only vote is void: ${first.reason}`
  const counts = [...findings, 'void' as const].flatMap((says) => {
    const count = votes.filter((vote) => vote.says === says).length
    return count === 0 ? [] : [`${count} ${says}`]
  })
  const voidVote = votes.find(({ says }) => says === 'void')
  const why = voidVote === undefined ? '' : `; void, since ${voidVote.reason}`
  return `no finding has more than half of the ${votes.length} votes: ${counts.join(', ')}${why}`
}
