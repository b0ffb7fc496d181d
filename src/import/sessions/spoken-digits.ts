const digits = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine']
const digit = `(?:(?:double|triple) )?(?:${digits.join('|')}|oh)`
/** Three digits or more in words, one after the other. */
const run = new RegExp(`\\b${digit}(?:(?:, |[ ,-])${digit}){2,23}\\b`, 'gi')

/** The text with numbers that are spelled in words (`zero one double five`) put otherwise, by the digits that they stand for. */
export function replaceSpoken(text: string, put: (digits: string, found: string) => string): string {
  return text.replace(run, (found) => put(heard(found), found))
}

/** `015` as `zero one five`. */
export function spell(number: string): string {
  return [...number].map((each) => digits[Number(each)] ?? each).join(' ')
}

function heard(words: string): string {
  let [number, times] = ['', 1]
  for (const word of words.toLowerCase().split(/[ ,-]+/)) {
    if (word === 'double' || word === 'triple') times = word === 'double' ? 2 : 3
    else {
      number += String(word === 'oh' ? 0 : digits.indexOf(word)).repeat(times)
      times = 1
    }
  }
  return number
}
