import type { Draw } from './draw.ts'
import { type Hours, wallAt } from './schedule-oracle.ts'

/** The year in which Apia skips a date, São Paulo changes its clocks at midnight, and Lord Howe by half an hour. */
export const year = { from: Date.UTC(2011, 6, 1), to: Date.UTC(2012, 6, 1) } as const

const zones = [
  'Asia/Kolkata',
  'America/New_York',
  'Europe/Berlin',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'America/Sao_Paulo',
]

/** The instants at which each zone's clocks change, found by search. */
const changes = new Map(zones.map((zone) => [zone, findChanges(zone)]))

function findChanges(zone: string): number[] {
  const moments: number[] = []
  for (let at = year.from; at < year.to; at += 900_000)
    if ((wallAt(zone, at) - wallAt(zone, at - 1_000) + 86_400) % 86_400 !== 1) moments.push(at)
  return [...moments, ...(zone === 'Pacific/Apia' ? [Date.UTC(2011, 11, 30, 10)] : [])] // it skipped a date, not an hour
}

/** When something is requested, for when, and in which hours. */
export interface Timing {
  /** When the request is sent. */
  at: number
  /** The requested time; null for none. */
  wanted: number | null
  hours: Hours
  /** The hours and the zone as the request spells them; undefined is omitted. */
  start: string | undefined
  end: string | undefined
  timezone: string | undefined
}

/** Times and hours of every form, many of them exactly where hours begin or end, and where clocks change. */
export function planTiming(draw: Draw, defaultZone: string): Timing {
  const timezone = draw.chance(0.8) ? draw.one(zones) : undefined
  const [start, end] = planHours(draw)
  const zone = timezone ?? defaultZone
  const seconds = (minutes: number | null): number | null => (minutes === null ? null : minutes * 60)
  const hours = { zone, start: seconds(start), end: seconds(end) }
  const at = Math.min(year.to - 1_000, Math.max(year.from + 1_000, planInstant(draw, hours)))
  return { at, wanted: planWanted(draw, hours, at), hours, start: spellHour(start), end: spellHour(end), timezone }
}

function planHours(draw: Draw): [start: number | null, end: number | null] {
  const any = (): number => (draw.chance(0.6) ? draw.one(critical) : draw.within(0, 96) * 15)
  const [low = 0, high = 0] = [any(), any()].sort((a, b) => a - b)
  return draw.one([
    [null, null],
    [low, null],
    [null, high],
    [low, low],
    [high, low],
    [22 * 60, 6 * 60],
    [9 * 60, 18 * 60],
    [low, high],
    [low, high],
  ])
}

/** Minutes of the day that clocks somewhere skip or show twice, and their neighbours. */
const critical = [0, 15, 30, 60, 90, 105, 110, 120, 135, 150, 180, 210, 1_380, 1_410]

/** No time, one within days of the request, or any instant. */
function planWanted(draw: Draw, hours: Hours, at: number): number | null {
  if (draw.chance(0.35)) return null
  return draw.chance(0.3) ? at + draw.within(-2 * 86_400, 5 * 86_400) * 1_000 : planInstant(draw, hours)
}

function planInstant(draw: Draw, { zone, start, end }: Hours): number {
  const near = changes.get(zone) ?? []
  const rough =
    near.length === 0 || draw.chance(0.5)
      ? year.from + draw.within(0, (year.to - year.from) / 1_000) * 1_000
      : draw.one(near) + draw.within(-7_200, 7_200) * 1_000
  const hour = draw.chance(0.5) ? start : end
  if (hour === null || draw.chance(0.6)) return rough + (draw.chance(0.1) ? draw.within(1, 1_000) : 0)
  // If the clock changes in between, the result misses the hour by that much, which is just as good.
  return rough - (rough % 1_000) + (hour - wallAt(zone, rough)) * 1_000 + draw.one([-1_000, -500, 0, 500, 1_000])
}

/** Minutes of the day as HH:MM. */
export function spellHour(minutes: number): string
export function spellHour(minutes: number | null): string | undefined
export function spellHour(minutes: number | null): string | undefined {
  if (minutes === null) return undefined
  return [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':')
}
