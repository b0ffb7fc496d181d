import { describe, expect, it } from 'vitest'
import { languageOf, nameLanguage } from '../../suite/language/matchers/text-measures.ts'
import { hasPhrases } from './agent-phrases.ts'
import { describeUnknownTongue, findBrokenLaw } from './user-laws.ts'

/** By language: what an agent says, how a talk is ended, and what a customer says that nearly is either. */
const phrases: Record<string, { agent: string[]; farewell: string[]; customer: string[] }> = {
  ar: {
    agent: ['كيف يمكنني مساعدتك اليوم؟', 'شكرا لك على تواصلك معنا.', 'تم إلغاء طلبك.'],
    farewell: ['شكرا، مع السلامة'],
    customer: ['أريد إلغاء طلبي من فضلك', 'هل يمكنك مساعدتي؟', 'نعم، بالتأكيد'],
  },
  be: {
    agent: ['Чым я магу вам дапамагчы?', 'Ваша замова адменена, дзякуй за зварот.'],
    farewell: ['Дзякуй, да пабачэння!'],
    customer: ['Я хачу адмяніць сваю замову', 'Так, калі ласка'],
  },
  bg: {
    agent: ['С какво мога да ви помогна?', 'Вашата поръчка беше отменена.', 'Благодаря ви, че се свързахте с нас.'],
    farewell: ['Благодаря, довиждане!'],
    customer: ['Искам да отменя поръчката си', 'Можете ли да ми помогнете?'],
  },
  bn: {
    agent: ['আমি আপনাকে কীভাবে সাহায্য করতে পারি?', 'আপনার অর্ডার বাতিল করা হয়েছে।'],
    farewell: ['ধন্যবাদ, বিদায়'],
    customer: ['আমি আমার অর্ডার বাতিল করতে চাই', 'হ্যাঁ, দয়া করে'],
  },
  ca: {
    agent: ['En què el puc ajudar?', 'La seva comanda ha estat cancel·lada.', 'Gràcies per contactar amb nosaltres.'],
    farewell: ['Gràcies, adéu!'],
    customer: ['Vull cancel·lar la meva comanda', 'Em pots ajudar, si us plau?'],
  },
  cs: {
    agent: ['Jak vám mohu pomoci?', 'Vaše objednávka byla zrušena.', 'Děkuji, že jste nás kontaktovali.'],
    farewell: ['Děkuji, na shledanou.', 'To je vše, díky.'],
    customer: ['Chci zrušit svou objednávku', 'Můžete mi pomoci?', 'Ano, prosím'],
  },
  da: {
    agent: [
      'Hvordan kan jeg hjælpe dig?',
      'Din ordre er annulleret.',
      'Tak fordi du kontakter os.',
      'Hvad er dit ordrenummer?',
    ],
    farewell: ['Tak, farvel!', 'Det var det hele.'],
    customer: ['Jeg vil gerne annullere min ordre', 'Kan du hjælpe mig?', 'Ja tak'],
  },
  de: {
    agent: [
      'Wie kann ich Ihnen heute helfen?',
      'Kann ich dir sonst noch irgendwie behilflich sein?',
      'Womit darf ich Ihnen weiterhelfen?',
      'Ihre Bestellung 2077 wurde storniert.',
      'Ich habe Ihre Rückerstattung veranlasst.',
      'Vielen Dank für Ihren Anruf.',
      'Vielen Dank, dass Sie uns kontaktieren.',
      'Bitte nennen Sie mir Ihre Bestellnummer.',
      'Wie lautet Ihre Bestellnummer?',
      'Gerne, ich kann Ihnen dabei helfen.',
    ],
    farewell: ['Danke, auf Wiedersehen!', 'Tschüss!', 'Das ist alles, danke.', 'Das wäre alles'],
    customer: [
      'Ich möchte meine Bestellung stornieren',
      'Können Sie mir bitte helfen?',
      'Meine Bestellnummer ist die auf der Karte',
      'Vielen Dank für Ihre Hilfe',
      'Ja, bitte stornieren Sie sie',
      'Wie kann ich meine Bestellung stornieren?',
      'Das ist alles sehr ärgerlich',
      'Wie kann ich Ihnen nicht glauben?',
    ],
  },
  el: {
    agent: ['Πώς μπορώ να σας βοηθήσω;', 'Η παραγγελία σας ακυρώθηκε.', 'Ευχαριστούμε που επικοινωνήσατε μαζί μας.'],
    farewell: ['Ευχαριστώ, αντίο!'],
    customer: ['Θέλω να ακυρώσω την παραγγελία μου', 'Μπορείτε να με βοηθήσετε;'],
  },
  es: {
    agent: [
      '¿En qué puedo ayudarle hoy?',
      '¿Cómo te puedo ayudar?',
      '¿Puedo ayudarle en algo más?',
      'Su pedido ha sido cancelado.',
      'He cancelado su reserva.',
      'Gracias por contactarnos.',
      '¿Me puede dar su número de pedido?',
    ],
    farewell: ['Gracias, adiós.', 'Eso es todo.', 'Hasta luego'],
    customer: ['Quiero cancelar mi pedido', '¿Me puede ayudar, por favor?', 'Gracias por su ayuda', 'Sí, claro'],
  },
  et: {
    agent: ['Kuidas saan teid aidata?', 'Teie tellimus on tühistatud.'],
    farewell: ['Aitäh, head aega!'],
    customer: ['Soovin oma tellimuse tühistada', 'Jah, palun'],
  },
  fa: {
    agent: ['چطور می‌توانم به شما کمک کنم؟', 'سفارش شما لغو شد.', 'از تماس شما متشکریم.'],
    farewell: ['ممنون، خداحافظ'],
    customer: ['می‌خواهم سفارشم را لغو کنم', 'بله، لطفا'],
  },
  fi: {
    agent: [
      'Kuinka voin auttaa sinua?',
      'Miten voin olla avuksi?',
      'Tilauksenne on peruttu.',
      'Kiitos yhteydenotosta.',
    ],
    farewell: ['Kiitos, näkemiin!', 'Siinä kaikki.'],
    customer: ['Haluan perua tilaukseni', 'Voitko auttaa minua?', 'Kyllä, kiitos'],
  },
  fr: {
    agent: [
      'Comment puis-je vous aider ?',
      'En quoi puis-je vous être utile ?',
      'Votre commande a été annulée.',
      'J’ai annulé votre commande.',
      'Merci de nous avoir contactés.',
      'Quel est votre numéro de commande ?',
      'Veuillez me fournir votre adresse.',
    ],
    farewell: ['Merci, au revoir !', 'C’est tout, merci.', 'Bonne journée !'],
    customer: [
      'Je veux annuler ma commande',
      'Pouvez-vous m’aider ?',
      'Merci de votre aide',
      'Oui, c’est tout ce que je sais',
    ],
  },
  he: {
    agent: ['איך אוכל לעזור לך היום?', 'ההזמנה שלך בוטלה.', 'תודה על פנייתך.'],
    farewell: ['תודה, להתראות'],
    customer: ['אני רוצה לבטל את ההזמנה שלי', 'אפשר בבקשה עזרה?'],
  },
  hi: {
    agent: ['मैं आपकी कैसे मदद कर सकता हूँ?', 'आपका ऑर्डर रद्द कर दिया गया है।', 'संपर्क करने के लिए धन्यवाद।'],
    farewell: ['धन्यवाद, अलविदा'],
    customer: ['मैं अपना ऑर्डर रद्द करना चाहता हूँ', 'क्या आप मेरी मदद कर सकते हैं?'],
  },
  hr: {
    agent: [
      'Kako vam mogu pomoći?',
      'Vaša narudžba je otkazana.',
      'Како вам могу помоћи?',
      'Ваша поруџбина је отказана.',
    ],
    farewell: ['Hvala, doviđenja!', 'Хвала, довиђења!'],
    customer: ['Želim otkazati svoju narudžbu', 'Možete li mi pomoći?', 'Да, молим вас'],
  },
  hu: {
    agent: ['Miben segíthetek?', 'A rendelését töröltük.', 'Köszönöm, hogy felvette velünk a kapcsolatot.'],
    farewell: ['Köszönöm, viszontlátásra!'],
    customer: ['Szeretném törölni a rendelésemet', 'Tudna segíteni?', 'Igen, kérem'],
  },
  it: {
    agent: [
      'Come posso aiutarla oggi?',
      'In cosa posso esserle utile?',
      'Il suo ordine è stato annullato.',
      'Ho annullato il suo ordine.',
      'Grazie per averci contattato.',
      'Mi può fornire il suo numero d’ordine?',
    ],
    farewell: ['Grazie, arrivederci!', 'È tutto, grazie.'],
    customer: ['Vorrei annullare il mio ordine', 'Mi può aiutare?', 'Grazie per il suo aiuto', 'Sì, è tutto a posto'],
  },
  ja: {
    agent: [
      'どのようなご用件でしょうか？',
      '何かお手伝いできることはありますか？',
      'ご注文はキャンセルいたしました。',
      'お問い合わせいただきありがとうございます。',
      'お客様の注文番号を教えてください。',
    ],
    farewell: ['ありがとう、さようなら。'],
    customer: ['注文をキャンセルしたいです', '手伝ってもらえますか？', 'はい、お願いします'],
  },
  ko: {
    agent: [
      '무엇을 도와드릴까요?',
      '고객님의 주문이 취소되었습니다.',
      '문의해 주셔서 감사합니다.',
      '환불이 완료되었습니다.',
    ],
    farewell: ['감사합니다, 안녕히 계세요.'],
    customer: ['제 주문을 취소하고 싶어요', '도와주실 수 있나요?', '네, 부탁드려요'],
  },
  lt: {
    agent: ['Kuo galiu jums padėti?', 'Jūsų užsakymas atšauktas.'],
    farewell: ['Ačiū, viso gero!'],
    customer: ['Noriu atšaukti savo užsakymą', 'Ar galite man padėti?'],
  },
  lv: {
    agent: ['Kā es varu jums palīdzēt?', 'Jūsu pasūtījums ir atcelts.'],
    farewell: ['Paldies, uz redzēšanos!'],
    customer: ['Es vēlos atcelt savu pasūtījumu', 'Vai varat man palīdzēt?'],
  },
  ms: {
    agent: [
      'Ada yang bisa saya bantu?',
      'Pesanan Anda telah dibatalkan.',
      'Terima kasih telah menghubungi kami.',
      'Apa yang boleh saya bantu?',
    ],
    farewell: ['Terima kasih, sampai jumpa!'],
    customer: ['Saya ingin membatalkan pesanan saya', 'Bisakah Anda membantu saya?', 'Ya, tolong'],
  },
  nl: {
    agent: [
      'Hoe kan ik u helpen?',
      'Kan ik u nog ergens mee helpen?',
      'Uw bestelling is geannuleerd.',
      'Ik heb uw reservering geannuleerd.',
      'Bedankt dat u contact met ons opneemt.',
      'Wat is uw bestelnummer?',
    ],
    farewell: ['Bedankt, tot ziens!', 'Dat was alles.'],
    customer: ['Ik wil mijn bestelling annuleren', 'Kunt u mij helpen?', 'Bedankt voor uw hulp', 'Ja, graag'],
  },
  no: {
    agent: [
      'Hvordan kan jeg hjelpe deg?',
      'Bestillingen din er avbestilt.',
      'Takk for at du kontaktet oss.',
      'Hva er ordrenummeret ditt, altså ditt ordrenummer?',
    ],
    farewell: ['Takk, ha det bra!', 'Det var alt.'],
    customer: ['Jeg vil avbestille bestillingen min', 'Kan du hjelpe meg?', 'Ja, takk'],
  },
  pl: {
    agent: [
      'W czym mogę pomóc?',
      'Jak mogę Panu dziś pomóc?',
      'Pani zamówienie zostało anulowane.',
      'Dziękuję za kontakt.',
      'Proszę podać swój numer zamówienia.',
    ],
    farewell: ['Dziękuję, do widzenia.', 'To wszystko.'],
    customer: ['Chcę anulować moje zamówienie', 'Czy może mi pan pomóc?', 'Tak, poproszę'],
  },
  pt: {
    agent: [
      'Como posso ajudar você hoje?',
      'Em que posso ser útil?',
      'Posso ajudar em mais alguma coisa?',
      'Seu pedido foi cancelado.',
      'Cancelei a sua reserva.',
      'Obrigado por entrar em contato.',
      'Pode me informar o seu número do pedido?',
    ],
    farewell: ['Obrigado, tchau!', 'Isso é tudo.', 'É só isso.'],
    customer: ['Quero cancelar o meu pedido', 'Você pode me ajudar?', 'Obrigado pela sua ajuda', 'Sim, por favor'],
  },
  ro: {
    agent: ['Cu ce vă pot ajuta?', 'Comanda dumneavoastră a fost anulată.', 'Mulțumim pentru răbdare.'],
    farewell: ['Mulțumesc, la revedere!'],
    customer: ['Vreau să anulez comanda mea', 'Mă puteți ajuta?'],
  },
  ru: {
    agent: [
      'Чем я могу вам помочь?',
      'Как я могу помочь?',
      'Ваш заказ был отменён.',
      'Ваш заказ №2077 отменён.',
      'Спасибо за обращение.',
      'Назовите, пожалуйста, номер вашего заказа.',
      'Я отменил ваш заказ.',
    ],
    farewell: ['Спасибо, до свидания.', 'Это всё.'],
    customer: [
      'Я хочу отменить свой заказ',
      'Вы можете мне помочь?',
      'Спасибо за помощь',
      'Да, пожалуйста',
      'Это все мои вещи',
    ],
  },
  sk: {
    agent: ['Ako vám môžem pomôcť?', 'Vaša objednávka bola zrušená.', 'Ďakujem, že ste nás kontaktovali.'],
    farewell: ['Ďakujem, dovidenia!'],
    customer: ['Chcem zrušiť svoju objednávku', 'Môžete mi pomôcť?'],
  },
  sl: {
    agent: ['Kako vam lahko pomagam?', 'Vaše naročilo je preklicano.'],
    farewell: ['Hvala, nasvidenje!'],
    customer: ['Želim preklicati svoje naročilo', 'Mi lahko pomagate?'],
  },
  sv: {
    agent: [
      'Hur kan jag hjälpa dig?',
      'Vad kan jag hjälpa dig med?',
      'Din beställning har avbokats.',
      'Tack för att du kontaktar oss.',
      'Vad är ditt ordernummer?',
    ],
    farewell: ['Tack, hej då!', 'Det var allt.'],
    customer: ['Jag vill avbeställa min order', 'Kan du hjälpa mig?', 'Ja tack'],
  },
  th: {
    agent: ['มีอะไรให้ช่วยไหมคะ', 'คำสั่งซื้อของคุณถูกยกเลิกแล้ว', 'ขอบคุณที่ติดต่อเรา'],
    farewell: ['ขอบคุณ ลาก่อน'],
    customer: ['ฉันต้องการยกเลิกคำสั่งซื้อของฉัน', 'ช่วยฉันหน่อยได้ไหม'],
  },
  tl: {
    agent: ['Paano ko po kayo matutulungan?', 'Kinansela na ang inyong order.'],
    farewell: ['Salamat, paalam!'],
    customer: ['Gusto kong kanselahin ang aking order', 'Matutulungan mo ba ako?'],
  },
  tr: {
    agent: ['Size nasıl yardımcı olabilirim?', 'Siparişiniz iptal edildi.', 'Bizi aradığınız için teşekkür ederiz.'],
    farewell: ['Teşekkürler, hoşça kal!', 'Hepsi bu kadar.'],
    customer: ['Siparişimi iptal etmek istiyorum', 'Bana yardım eder misiniz?', 'Evet, lütfen'],
  },
  uk: {
    agent: [
      'Чим я можу вам допомогти?',
      'Ваше замовлення скасовано.',
      'Дякуємо за звернення.',
      'Назвіть, будь ласка, номер вашого замовлення.',
    ],
    farewell: ['Дякую, до побачення!', 'Це все.'],
    customer: ['Я хочу скасувати своє замовлення', 'Ви можете мені допомогти?', 'Так, будь ласка'],
  },
  ur: {
    agent: ['میں آپ کی کیسے مدد کر سکتا ہوں؟', 'آپ کا آرڈر منسوخ کر دیا گیا ہے۔'],
    farewell: ['شکریہ، خدا حافظ'],
    customer: ['میں اپنا آرڈر منسوخ کرنا چاہتا ہوں', 'کیا آپ میری مدد کر سکتے ہیں؟'],
  },
  vi: {
    agent: ['Tôi có thể giúp gì cho bạn?', 'Đơn hàng của bạn đã được hủy.', 'Cảm ơn bạn đã liên hệ với chúng tôi.'],
    farewell: ['Cảm ơn, tạm biệt!'],
    customer: ['Tôi muốn hủy đơn hàng của tôi', 'Bạn có thể giúp tôi không?'],
  },
  zh: {
    agent: [
      '请问有什么可以帮您？',
      '我可以怎么帮您？',
      '您的订单已取消。',
      '感谢您的来电。',
      '请提供您的订单号。',
      '請問有什麼可以幫您？',
    ],
    farewell: ['谢谢，再见', '就这些'],
    customer: ['我想取消我的订单', '你能帮我吗？', '好的，麻烦了'],
  },
}

/** The languages that expectations know. */
const letters = 'abcdefghijklmnopqrstuvwxyz'
const codes = [...letters]
  .flatMap((first) => [...letters].map((second) => `${first}${second}`))
  .filter((code) => languageOf(code) === code)

const lawOf = (text: string): string | null =>
  findBrokenLaw({ text, knownTexts: [text], tools: [], earlier: [], repeatsAtMost: 2 })?.law ?? null

const languages = Object.entries(phrases).map(([code, texts]) => [nameLanguage(code), texts] as const)

describe('who speaks, in a language', () => {
  it('is told for each that has phrases', () => {
    expect(Object.keys(phrases)).toEqual(codes.filter((code) => code !== 'en' && hasPhrases(code)))
  })
  it.each(languages)('%s', (_, { agent, farewell, customer }) => {
    expect([agent, farewell, customer].map((texts) => texts.map((text) => [text, lawOf(text)]))).toEqual([
      agent.map((text) => [text, "not the agent's role"]),
      farewell.map((text) => [text, 'no early stop']),
      customer.map((text) => [text, null]),
    ])
  })
  it('is told for customers of each', () => {
    const all = Object.values(phrases).flatMap(({ customer }) => customer)
    expect(all.map((text) => [text, describeUnknownTongue(text)])).toEqual(all.map((text) => [text, null]))
  })
})

describe('who speaks cannot be told', () => {
  it('in the languages without phrases', () => {
    expect(codes.filter((code) => !hasPhrases(code))).toEqual(
      'am az eu gu hy is ka kn ku lo ml mr or pa sq ta te yo'.split(' '),
    )
  })
  it.each([
    ['Georgian', 'რით შემიძლია დაგეხმაროთ დღეს? თქვენი შეკვეთა გაუქმებულია.'],
    ['Tamil', 'நான் உங்களுக்கு எப்படி உதவ முடியும்? உங்கள் ஆர்டர் ரத்து செய்யப்பட்டது.'],
    ['Icelandic', 'Hvernig get ég aðstoðað þig í dag? Pöntunin þín hefur verið afturkölluð.'],
    ['Armenian', 'Ինչպե՞ս կարող եմ ձեզ օգնել այսօր։ Ձեր պատվերը չեղարկվել է։'],
  ])('in %s', (language, text) => {
    expect([lawOf(text), describeUnknownTongue(text)]).toEqual([
      null,
      expect.stringContaining(`what it says is in ${language}, in which it is not known how an agent speaks`),
    ])
  })
  it.each(['Yes, 2077', 'ok', '2077', 'Pöntun'])('but %s is too short to be asked', (text) => {
    expect(describeUnknownTongue(text)).toBeNull()
  })
})
