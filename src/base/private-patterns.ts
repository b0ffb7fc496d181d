/** An email address; a phone number; a payment card's number; a key that says it is one. */
export const privatePatterns: readonly (readonly [kind: string, pattern: RegExp])[] = [
  ['email', /[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}/g],
  ['key', /\b(?:[sprk]k[-_](?:\w{2,8}[-_])?|gh[opsu]_|xox[abp]-|AKIA)[A-Za-z0-9_-]{14,200}/g],
  ['key', /(?<=\b[Bb]earer )[\w.~+/-]{12,2000}=*/g],
  ['card', /\b\d{4}([ -]?)\d{4}\1\d{4}\1\d{1,7}\b/g],
  // as American Express and Diners Club group theirs
  ['card', /\b3[47]\d\d([ -])\d{6}\1\d{5}\b/g],
  ['card', /\b3[0689]\d\d([ -])\d{6}\1\d{4}\b/g],
  ['phone', /\+\d[\d ().-]{6,18}\d\b/g],
  // as people of one country write them for each other
  ['phone', /(?<![\w.+-])\(\d{3}\) ?\d{3}[-. ]\d{4}\b/g],
  ['phone', /(?<![\w.+-])\d{3}[-. ]\d{3}[-. ]\d{4}\b/g],
  ['phone', /(?<![\w.+-])[6-9]\d{4}[ -]?\d{5}\b/g],
  ['phone', /(?<![\w.+-])0\d{2,4}[ -]\d{3,4}[ -]?\d{3,4}\b/g],
]

/** Members that hold a secret. */
export const secretName: RegExp =
  /^(?:password|passwd|passcode|secret|authorization|cvv2?|cvc|pin|(?:card|account|bank|debit)_?pin|otp(?:_?code)?|one_?time_?(?:code|password|passcode|pin)|(?:verification|security|auth(?:entication|orization)?|mfa|2fa|sms)_?code|(?:api|access|secret|private)_?key|\w{0,20}(?:token|secret))$/i
/** Whether a name that a person writes, in any spelling (`apiKey`, `x-api-key`, `b api key`, `SHOP_API_KEY`), is that of a secret. */
export function namesSecret(name: string): boolean {
  const plain = name.trim().replace(/[ -]+/g, '_')
  return secretName.test(plain) || /(?:^|_)(?:api_?key|password|secret|authorization)$/i.test(plain)
}

/** Members that hold what identifies a person, in the spellings of tools. */
export const personalName: RegExp =
  /^(?:dob|date_?of_?birth|birth_?date|birthday|ssn|social_?security_?(?:number|no)|tax_?id|passport(?:_?(?:number|no))?|iban|(?:phone|mobile)(?:_?(?:number|no))?)$/i

/** Luhn's check, which one in ten numbers of orders passes too; they keep one name each. Thirteen digits from 1 on are a moment. */
export function isCard(text: string): boolean {
  const digits = text.replace(/\D/g, '')
  if (digits.length < 13 || digits.length > 19 || /^1\d{12}$/.test(digits)) return false
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const doubled = Number(digit) * (index % 2 === 0 ? 1 : 2)
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return sum % 10 === 0
}
