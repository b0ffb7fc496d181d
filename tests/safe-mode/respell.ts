import type { Dice } from './draw-attack.ts'

const ways: ((name: string) => string)[] = [
  (name) => name,
  (name) => name,
  (name) => name.toUpperCase(),
  (name) => name.toLowerCase(),
  (name) => name.replace(/^./, (letter) => letter.toUpperCase()),
  (name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  (name) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
  (name) => name.replace(/[A-Z]/g, (letter) => `.${letter.toLowerCase()}`),
  (name) => name.replace(/[A-Z]/g, (letter) => ` ${letter}`),
  (name) => ` ${name} `,
  (name) => `${name}[]`,
  (name) => `$.${name}`,
  (name) => name.replaceAll('i', 'ı'),
  (name) => name.replaceAll('s', 'ſ'),
  (name) => name.replace(/[a-z]/g, (letter) => String.fromCodePoint(letter.charCodeAt(0) + 0xfee0)),
  (name) => [...name].join('\u200b'),
  (name) => name.replace(/e/g, 'e\u0301'),
  (name) => `${name}\\u0000`,
  (name) => name.replace(/^./, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`),
]

/** A name as JSON text, spelled in a way that some service may still accept. */
export function respell(dice: Dice, name: string): string {
  return `"${(ways[dice(ways.length)] ?? String)(name)}"`
}
