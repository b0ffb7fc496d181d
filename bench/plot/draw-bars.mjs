import { escapeText, frame } from './style.mjs'

const width = 860
const perCharacter = 6.8
const row = 26

/** Horizontal bars with their values next to them; ours are highlighted. Lengths are to scale, from zero. */
export function drawBars({ title, bars, unit }) {
  const most = Math.max(...bars.map(({ value }) => value))
  const left = 16 + perCharacter * Math.max(...bars.map(({ label }) => label.length))
  const room = width - left - 90
  const body = bars.flatMap(({ label, value, own }, index) => {
    const y = 36 + index * row
    const length = Math.max(1, (value / most) * room)
    return [
      `<text x="${left - 8}" y="${y + 14}" text-anchor="end">${escapeText(label)}</text>`,
      `<rect class="${own ? 'own' : 'other'}" x="${left}" y="${y}" width="${length.toFixed(1)}" height="18" rx="2"/>`,
      `<text class="quiet" x="${(left + length + 6).toFixed(1)}" y="${y + 14}">${digits(value)}${escapeText(unit)}</text>`,
    ]
  })
  return frame({ width, height: 44 + bars.length * row, title, body })
}

const digits = (value) => value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0)
