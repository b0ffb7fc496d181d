import type { TextDifference } from '../../compare/model/text-difference.ts'

/** Cuts shared text far from the nearest difference, and very long text: the difference is what matters. */
export function shortenWords(words: TextDifference, around = 60, most = 400): TextDifference {
  return words.map(({ kind, text }, index) => {
    const last = index === words.length - 1
    const room = kind !== 'same' ? most : index === 0 || last ? around : around * 2
    const characters = [...text]
    if (characters.length <= room + 1) return { kind, text }
    if (kind === 'same' && index === 0 && !last) return { kind, text: `…${characters.slice(-room).join('')}` }
    if (kind !== 'same' || last) return { kind, text: `${characters.slice(0, room).join('')}…` }
    return { kind, text: `${characters.slice(0, around).join('')} … ${characters.slice(-around).join('')}` }
  })
}
