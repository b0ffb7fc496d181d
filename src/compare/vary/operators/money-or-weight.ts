import { sentencesOf } from '../typed/about.ts'

/** Words that mark a sentence as being about what something costs. */
const money =
  /[$€£¥]|(?<![\p{L}\p{N}])(?:pa(?:y|ys|id|ying|yment)|cost(?:s|ing)?|price[sd]?|charged?|fees?|refund(?:s|ed)?|owed?|bill(?:s|ed)?|money|spent|spend|worth|discounts?|vouchers?|balance|deposit|tips?|cash|credit(?:ed)?|debit(?:ed)?|total|invoice|eur|usd|gbp|euros?|dollars?)(?![\p{L}\p{N}])/iu
/** Words that mark a sentence as being about what something weighs. */
const weight =
  /(?<![\p{L}])(?:weigh(?:s|ed|ing|t)?|heavy|heavier|light(?:er)?|load|lift|luggage|baggage|suitcases?|bags?|parcels?|kgs?|kilos?|kilograms?|grams?|lbs|ounces|oz|flour|potatoes|meat|coffee)(?![\p{L}])/iu

/** What "pounds" means at a place: money or weight where the sentence decides it; null is left as it is. */
export function readPounds(text: string): (at: number) => 'money' | 'weight' | null {
  const sentences = /pound|lbs|£|gbp/i.test(text) ? sentencesOf(text) : []
  return (at) => {
    const sentence = sentences.find(({ from, to }) => from <= at && at < to)?.text ?? ''
    const [isMoney, isWeight] = [money.test(sentence), weight.test(sentence)]
    return isMoney === isWeight ? null : isMoney ? 'money' : 'weight'
  }
}
