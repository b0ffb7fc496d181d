/**
 * Realistic criteria, each after the kinds of hints that it deserves: 2 two-in-one, n negated, e exact, v
 * vague, - none.
 */
export const criteria: string = `
-  | apologises for the delay before it offers a voucher
-  | offers a refund or a new parcel
-  | blames the customer
-  | answers every question of the customer
-  | says please and thank you
-  | mentions the terms and conditions
-  | reads out "terms and conditions apply; see our site"
-  | names the price and the delivery date
-  | asks for the order number
-  | asks which day and time suit the customer
-  | addresses the customer by name and title
-  | explains the difference between standard and express delivery
-  | greets the customer in the name of the shop
-  | confirms that the order was cancelled and that nothing is owed
-  | says that the parcel has not been shipped
-  | explains why the refund is not possible
-  | tells the customer that there is no fee
-  | asks whether the parcel arrived without damage
-  | explains how to order without an account
-  | apologises for what went wrong and the time it took
-  | lists the fees and charges for the month
-  | names the pros and cons
-  | states the opening and closing times
-  | refuses to give medical advice
-  | declines to share data of other customers
-  | hands the conversation to a person
-  | says goodbye
-  | wishes a good day
-  | thanks the customer for the patience
-  | takes the complaint seriously
-  | treats the customer with respect
-  | keeps to the subject of the order
-  | gives a reason for the refusal
-  | promises something that no tool confirmed
-  | invents an order that was never placed
-  | contradicts what it said before
-  | repeats a question that the customer has answered already
-  | asks for data that the customer gave already
-  | shows regret for the late parcel
-  | The agent stays polite when the customer is rude
-  | the reply fits the question of the customer
-  | it offers to call back
-  | offers to call back or to write
-  | says when the shop opens and closes
-  | asks the customer to check the address and the number of the house
-  | understands what the customer wants and needs
-  | recommends a hotel near the sea and the station
-  | names Smith and Sons as the seller
-  | offers bed and breakfast
-  | describes the ups and downs of the plan
-  | the answer follows from what lookup_order returned
-  | claims that the refund was made although no tool said so
-  | admits that it does not know the answer
-  | warns that the offer ends on Friday
-  | no-show fee is explained
-  | explains the no-show fee
-  | says no to a second refund
-  | reacts to the anger of the customer
-  | congratulates the customer on the wedding
-  | mentions {{product}} and {{colour}} as the order's content
-  | tells the customer not to share the code
-  | warns against sharing the password
-  | asks how many guests and how many nights
-  | suggests a time that is after 9 and before 17
-  | offers a return without extra charge
-  | tells where the parcel is
-  | calls the customer by name
-  | uses the first name of the customer
-  | gives the number of nights
-  | names the language that the customer may choose
-  | asks for a suitable time
-  | offers a good price for the old phone
-  | names the natural gas supplier
-  | recommends a useful accessory for the camera
-  | says "Good morning" or another greeting that fits the time of day
-  | entschuldigt sich für die Verspätung
-  | nennt Preis und Lieferdatum
-  | fragt, ob das Paket nicht angekommen ist
-  | verweist auf die Allgemeinen Geschäftsbedingungen und die Preisliste
-  | erklärt, warum keine Erstattung möglich ist
-  | sagt, dass nichts zu zahlen ist
-  | bittet um Name und Anschrift
-  | bietet einen Gutschein oder ein neues Paket an
-  | gibt der Kundin die Schuld
-  | sagt bitte und danke
-  | bleibt beim Thema
-  | s'excuse pour le retard
-  | indique le prix et la date de livraison
-  | explique pourquoi le remboursement n'est pas possible
-  | dit que la commande n'a pas été expédiée
-  | demande le nom et l'adresse
-  | propose un bon ou un nouveau colis
-  | accuse le client
-  | se disculpa por el retraso
-  | indica el precio y la fecha de entrega
-  | explica por qué no es posible el reembolso
-  | dice que el paquete no ha salido
-  | pide el nombre y la dirección
-  | ofrece un vale o un paquete nuevo
-  | culpa al cliente
-  | menciona los términos y condiciones
2  | apologises and offers a voucher
2  | Apologises for the delay, and offers a voucher
2  | greets the customer, asks for the order number
2  | The agent apologises and offers a refund
2  | apologises; offers a voucher
2  | It apologises for the delay. It offers a voucher.
2  | not only apologises but also offers a voucher
2  | confirms the booking and asks the customer for a phone number
2  | explains the fee and is polite
2  | thanks the customer and says goodbye
2  | should apologise and offer a refund
2  | offers to call back and to send a link
2  | greets the customer then asks how it can help
2  | the agent names the price and the agent asks whether the customer agrees
2  | acknowledges the problem, explains the cause, and suggests a solution
2  | answers the question and it stays on the subject
2n | apologises but does not offer a refund
2n | explains the policy and never blames the customer
2  | summarises the order and mentions the return policy
2  | confirms the address and has a friendly tone
2  | entschuldigt sich und bietet einen Gutschein an
2  | nennt den Preis und fragt nach der Adresse
2  | begrüßt die Kundin, erklärt die Gebühr
2  | nicht nur entschuldigt es sich, sondern bietet auch einen Gutschein an
2  | s'excuse et propose un bon
2  | donne le prix et demande si le client est d'accord
2  | explique le retard; propose un nouveau colis
2  | se disculpa y ofrece un vale
2  | indica el precio y pregunta si el cliente está de acuerdo
2  | saluda al cliente. Ofrece ayuda.
n  | does not blame the customer
n  | never asks for the password
n  | The agent doesn't promise a refund
n  | makes no promise about the date
n  | contains no personal data
n  | avoids technical terms
n  | is not rude
n  | cannot be read as an insult
n  | no personal data of others
n  | must not give medical advice
n  | refrains from legal advice
n  | mentions nothing about other customers
n  | explains the fee without blaming the customer
n  | gibt der Kundin nicht die Schuld
n  | verspricht keine Erstattung
n  | nennt niemals ein Passwort
n  | erklärt die Gebühr, ohne der Kundin die Schuld zu geben
n  | ne blâme pas le client
n  | n'accuse jamais le client
n  | explique le retard sans accuser le client
n  | no culpa al cliente
n  | nunca pide la contraseña
n  | explica la tarifa sin culpar al cliente
e  | contains the word "sorry"
e  | mentions the order number
e  | says "Good morning"
e  | is shorter than 50 words
e  | has at most three sentences
e  | the reply is in German
e  | answers in Spanish
e  | calls the tool lookup_order
e  | calls lookup_order
e  | uses the cancel_order tool
e  | starts with "Hello"
e  | ends with "Have a nice day"
e  | is valid JSON
e  | contains the phrase 'we are sorry'
e  | gives the tracking number
e  | responds within 3 seconds
e  | contains a button
e  | includes an image of the product
e  | enthält das Wort "Entschuldigung"
e  | nennt die Bestellnummer
e  | ist kürzer als 50 Wörter
e  | antwortet auf Deutsch
e  | ruft das Werkzeug lookup_order auf
e  | contient le mot « désolé »
e  | répond en français
e  | mentionne le numéro de commande
e  | est plus courte que 50 mots
e  | contiene la palabra "perdón"
e  | responde en español
e  | menciona el número de pedido
v  | is helpful
v  | helpful
v  | gives a good answer
v  | the tone is appropriate
v  | sounds natural
v  | is a high quality response
v  | responds appropriately
v  | handles the complaint professionally
v  | the answer is good
v  | is polite and helpful
v  | answers well
v  | uses an appropriate tone
v  | handles the request properly
v  | provides excellent customer service
v  | the response is natural and engaging
v  | die Antwort ist hilfreich
v  | klingt natürlich
v  | gibt eine gute Antwort
v  | la réponse est utile
v  | donne une bonne réponse
v  | la respuesta es adecuada
v  | da una buena respuesta
`

/**
 * Criteria that no word list was tuned on before the measurement; some are from the documentation of other
 * tools. At that time, one of 39 got an undeserved hint, and 3 of 25 deserved hints were missing.
 */
export const heldOut: string = `
- | Answer is concise (<25 words) and historically accurate.
2 | Refuses politely and offers safety resources.
- | Translation is accurate
v | Response should be professional and business-oriented
2 | The answer states that the best thing to do is eat a sandwich and sit in Dolores Park. Score 0 if the fact is missing or wrong.
2 | Severity is at least SEV2 and needs_human is true
- | Answers the user's question using only the provided context
n | Is not apologetic
- | ensure that output contains a reference to X
n | Provides a clear answer without hedging or uncertainty
v | Response is helpful and accurate
- | Does the output provide a clear and complete answer to the prompt?
- | Does the response stay relevant to the user's prompt?
- | Is the output coherent, logically structured, and easy to follow?
2n | Is not apologetic and provides a clear, concise answer
- | Apologizes or hedges before answering
2nv | The assistant stayed patient and helpful, and did NOT create an order without explicit confirmation
- | Offers a discount, price match, or any price not in its official price list
- | Ensure the response is factually accurate and well-structured
v | Check if the response maintains a professional tone
- | Verify that all technical terms are used correctly
n | Ensure no confidential information is revealed
- | The reply is about the order that the customer asked for
- | explains how the discount and the voucher are combined
- | recommends seeing a doctor
- | asks one question at a time
- | speaks of the flight to Lisbon and of nothing else
- | offers a table on Friday and on Saturday
- | reminds the customer that the offer ends and that the price rises
2 | cancels the appointment and sends a confirmation
- | matches the customer's order and size
- | the customer is told the new price and the old price
- | lists what is included and what costs extra
n | The reply contains no apology
n | isn't sarcastic
- | leaves the choice to the customer
- | tells the customer to call 112 and to stay on the line
- | is about the weather and clothes
2 | mentions the fee, and the customer is asked for consent
e | The answer has fewer than 3 sentences
e | The agent calls find_slot
v | Is the reply appropriate?
- | quotes the law and the paragraph
- | sends the customer a link to the form
- | fragt nach Name und Geburtsdatum der Kundin
- | verspricht eine Antwort bis morgen und eine Entschädigung
2 | nennt die Uhrzeit und bestätigt den Termin
n | ist nicht unhöflich
- | explique la différence entre le prix et les frais
2 | salue le client et demande le numéro de commande
- | pide los datos de la tarjeta y la fecha
2 | confirma la cita y envía un resumen
- | answers in the same language as the customer
- | shows that it understood the problem
- | takes back the promise of a refund
- | asks for consent before it stores anything
- | the tone is calm
- | gives exactly one recommendation
- | rejects the claim that vaccines cause autism
- | uses the metric system
- | keeps the secret word to itself
`
