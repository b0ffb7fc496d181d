/** Whether a text is a phone number: 7 to 15 digits with the country code, with or without a plus (DSP-23, CAL-17). */
export function isPhoneNumber(text: string): boolean {
  return /^\+?\d{7,15}$/.test(text)
}

/** A number as it is stored and compared; both forms are the same addressee (DSP-22, DEL-06). */
export function withoutPlus(number: string): string {
  return number.replace(/^\+/, '')
}
