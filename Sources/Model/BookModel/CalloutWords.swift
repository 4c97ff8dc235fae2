internal import Units

extension Callout.Kind {
  /// `Note`, in a language; empty for `titled`, columns and what is meant for the margin.
  package func word(_ language: String) -> String {
    if let kind = labelKind { return kind.word(language) }
    guard self != .titled, self != .aside, columns == nil else { return "" }
    let words = Callout.Kind.words[LanguageTag.ofWords(language)] ?? Callout.Kind.english
    return words[self] ?? Callout.Kind.english[self] ?? ""
  }

  private static let english = words(
    "Note, Tip, Hint, Important, Warning, Caution, Attention, Danger, Error, Info, Example, Summary, To do, Success, "
      + "Question, Quote, See also")

  /// By language, in the order of the cases.
  private static let words: [String: [Callout.Kind: String]] = [
    "de": "Hinweis, Tipp, Rat, Wichtig, Warnung, Vorsicht, Achtung, Gefahr, Fehler, Information, Beispiel, "
      + "Zusammenfassung, Zu tun, Erfolg, Frage, Zitat, Siehe auch",
    "fr": "Note, Astuce, Indication, Important, Avertissement, Prudence, Attention, Danger, Erreur, Information, "
      + "Exemple, Résumé, À faire, Succès, Question, Citation, Voir aussi",
    "es": "Nota, Consejo, Pista, Importante, Advertencia, Precaución, Atención, Peligro, Error, Información, Ejemplo, "
      + "Resumen, Por hacer, Éxito, Pregunta, Cita, Véase también",
    "it": "Nota, Suggerimento, Indizio, Importante, Avviso, Cautela, Attenzione, Pericolo, Errore, Informazione, "
      + "Esempio, Sommario, Da fare, Riuscito, Domanda, Citazione, Vedi anche",
    "pt": "Nota, Dica, Sugestão, Importante, Aviso, Cuidado, Atenção, Perigo, Erro, Informação, Exemplo, Resumo, "
      + "A fazer, Sucesso, Pergunta, Citação, Ver também",
    "nl": "Opmerking, Tip, Hint, Belangrijk, Waarschuwing, Voorzichtig, Let op, Gevaar, Fout, Informatie, Voorbeeld, "
      + "Samenvatting, Te doen, Gelukt, Vraag, Citaat, Zie ook",
    "ru": "Примечание, Совет, Подсказка, Важно, Предупреждение, Осторожно, Внимание, Опасно, Ошибка, Информация, "
      + "Пример, Кратко, Сделать, Успех, Вопрос, Цитата, См. также",
    "uk": "Примітка, Порада, Підказка, Важливо, Попередження, Обережно, Увага, Небезпека, Помилка, Інформація, "
      + "Приклад, Коротко, Зробити, Успіх, Питання, Цитата, Див. також",
    "pl": "Uwaga, Wskazówka, Podpowiedź, Ważne, Ostrzeżenie, Ostrożnie, Uwaga, Niebezpieczeństwo, Błąd, Informacja, "
      + "Przykład, Streszczenie, Do zrobienia, Sukces, Pytanie, Cytat, Zobacz też",
    "cs": "Poznámka, Tip, Nápověda, Důležité, Varování, Upozornění, Pozor, Nebezpečí, Chyba, Informace, Příklad, "
      + "Shrnutí, K vyřízení, Úspěch, Otázka, Citát, Viz též",
    "sk": "Poznámka, Tip, Nápoveda, Dôležité, Varovanie, Upozornenie, Pozor, Nebezpečenstvo, Chyba, Informácia, "
      + "Príklad, Zhrnutie, Urobiť, Úspech, Otázka, Citát, Pozri tiež",
    "sv": "Anmärkning, Tips, Ledtråd, Viktigt, Varning, Försiktighet, Observera, Fara, Fel, Information, Exempel, "
      + "Sammanfattning, Att göra, Klart, Fråga, Citat, Se även",
    "da": "Bemærk, Tip, Hint, Vigtigt, Advarsel, Forsigtig, Pas på, Fare, Fejl, Information, Eksempel, Resumé, "
      + "Mangler, Lykkedes, Spørgsmål, Citat, Se også",
    "nb": norwegian, "no": norwegian, "nn": norwegian,
    "fi": "Huomautus, Vinkki, Vihje, Tärkeää, Varoitus, Varo, Huomio, Vaara, Virhe, Tietoa, Esimerkki, Tiivistelmä, "
      + "Tehtävä, Onnistui, Kysymys, Lainaus, Katso myös",
    "hu": "Megjegyzés, Tipp, Tanács, Fontos, Figyelmeztetés, Vigyázat, Figyelem, Veszély, Hiba, Információ, Példa, "
      + "Összefoglalás, Teendő, Siker, Kérdés, Idézet, Lásd még",
    "ro": "Notă, Sfat, Indiciu, Important, Avertisment, Precauție, Atenție, Pericol, Eroare, Informație, Exemplu, "
      + "Rezumat, De făcut, Reușit, Întrebare, Citat, Vezi și",
    "el": "Σημείωση, Συμβουλή, Υπόδειξη, Σημαντικό, Προειδοποίηση, Προφύλαξη, Προσοχή, Κίνδυνος, Σφάλμα, Πληροφορία, "
      + "Παράδειγμα, Περίληψη, Εκκρεμεί, Επιτυχία, Ερώτηση, Παράθεμα, Βλ. επίσης",
    "tr": "Not, İpucu, Öneri, Önemli, Uyarı, Sakınca, Dikkat, Tehlike, Hata, Bilgi, Örnek, Özet, Yapılacak, Başarılı, "
      + "Soru, Alıntı, Ayrıca bakınız",
    "he":
      "הערה, טיפ, רמז, חשוב, אזהרה, זהירות, שימו לב, סכנה, שגיאה, מידע, דוגמה, תקציר, לביצוע, הצלחה, שאלה, ציטוט, ראו גם",
    "ar":
      "ملاحظة, نصيحة, تلميح, مهم, تحذير, احتراس, انتباه, خطر, خطأ, معلومة, مثال, ملخص, للإنجاز, نجاح, سؤال, اقتباس, انظر أيضا",
    "zh-Hant": "註, 提示, 提示, 重要, 警告, 小心, 注意, 危險, 錯誤, 資訊, 範例, 摘要, 待辦, 成功, 問題, 引文, 另見",
    "zh": "注, 提示, 提示, 重要, 警告, 小心, 注意, 危险, 错误, 信息, 示例, 摘要, 待办, 成功, 问题, 引文, 另见",
    "ja": "注, ヒント, ヒント, 重要, 警告, 注意, 注意, 危険, エラー, 情報, 例, 要約, 課題, 成功, 質問, 引用, 関連項目",
    "ko": "참고, 팁, 힌트, 중요, 경고, 주의, 주목, 위험, 오류, 정보, 예, 요약, 할 일, 성공, 질문, 인용, 함께 보기",
  ].mapValues(words)

  private static let norwegian =
    "Merknad, Tips, Hint, Viktig, Advarsel, Forsiktig, Merk, Fare, Feil, Informasjon, Eksempel, Sammendrag, Å gjøre, "
    + "Vellykket, Spørsmål, Sitat, Se også"

  private static func words(_ list: String) -> [Callout.Kind: String] {
    Dictionary(zip(allCases, list.split(separator: ",").map { String($0.drop { $0 == " " }) })) { first, _ in first }
  }
}
