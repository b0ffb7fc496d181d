/**
 * Measures several contenders in alternation: every round runs each of them once, starting with a different
 * one. A first round warms everything up and is discarded. Gives the measured runs by the contender's name.
 */
export async function interleave({ contenders, rounds, measure, onRound }) {
  const runs = new Map(contenders.map(({ name }) => [name, []]))
  for (let round = 0; round <= rounds; round += 1) {
    for (let place = 0; place < contenders.length; place += 1) {
      const contender = contenders[(round + place) % contenders.length]
      const run = await measure(contender)
      if (round > 0) runs.get(contender.name).push(run)
    }
    onRound(round)
  }
  return runs
}
