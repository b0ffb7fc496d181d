import { onFirstUse, remembering } from '../../base/memoize.ts'
import { toNormalForm } from '../../base/text/normal-form.ts'

interface Phrases {
  agent: RegExp
  farewell: RegExp
}

/** What could as well be a customer's is left out. Alternatives of a pattern, which begin where a word does. */
const texts: Readonly<Record<string, readonly [agent: readonly string[], farewell: string]>> = {
  ar: [
    [
      'كيف (?:يمكنني|أستطيع|بإمكاني|أقدر) (?:أن )?(?:مساعدت|أساعد|خدمت)\\p{L}*|هل (?:يمكنني|أستطيع) مساعدت\\p{L}*',
      'يسعدني (?:أن )?(?:مساعدت|أساعد|خدمت)\\p{L}*|شكرا?ً? (?:لك )?(?:على|ل)\\s?(?:تواصل|اتصال|انتظار|صبر)(?:ك|كم)',
      '(?:تم|لقد تم) \\p{L}+ (?:طلب|حجز|مبلغ|حساب)(?:ك|كم)|(?:رقم|تفاصيل) (?:طلب|حجز|حساب)(?:ك|كم)',
    ],
    'مع السلامة|إلى اللقاء|وداعا|هذا كل (?:شيء|ما)',
  ],
  be: [
    [
      '(?:чым|як) (?:я )?(?:магу|можам) (?:я )?(?:вам )?дапамагчы|дзякуй за (?:зварот|званок|чаканне)',
      'ваш[аеы]? (?:заказ|замов|браніраван|рахун)\\p{L}*|нумар вашага|рады (?:вам )?дапамагчы',
    ],
    'да пабачэння|гэта ўсё',
  ],
  bg: [
    [
      '(?:как|с какво) (?:мога|можем) да (?:ви|ти) (?:помогна|помогнем|съдействам)|мога ли да (?:ви|ти) помогна',
      'благодар\\p{L}+ (?:ви)?,? ?(?:за търпението|че се свързахте|за обаждането)|ваш(?:ата|ият|ия|ето) (?:поръчк|резервац|акаунт|възстанов)\\p{L}*',
      'поръчката (?:ви|ти) (?:е|беше)|номера? на (?:вашата )?поръчката (?:си|ви)',
    ],
    'довиждане|това е всичко|чао(?!\\p{L})',
  ],
  bn: [
    [
      '(?:আমি )?(?:আপনাকে|আপনার) (?:কীভাবে|কিভাবে) (?:সাহায্য|সহায়তা)|(?:কীভাবে|কিভাবে) (?:আপনাকে|আপনার) (?:সাহায্য|সহায়তা)',
      'আপনার (?:অর্ডার|বুকিং|অ্যাকাউন্ট|রিফান্ড)|যোগাযোগ করার জন্য (?:আপনাকে )?ধন্যবাদ',
    ],
    'বিদায়|আর কিছু (?:লাগবে )?না',
  ],
  ca: [
    [
      '(?:en què|com) (?:el |la |us |et )?(?:puc|podem) (?:ajudar|servir)|(?:puc|podem) ajudar-(?:vos|lo|la|te)|gràcies per (?:contactar|trucar|la seva (?:paciència|trucada))',
      '(?:la (?:seva|teva|vostra) (?:comanda|reserva)|el (?:seu|teu|vostre) (?:reemborsament|compte)) (?:ha estat|s.ha|està|serà)|número de (?:la seva )?comanda del client',
    ],
    'adéu|a reveure|això és tot',
  ],
  cs: [
    [
      '(?:jak|s čím|čím) (?:vám|ti) (?:mohu|můžu|můžeme) (?:dnes )?(?:pomoci|pomoct|posloužit)|(?:mohu|můžu) (?:vám|ti) (?:ještě |s něčím |nějak )*(?:pomoci|pomoct)|(?:rád|ráda) (?:vám|ti) pomo[hž]u',
      'děkuj(?:i|u|eme),? (?:vám )?(?:za (?:vaši trpělivost|zavolání|kontaktování)|že jste nás)|(?:vaše|tvoje|vaší) (?:objednáv|rezervac)\\p{L}* (?:byla|je|bude)|(?:číslo|vaše číslo) (?:vaší )?objednávky (?:prosím )?(?:sdělte|uveďte)|(?:sdělte|uveďte|napište) (?:mi )?(?:prosím )?(?:číslo vaší|své|vaše)',
    ],
    'na shledanou|nashledanou|to je (?:vše|všechno)|sbohem',
  ],
  da: [
    [
      'hvordan kan (?:jeg|vi) hjælpe (?:dig|jer)|hvad kan (?:jeg|vi) hjælpe (?:dig|jer)? ?med|kan jeg hjælpe (?:dig|jer)|jeg (?:hjælper gerne|vil gerne hjælpe) (?:dig|jer)|jeg kan hjælpe dig',
      'tak (?:for din (?:tålmodighed|henvendelse|opringning)|fordi du (?:kontakter|ringer|henvender))|din (?:ordre|bestilling|reservation|refusion) (?:er|blev|har|bliver)|(?:dit|oplys dit|din) (?:ordre|kunde|booking)nummer',
    ],
    'farvel|hav en (?:god|dejlig)|det var (?:det hele|alt)|på gensyn',
  ],
  de: [
    [
      '(?:wie|womit) (?:kann|darf|könnte|können) (?:ich|wir) (?:ihnen|dir|euch) (?:\\p{L}+ ){0,4}(?:helfen|weiterhelfen|behilflich|dienen)|(?:womit|wobei) ich (?:ihnen|dir) |helfe ich (?:ihnen|dir)|(?:kann|darf|könnte) ich (?:ihnen|dir|euch) (?:\\p{L}+ ){0,4}(?:helfen|weiterhelfen|behilflich)|was (?:kann|darf) ich (?:\\p{L}+ ){0,2}für (?:sie|dich) (?:\\p{L}+ )?tun|ich (?:helfe (?:ihnen|dir)|kann (?:ihnen|dir) (?:\\p{L}+ ){0,4}(?:helfen|weiterhelfen))',
      '(?:vielen |herzlichen )?dank,? (?:für (?:ihr(?:en anruf|e geduld|e anfrage|e nachricht|e kontaktaufnahme)|deine? (?:anruf|geduld|anfrage))|dass (?:sie|du) (?:uns|sich|mich|dich))|als (?:ihr|dein) (?:\\p{L}+ )?(?:assistent|berater|ansprechpartner)|ich bin (?:ihr|dein) (?:\\p{L}+ )?(?:assistent|berater|ansprechpartner)|unser (?:team|kundenservice|kundendienst) (?:wird|kümmert|meldet)',
      '(?:ihre?n?|deine?n?) (?:bestellung|buchung|reservierung|rückerstattung|erstattung|rückgabe|auftrag|anfrage|stornierung|zahlung)(?: \\S+){0,2} (?:wurde|ist|wird|habe|konnte)|ich habe (?:ihre?n?|deine?n?) (?:bestellung|buchung|reservierung|erstattung|rückerstattung|auftrag|stornierung)|(?:ihre?|deine?) (?:bestell|auftrags|kunden|buchungs|rechnungs)(?:nummer|daten)',
      'ich (?:prüfe|schaue|überprüfe|storniere|erstatte) (?:\\p{L}+ )?(?:für sie|für dich|ihnen|dir)|(?:ich habe|wir haben) [^.?!\\n]{0,40}für (?:sie|dich) (?:storniert|erstattet|gebucht|geändert|veranlasst|bearbeitet|reserviert)|ich (?:leite|verbinde) (?:sie|dich) |(?:bitte )?(?:nennen|geben|teilen|bestätigen) sie mir (?:bitte )?ihre?n?|die unannehmlichkeiten',
    ],
    'auf wiedersehen|tsch[uü](?:ss|ß)|das (?:ist|war|wäre|wars) (?:dann )?(?:schon )?alles(?! (?:was|sehr|falsch))|schönen (?:tag|abend) noch|mehr brauche ich nicht|bis (?:bald|dann)[.!]*$',
  ],
  el: [
    [
      '(?:πώς|σε τι) (?:μπορώ|μπορούμε) να (?:σας|σε) (?:βοηθήσ|εξυπηρετήσ)\\p{L}*|μπορώ να (?:σας|σε) (?:βοηθήσω|εξυπηρετήσω)|ευχαριστ\\p{L}+ (?:για την υπομονή|που επικοινωνήσατε|για την κλήση)',
      '(?:η παραγγελία|η κράτησή|η κράτηση|ο λογαριασμός|η επιστροφή χρημάτων) (?:σας|σου)|αριθμό (?:της )?παραγγελίας (?:σας|σου)',
    ],
    'αντίο|αυτό είναι όλο|αυτά ήταν|καλή συνέχεια',
  ],
  es: [
    [
      '¿?(?:en qué|cómo|con qué) (?:le |te |les |lo |la )?(?:puedo|podemos|podría) (?:ayudar|servir|asistir)\\p{L}*|(?:puedo|podemos) ayudar(?:le|te|lo|la)s?|(?:estoy aquí para|con gusto|será un placer|encantad[oa] de) (?:le )?ayud\\p{L}+|qué (?:puedo|podemos) hacer por (?:usted|ti)|que (?:le |te |lo |la )?(?:pueda|podamos) ayudar\\p{L}*|déjeme (?:verificar|revisar|comprobar)|(?:he|hemos) (?:cancelado|reembolsado|reservado|cambiado)[^.?!\\n]{0,40} por (?:usted|ti)',
      'gracias por (?:contactar|llamar|comunicar|su paciencia|tu paciencia|ponerse en contacto|su llamada)\\p{L}*|(?:como|soy) (?:su|tu) (?:asistente|agente)|nuestro equipo (?:se|le|te|está)|lamento (?:las molestias|los inconvenientes)',
      '(?:su|tu) (?:pedido|reserva|reembolso|orden|cuenta|solicitud|devolución)(?: \\S+){0,2} (?:ha sido|ha|fue|está|será|se ha|ya)|(?:he|hemos) (?:cancelado|procesado|reembolsado|actualizado|reservado) (?:su|tu)|número de (?:su|tu) (?:pedido|reserva|cuenta)|(?:indíqueme|proporcióneme|facilíteme|dígame|me (?:puede|podría) (?:dar|indicar|proporcionar)) (?:por favor )?su',
    ],
    'adi[oó]s|hasta (?:luego|pronto|la vista)[.!\\s]*$|eso es todo|es todo(?: por (?:ahora|hoy)|,? gracias)|nada más,? gracias',
  ],
  et: [
    [
      '(?:kuidas|millega) (?:ma )?(?:saan|saame|võin) (?:teid|sind|teile|sulle)? ?(?:aidata|abiks)|aitäh,? et (?:võtsite|helistasite)|tänan (?:teid )?kannatlikkuse',
      '(?:teie|sinu) (?:tellimus|broneering|konto|tagasimakse)\\p{L}* (?:on|tühist)|(?:teie|oma) tellimuse number',
    ],
    'head aega|nägemist|see on kõik',
  ],
  fa: [
    [
      '(?:چطور|چگونه|چه) (?:می‌?\\s?توانم|میتونم|می‌تونم|کمکی)[^.؟\\n]{0,30}(?:کمک|از دستم|بکنم)\\p{L}*|(?:از|با) (?:تماس|صبر|شکیبایی) شما (?:متشکر|سپاس|ممنون)\\p{L}*',
      '(?:سفارش|رزرو|حساب|درخواست) شما|شماره سفارش (?:خود|شما)',
    ],
    'خداحافظ|خدانگهدار|همین بود|همین کافی',
  ],
  fi: [
    [
      '(?:kuinka|miten|missä|miten|kuinka) (?:voin|voimme|voisin) (?:olla avuksi|auttaa|palvella)|voinko (?:olla (?:vielä )?avuksi|auttaa)|autan (?:sinua|teitä)|kiitos,? (?:yhteydenotosta|kärsivällisyydest|että otit|kun otit|soitosta)\\p{L}*',
      '(?:tilauk|varauk|hyvityk|palautuk)(?:sesi|senne) (?:on|peru|hyvite)|tilausnumero(?:si|nne)|asiakasnumero(?:si|nne)',
    ],
    'näkemiin|hei hei|siinä kaikki|hyvää päivänjatkoa',
  ],
  fr: [
    [
      '(?:comment|en quoi) (?:puis-je|pouvons-nous|je peux|pourrais-je) (?:vous|t.)\\s?(?:aider|être utile|assister)|(?:puis-je|je peux|pouvons-nous) (?:vous |t.)(?:aider|assister)|que puis-je faire pour (?:vous|toi)|autre chose que je puisse|je vais (?:vérifier|consulter|annuler|rembourser|regarder)[^.?!\\n]{0,30} pour vous|(?:j.ai|nous avons) (?:bien )?(?:annulé|remboursé|modifié|réservé)[^.?!\\n]{0,40} pour vous|je (?:suis là pour|serai[st]? (?:ravi|heureu\\p{L}+)e? de|vais) vous (?:aider|assister)',
      'merci (?:de (?:nous )?(?:avoir |nous avoir )?(?:contact|appel|votre patience|patient)\\p{L}*|(?:pour|de) votre (?:patience|appel|message|demande))|(?:en tant que|je suis) votre (?:assistant|conseiller|agent)|notre (?:équipe|service client) (?:va|vous)|désolée? pour (?:la gêne|le désagrément)',
      'votre (?:commande|réservation|remboursement|retour|compte|demande|paiement|annulation)(?: \\S+){0,2} (?:a (?:bien )?été|est|sera|vient)|(?:j.ai|nous avons) (?:bien )?(?:annulé|remboursé|traité|modifié|effectué|réservé) votre|votre numéro de (?:commande|client|réservation)|le numéro de votre (?:commande|réservation)|veuillez (?:me )?(?:fournir|donner|indiquer|communiquer|confirmer) votre',
    ],
    'au revoir|(?:c.est|ce sera) tout(?! (?:ce|à|de|le|petit|simple))|bonne (?:journée|soirée)[.!\\s]*$|à bientôt[.!\\s]*$|adieu',
  ],
  he: [
    [
      '(?:איך|כיצד|במה) (?:אוכל|אני יכול(?:ה)?|אפשר|נוכל) (?:לעזור|לסייע)|תודה (?:על פנייתך|על הסבלנות|שפנית|שהתקשרת)',
      'ה(?:הזמנה|חשבון|החזר|בקשה) של(?:ך|כם)|הזמנתך|מספר ההזמנה של(?:ך|כם)|אשמח לעזור',
    ],
    'להתראות|ביי(?!\\p{L})|זה הכול|זה הכל',
  ],
  hi: [
    [
      '(?:मैं )?(?:आपकी|आपको|आप की) (?:कैसे|किस प्रकार|क्या|और क्या) (?:मदद|सहायता|सेवा)|(?:कैसे|क्या) (?:मैं )?आपकी (?:मदद|सहायता)|आपकी (?:मदद|सहायता) (?:कैसे )?कर सक\\p{L}*',
      'आपक[ाेी]\\p{M}* (?:ऑर्डर|आर्डर|बुकिंग|रिफंड|खाता|खाते|अनुरोध|आदेश)|संपर्क करने के लिए (?:आपका )?धन्यवाद|कृपया अपना (?:ऑर्डर|आर्डर|नाम|ईमेल|खाता)[^।\\n]{0,12}(?:बताएं|बताइए|दें|साझा)',
    ],
    'अलविदा|नमस्ते,? फिर मिलेंगे|बस इतना ही|फिर मिलते हैं',
  ],
  hr: [
    [
      '(?:kako|čime|u čemu) (?:vam|ti|vas) (?:mogu|možemo|могу) (?:pomoći|pomoci)|mogu li (?:vam|ti) (?:još )?(?:nekako |kako )?pomoći|hvala (?:vam )?(?:što ste (?:nas|se)|na (?:strpljenju|pozivu|javljanju))',
      'vaš[aeu]? (?:narudžb|porudžbin|rezervacij|račun|povrat)\\p{L}*|broj (?:vaše|svoje) (?:narudžbe|porudžbine|rezervacije)',
      '(?:како|чиме|у чему) (?:вам|ти) (?:могу|можемо) (?:да )?помо\\p{L}+|ваш[ауе]? (?:поруџбин|наруџб|резервациј)\\p{L}*',
    ],
    'doviđenja|to je (?:sve|to)[.!\\s]*|zbogom|довиђења|то је све',
  ],
  hu: [
    [
      '(?:miben|hogyan) (?:segíthetek|segíthetünk|lehetek|tudok segíteni)|segíthetek (?:még |önnek|esetleg)|köszönöm,? (?:hogy (?:felvette|kapcsolatba|hívott)|a türelmét|megkeresését)',
      '(?:az ön )?(?:rendelését|megrendelését|foglalását|rendelése|foglalása|fiókja) (?:töröltü?k|töröltem|lemondt\\p{L}+|visszatérít\\p{L}+|sikeresen|módosít\\p{L}+)|(?:az ön|adja meg a?z?) (?:rendelés|rendelési|megrendelés|foglalási)\\p{L}* ?számát|szívesen segítek',
    ],
    'viszontlátásra|viszlát|ennyi (?:volt|lenne|az egész)|ez minden',
  ],
  it: [
    [
      '(?:come|in cosa|in che modo|in che cosa) (?:posso|possiamo|potrei) (?:aiutar|esser|assister)(?:la|ti|vi|le)|(?:posso|possiamo) aiutar(?:la|ti|vi)|sono qui per aiutar(?:la|ti)|(?:sarò|sono) (?:felice|lieto|lieta) di aiutar(?:la|ti)|cosa posso fare per (?:lei|te)|ho (?:annullato|rimborsato|prenotato|modificato)[^.?!\\n]{0,40} per (?:lei|te)(?!\\p{L})',
      'grazie per (?:averci|aver (?:contattato|chiamato)|la (?:sua|tua) (?:pazienza|chiamata|richiesta))|sono (?:il|la) (?:suo|sua|tuo|tua) (?:assistente|consulente)|ci scusiamo per il disagio',
      '(?:il|la|del|della) (?:suo|sua|tuo|tua) (?:ordine|prenotazione|rimborso|richiesta|account|conto)(?: \\S+){0,2} (?:è|sarà|ha|verrà)|ho (?:annullato|rimborsato|elaborato|modificato|prenotato) (?:il|la) (?:suo|sua|tuo|tua)|numero (?:del (?:suo|tuo) ordine|d.ordine,? per (?:favore|cortesia),? (?:me lo|mi) \\p{L}+)|(?:mi (?:può|potrebbe) (?:fornire|dare|indicare|comunicare)|mi fornisca) (?:il|la) (?:suo|sua)',
    ],
    'arrivederci|ciao ciao|(?:questo )?è tutto(?! (?:ciò|quello|quel|a posto|il|rotto))|buona (?:giornata|serata)[.!\\s]*$|addio',
  ],
  ja: [
    [
      '(?:どのような|何か|なにか|どういった|いかが)[^。？\\n]{0,12}(?:ご用件|お手伝い|お力になれ|お困り)|お手伝い(?:でき|いた|させて|しま)|(?:お問い合わせ|お電話|ご連絡)(?:いただき|をいただき|くださり)[^。\\n]{0,6}ありがとう|お待たせ(?:いた|し)|ご用件を(?:お?伺|お聞)|承(?:りました|っております)',
      'お客様の(?:ご注文|注文|ご予約|予約|アカウント|お名前|メール|電話)|ご注文(?:は|を)[^。\\n]{0,12}(?:キャンセル(?:いた|され|しま)|承り|確認(?:いた|しま))|ご注文番号を(?:お|教えて|ご)|(?:キャンセル|返金|変更|手続き)いたしました|かしこまりました',
    ],
    'さようなら|失礼(?:いた)?します|それだけです',
  ],
  ko: [
    [
      '(?:무엇을|어떻게|무엇이든|뭘|어떤 것을) (?:도와\\s?드릴|도와드릴)|도와\\s?드리겠습니다|도와\\s?드릴 (?:수|일|까요)|(?:문의|연락|전화)(?:해)? ?주셔서 감사',
      '고객님(?:의|께서)?|(?:주문|예약|환불|취소)[이가을를은는]? ?(?:\\p{L}+ )?(?:처리|취소|완료)(?:해 드렸|해드렸|되었습니다|됐습니다|하였습니다|했습니다)|주문\\s?번호를 (?:알려|말씀해) ?주시겠',
    ],
    '안녕히 (?:계세요|가세요)|그게 다(?:예요|입니다)|그게 전부|이만 (?:끊|마치)',
  ],
  lt: [
    [
      '(?:kaip|kuo) (?:galiu|galime) (?:jums|tau) (?:padėti|pagelbėti)|ačiū,? kad (?:susisiekėte|kreipėtės|paskambinote)|dėkoj\\p{L}+ už (?:kantrybę|skambutį)',
      '(?:jūsų|tavo) (?:užsakym|rezervacij|paskyr|grąžinim)\\p{L}*|užsakymo numerį,? prašau (?:pasakykite|nurodykite)',
    ],
    'viso gero|sudie|tai viskas|iki pasimatymo',
  ],
  lv: [
    [
      '(?:kā|ar ko) (?:es )?(?:varu|varam) (?:jums|tev) palīdzēt|paldies,? ka (?:sazinājāties|zvanījāt)|paldies par (?:pacietību|zvanu)',
      '(?:jūsu|tavs?) (?:pasūtījum|rezervācij|kont|atmaks)\\p{L}*',
    ],
    'uz redzēšanos|ardievu|tas ir viss|visu labu',
  ],
  ms: [
    [
      '(?:apa yang|ada yang|bagaimana|apa) (?:bisa|boleh|dapat)(?: (?:saya|kami))? (?:bantu|tolong|membantu)|(?:bisa|boleh|dapat) saya (?:bantu|membantu)|(?:saya|kami) (?:siap|senang|akan|bisa|boleh|sedia) (?:untuk )?membantu (?:anda|kamu)',
      'terima kasih (?:telah|sudah|kerana|karena|atas) (?:menghubungi|menelepon|kesabaran|kesabaran anda)|(?:pesanan|reservasi|pemesanan|tempahan|akun|akaun|pengembalian dana) (?:anda|kamu)|nomor pesanan anda|nombor pesanan anda',
    ],
    'selamat tinggal|sampai jumpa|itu saja|jumpa lagi',
  ],
  nl: [
    [
      '(?:hoe|waarmee|waar) (?:kan|mag|kunnen) (?:ik|we|wij) (?:u|je|jou|jullie) (?:\\p{L}+ ){0,3}(?:helpen|van dienst)|(?:kan|mag) ik (?:u|je|jou) (?:\\p{L}+ ){0,4}(?:helpen|van dienst)|ik (?:help (?:u|je) graag|kan (?:u|je) (?:\\p{L}+ ){0,3}helpen)|wat kan ik (?:\\p{L}+ )?voor (?:u|je|jou) (?:doen|betekenen)|waar ik (?:u|je) (?:\\p{L}+ )?mee kan helpen|ik heb [^.?!\\n]{0,40}voor (?:u|je) (?:geannuleerd|terugbetaald|geboekt|gewijzigd)',
      '(?:bedankt|dank u|dank je|dank) (?:wel )?(?:voor (?:uw|je) (?:geduld|telefoontje|bericht|vraag|oproep)|dat u|dat je (?:contact|belt))|(?:uw|jouw) (?:assistent|medewerker)|excuses voor het ongemak',
      '(?:uw|jouw|je) (?:bestelling|reservering|boeking|terugbetaling|aanvraag|retour|order)(?: \\S+){0,2} (?:is|werd|wordt|heb)|ik heb (?:uw|je|jouw) (?:bestelling|reservering|boeking|order)|(?:uw|jouw|je) (?:bestel|order|klant|boekings|reserverings)nummer',
    ],
    'tot ziens|dag hoor|dat (?:is|was) (?:alles|het)(?: (?:voor nu|dank|bedankt)|[.,!\\s]*$)|fijne (?:dag|avond)(?: nog)?[.!\\s]*$|vaarwel',
  ],
  no: [
    [
      'hvordan kan (?:jeg|vi) hjelpe (?:deg|dere)|hva kan (?:jeg|vi) hjelpe (?:deg |dere )?med|kan jeg hjelpe (?:deg|dere)|jeg (?:hjelper deg gjerne|kan hjelpe deg)|takk (?:for (?:at du (?:kontakt|ring|tok)\\p{L}*|tålmodigheten din|din (?:tålmodighet|henvendelse)|henvendelsen))',
      '(?:bestillingen|ordren|reservasjonen|refusjonen|kontoen|ordrenummeret|bestillingsnummeret) (?:din|deres)|din (?:ordre|bestilling|reservasjon) (?:er|ble|har|blir)|ditt (?:ordre|bestillings|kunde)nummer',
    ],
    'ha det(?: bra)?[.!\\s]*$|farvel|det var alt|ha en (?:fin|god) (?:dag|kveld)|på gjensyn',
  ],
  pl: [
    [
      '(?:jak|w czym) (?:mogę|możemy) (?:(?:panu|pani|państwu|ci|tobie) )?(?:dziś |dzisiaj |jeszcze )?(?:pomóc|służyć)|czy (?:mogę|możemy) (?:(?:panu|pani|państwu|ci) |w czymś |jeszcze ){0,3}pomóc|chętnie (?:panu |pani |państwu |ci )?pomogę',
      'dziękuj(?:ę|emy),? (?:za (?:kontakt|cierpliwość|telefon|zgłoszenie)|że (?:pan|pani|państwo))|przepraszam(?:y)? za niedogodności',
      '(?:pana|pani|państwa|twoj[ea]|twój) (?:zamówieni|rezerwacj|zwrot|kont)\\p{L}*(?: \\S+){0,2} (?:został|jest|będzie|zosta)\\p{L}*|numer (?:pana|pani|państwa|twojego|swojego) (?:zamówienia|rezerwacji|konta)|(?:anulowałem|anulowałam|anulowaliśmy|zwróciłem|zwróciłam) (?:pana|pani|państwa|twoje)|proszę o podanie (?:numeru|adresu|imienia|swojego)|(?:anulowałem|anulowałam|zwróciłem|zwróciłam) dla (?:pana|pani|państwa)|proszę podać (?:mi )?(?:swój |swoje )?(?:numer|adres|imię)',
    ],
    'do widzenia|to (?:już )?wszystko|żegnam|miłego dnia[.!\\s]*$',
  ],
  pt: [
    [
      '(?:como|em que|no que) (?:eu )?(?:posso|podemos|poderia) (?:o |a |te |lhe )?(?:ajud|ser útil|auxili)\\p{L}*|que (?:eu )?possa (?:te |lhe |o |a )?ajud\\p{L}+|(?:posso|podemos) (?:ajudá-l[oa]|te ajudar|ajudar (?:você|em mais|com mais)|lhe ajudar)|(?:estou aqui|fico feliz|será um prazer|terei prazer) (?:para|em|de) (?:o |a |te |lhe )?ajud\\p{L}+',
      'obrigad[oa] por (?:entrar em contato|entrar em contacto|nos contat|contat|contact|ligar|sua paciência|aguardar)\\p{L}*|sou (?:o |a )?(?:seu|sua) (?:assistente|atendente|agente)|(?:pedimos desculpas?|desculpe) pelo (?:transtorno|inconveniente|incómodo)',
      '(?:o |a )?(?:seu|sua|teu|tua) (?:pedido|encomenda|reserva|reembolso|conta|solicitação|devolução)(?: \\S+){0,2} (?:foi|está|será|já)|(?:cancelei|processei|reembolsei|atualizei|reservei) (?:o |a )?(?:seu|sua)|número d[oa] (?:seu|sua) (?:pedido|encomenda|reserva|conta)|(?:informe|forneça|pode (?:me )?(?:informar|fornecer|dar|dizer))(?:-me)? (?:por favor )?(?:o |a )?(?:seu|sua)',
    ],
    'adeus|tchau|até (?:logo|breve)[.!\\s]*$|(?:é|era) (?:só isso|tudo(?:,? (?:obrigad|por)\\p{L}*|[.!\\s]*$))|isso é tudo(?! (?:o|que))',
  ],
  ro: [
    [
      '(?:cu ce|cum) (?:vă|te) (?:pot|putem) (?:ajuta|servi)|(?:vă|te) (?:pot|putem) ajuta cu (?:altceva|ceva)|mulțum\\p{L}+ (?:că ne-ați|pentru (?:răbdare|apel|că ne))',
      '(?:comanda|rezervarea|contul|rambursarea) (?:dumneavoastră|dvs|ta) (?:a fost|este|va)|numărul (?:comenzii )?(?:dumneavoastră|dvs)|cu plăcere vă ajut',
    ],
    'la revedere|asta (?:e|este) tot|o zi (?:bună|frumoasă)[.!\\s]*$',
  ],
  ru: [
    [
      '(?:чем|как) (?:я )?(?:могу|можем|мог бы|могла бы) (?:я )?(?:вам |тебе )?(?:\\p{L}+ )?(?:помочь|быть полез\\p{L}+|помогать)|могу ли я (?:вам )?(?:\\S+ ){0,3}помочь|(?:рад|рада|буду рад|буду рада) (?:вам )?помочь|я (?:вам )?помогу вам|чем ещё могу|что я могу для вас сделать',
      'спасибо,? (?:за (?:обращение|ожидание|терпение|ваш звонок|звонок|ваше терпение)|что обратились)|благодар(?:ю|им) (?:вас )?за (?:обращение|ожидание|терпение)|я (?:ваш )?(?:виртуальный )?(?:ассистент|помощник|оператор)(?!\\p{L})|приносим извинения',
      'ваш(?:а|е|и|у|его|ему|ей)? (?:\\p{L}+ )?(?:заказ|бронь|брониров|возврат|заявк|счёт|счет|аккаунт|запрос)\\p{L}*(?: \\S+){0,2} (?:был|успешно|отмен|оформ|обработ|измен|будет|уже|создан|готов|принят)\\p{L}*|я (?:отменил|отменила|оформил|оформила|вернул|вернула) ваш\\p{L}*|номер ваш(?:его|ей) \\p{L}+|(?:назовите|укажите|сообщите|подскажите|продиктуйте),? (?:мне )?(?:пожалуйста,? )?(?:ваш|свой|номер (?:вашего|своего|заказа))\\p{L}*',
    ],
    'до свидания|до встречи|это (?:всё|все)(?!\\p{L}| (?:ещё|еще|что|равно|не|мои|мо[ей]|же|так|вещи))|прощайте|всего (?:доброго|хорошего)|хорошего (?:дня|вечера)',
  ],
  sk: [
    [
      '(?:ako|s čím|čím) (?:vám|ti) (?:môžem|môžeme) (?:dnes )?(?:pomôcť|poslúžiť)|môžem (?:vám|ti) (?:ešte |s niečím )*pomôcť|(?:rád|rada) (?:vám|ti) pomôžem|ďakuj\\p{L}+,? (?:za (?:vašu trpezlivosť|zavolanie)|že ste)',
      '(?:vaša|tvoja) (?:objednávk|rezerváci)\\p{L}* (?:bola|je|bude)|číslo vašej \\p{L}+|(?:uveďte|povedzte mi),? (?:prosím,? )?(?:svoje|vaše|číslo)',
    ],
    'dovidenia|to je (?:všetko|všetko)|zbohom',
  ],
  sl: [
    [
      '(?:kako|s čim) (?:vam|ti) lahko (?:pomagam|pomagamo)|(?:vam|ti) lahko (?:še )?(?:kako )?pomagam|hvala,? (?:ker ste|za (?:potrpežljivost|klic))',
      'vaš[aeo]? (?:naročil|rezervacij|račun|vračil)\\p{L}* (?:je|bo)|številk[ao] vašega naročila',
    ],
    'nasvidenje|to je vse|adijo',
  ],
  sv: [
    [
      '(?:hur|vad) kan (?:jag|vi) (?:hjälpa|stå|göra för) (?:dig|er|till)|kan jag hjälpa (?:dig|er|till)|jag (?:hjälper (?:dig|er) gärna|kan hjälpa (?:dig|er))|vad kan jag hjälpa (?:dig |er )?(?:till )?med',
      'tack för (?:att du (?:kontakt|ring|hör|vänta)\\p{L}*|ditt (?:tålamod|samtal|meddelande))|(?:din|er) (?:beställning|bokning|återbetalning|order|retur)(?: \\S+){0,2} (?:har|är|blev|kommer)|(?:jag har|vi har) (?:\\p{L}+ )?(?:avbokat|återbetalat|avbeställt|ändrat) din|(?:ditt|ert) (?:order|beställnings|kund|boknings)nummer|ursäkta besväret',
    ],
    'hej ?då|adjö|det var allt|ha en (?:bra|trevlig|fin) (?:dag|kväll)|vi ses[.!\\s]*$',
  ],
  th: [
    [
      '(?:มีอะไร|มีสิ่งใด|มีอะไรอื่น)(?:ที่)?(?:ฉัน|ผม|ดิฉัน|เรา|ทางเรา)?(?:ช่วย|ให้ช่วย|ให้(?:ฉัน|ผม|ดิฉัน|เรา)ช่วย|สามารถช่วย)|(?:สามารถ)?ช่วยเหลือคุณ|ยินดีให้(?:บริการ|ความช่วยเหลือ)',
      '(?:คำสั่งซื้อ|การจอง|บัญชี|หมายเลขคำสั่งซื้อ)ของ(?:คุณ|ท่าน|ลูกค้า)|ขอบคุณที่(?:ติดต่อ|โทร|รอ)',
    ],
    'ลาก่อน|แค่นี้(?:ค่ะ|ครับ|แหละ)?$|สวัสดีค่ะ ลาก่อน',
  ],
  tl: [
    [
      '(?:paano|ano)(?: po)? (?:ko|ako|kita|kami|namin)(?: po)?[^.?!\\n]{0,20}(?:matutulungan|makakatulong|maitutulong)|(?:ang )?(?:inyong|iyong) (?:order|booking|reserbasyon|refund|account)|salamat(?: po)? sa (?:pagtawag|pakikipag-ugnayan|paghihintay|inyong pasensya)',
    ],
    'paalam(?!\\p{L})|iyon lang|yun lang',
  ],
  tr: [
    [
      '(?:size|sana) (?:nasıl|hangi konuda|ne konuda|bugün nasıl|başka (?:nasıl|bir konuda|hangi konuda)) (?:yardımcı|yardım)|nasıl yardımcı olabilir(?:im|iz)|(?:size|sana) yardımcı ol(?:abilir|maktan|acağ)\\p{L}*|yardımcı olabileceğim',
      '(?:bizi aradığınız|bize ulaştığınız|sabrınız|beklediğiniz|bizimle iletişime geçtiğiniz) için teşekkür|(?:siparişiniz|rezervasyonunuz|iadeniz|hesabınız|talebiniz|paranız)\\p{L}*|siparişin(?:iz)? (?:iptal|onay)\\p{L}*|sipariş numaranız\\p{L}*|müşteri numaranız\\p{L}*',
    ],
    'hoşça ?kal|güle güle|hepsi bu(?: kadar)?|görüşürüz|iyi günler[.!\\s]*$|görüşmek üzere',
  ],
  uk: [
    [
      '(?:чим|як) (?:я )?(?:можу|можемо|міг би|могла б) (?:я )?(?:вам |тобі )?(?:\\p{L}+ )?(?:допомогти|бути корис\\p{L}+)|чи можу я (?:вам )?(?:\\p{L}+ )?допомогти|(?:радий|рада) (?:вам )?допомогти|дякую,? (?:за (?:звернення|очікування|терпіння|дзвінок)|що (?:звернулися|зателефонували))|дякуємо за (?:звернення|очікування|терпіння)',
      'ваш(?:а|е|і|у|ого)? (?:замовлен|бронюван|поверненн|рахун|запит)\\p{L}*(?: \\S+){0,2} (?:був|бул|успішно|скасов|оформ|буде|вже|обробл)\\p{L}*|номер ваш(?:ого|ої) \\p{L}+|(?:назвіть|вкажіть|повідомте),? (?:мені )?(?:будь ласка,? )?(?:ваш|свій|номер)\\p{L}*|я (?:скасував|скасувала|оформив|оформила) ваш\\p{L}*',
    ],
    'до побачення|до зустрічі|це (?:все|усе)(?!\\p{L}| (?:ще|що|одно|не|мої))|бувайте|на все добре|гарного дня',
  ],
  ur: [
    [
      '(?:میں )?آپ کی (?:کیسے|کس طرح|کیا) (?:مدد|خدمت)|آپ کی مدد کر سک\\p{L}*|آپ ک[اےی] (?:آرڈر|بکنگ|اکاؤنٹ|رقم)|رابطہ کرنے کا شکریہ',
    ],
    'خدا حافظ|اللہ حافظ|بس اتنا ہی',
  ],
  vi: [
    [
      '(?:tôi|em|mình|chúng tôi) (?:có thể )?(?:giúp|hỗ trợ) (?:gì|được gì)|(?:tôi|em|mình) có thể (?:giúp|hỗ trợ) (?:gì )?(?:cho )?(?:bạn|anh|chị|quý khách)|cảm ơn (?:bạn|anh|chị|quý khách) đã (?:liên hệ|gọi|chờ|kiên nhẫn)',
      '(?:đơn hàng|đặt phòng|đặt chỗ|tài khoản|mã đơn hàng|yêu cầu)(?: \\S+)? của (?:bạn|anh|chị|quý khách)|quý khách',
    ],
    'tạm biệt|vậy là (?:hết|đủ)|thế thôi|chỉ vậy thôi',
  ],
  zh: [
    [
      '(?:请问)?(?:有|还有)?(?:什么|其他)(?:可以|能|需要)?(?:为|帮)(?:您|你)?(?:服务|做|效劳|助|帮忙)?(?:的|吗)|(?:有|还有)什么(?:我)?(?:可以|能)(?:帮|为|协助)|(?:我|我们)(?:可以|能|很乐意|很高兴)(?:怎么|如何|为|帮)?(?:帮|帮助|协助|服务)(?:您|你)|很高兴为(?:您|你)服务|感谢(?:您|你)的(?:来电|耐心|咨询|联系|等待)|感谢(?:您|你)(?:联系|致电)',
      '(?:您|你)的(?:订单|預訂|预订|退款|账户|賬戶|訂單|订单号|申请|請求|请求)|(?:提供|告诉我|告訴我|告知)(?:一下)?(?:您|你)的|已(?:经)?(?:为|帮)(?:您|你)|(?:請問|请问)?有什麼(?:我)?(?:可以|能)(?:幫|為|協助)',
    ],
    '再见|再見|拜拜|就这些|就這些|没有别的|沒有別的',
  ],
}

/** Scripts that join words, or put small words before them, so that a phrase may begin within a word. */
const unspacedCodes: ReadonlySet<string> = new Set(['ar', 'bn', 'fa', 'he', 'hi', 'ja', 'ko', 'th', 'ur', 'zh'])

/** What a word may begin after, and what it has none of: classes of Unicode would take long to compile, for each language. */
const edge = '(?<![^\\s.,;:!?¿¡"\'’«»„“”()-])'
const letter = '[^\\s.,;:!?]'

const compiled = onFirstUse(() =>
  Object.entries(texts).map(([code, [agent, farewell]]): Phrases => {
    const compile = (source: string): RegExp =>
      new RegExp(`${unspacedCodes.has(code) ? '' : edge}(?:${source})`.replaceAll('\\p{L}', letter), 'u')
    return { agent: compile(agent.join('|')), farewell: compile(farewell) }
  }),
)

/** What of a text only an agent would say, or what ends a talk, in any of the languages; null if there is nothing. */
export function findPhrase(kind: keyof Phrases, text: string): string | null {
  return phrasesIn(text)[kind]
}

/** The seeds of a card say the same texts again and again. */
const phrasesIn = remembering(500, (text): Record<keyof Phrases, string | null> => {
  const folded = toNormalForm(text, 'NFC').toLowerCase()
  const find = (kind: keyof Phrases): string | null => {
    for (const phrases of compiled()) {
      const phrase = phrases[kind].exec(folded)?.[0]
      if (phrase !== undefined) return phrase
    }
    return null
  }
  return { agent: find('agent'), farewell: find('farewell') }
})

export function hasPhrases(code: string): boolean {
  return code === 'en' || Object.hasOwn(texts, code)
}
