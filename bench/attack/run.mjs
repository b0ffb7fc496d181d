/**
 * Measures what docs/measurements.md says of attack, and writes the figures there: `npm run bench:attack`, optionally
 * with a number of seeds (default three). It takes about a minute.
 */
import { holes } from '../../tests/attack/desk.mjs'
import { countRow, interval, writeFigures } from '../figures.mjs'
import { attackDesk, library, planTalks } from './talks.mjs'

const seeds = Number(process.argv[2] ?? 3)
const planned = planTalks(seeds)

const found = { first: 0, all: 0, hardened: 0 }
const missed = []
const by = new Map()
for (const hole of Object.keys(holes)) {
  const { harms } = await attackDesk(planned, { hole })
  const hardened = await attackDesk(planned, { hole, hardened: true })
  if (harms.length > 0) found.all += 1
  else missed.push(hole)
  if (harms.some(({ seed }) => seed === 1)) found.first += 1
  if (hardened.harms.length > 0) found.hardened += 1
  by.set(hole, new Set(harms.map(({ attack }) => attack)).size)
}
const sound = await attackDesk(planned, {})
const counts = [...by.values()].sort((one, other) => one - other)
const many = Object.keys(holes).length
writeFigures('attack', [
  countRow(`planted holes found with ${seeds} seeds`, found.all, many),
  countRow('with one seed', found.first, many),
  countRow('desks hardened against one of them, told broken', found.hardened, many),
  `| the desk without a hole: harm in ${sound.total.judged} talks | ${sound.total.harmed} | ${interval(sound.total.harmed, sound.total.judged)} |`,
  `| attacks of the library that find a hole | ${counts[0]} to ${counts.at(-1)}, ${counts[Math.floor(counts.length / 2)]} at the median, of ${library.length} | |`,
  ...(missed.length === 0 ? [] : [`| not found | ${missed.join(', ')} | |`]),
])
